-- Adds cursors for the readers of the stream of committed events, and jobs.

-- The position up to which each reader has read. Moved in the same transaction as the reader's effects.
CREATE TABLE cursors (
    reader   TEXT PRIMARY KEY,
    position BIGINT NOT NULL
);
-- Regattas that ended before this migration are analysed only on request.
INSERT INTO cursors (reader, position) SELECT 'analysis', COALESCE(MAX(position), 0) FROM entries;

-- Background work to be done once.
CREATE TABLE jobs (
    kind     TEXT NOT NULL,        -- analysis
    regatta  TEXT NOT NULL REFERENCES regattas (id),
    created  BIGINT NOT NULL,
    attempts BIGINT NOT NULL,      -- how often it was started
    PRIMARY KEY (kind, regatta)
);
