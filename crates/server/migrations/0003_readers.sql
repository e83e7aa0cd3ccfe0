-- Readers of the stream of committed events, and jobs.

-- How far each reader of the stream has come. Moved in one transaction with what the reader stores.
CREATE TABLE cursors (
    reader   TEXT PRIMARY KEY,
    position BIGINT NOT NULL
);
-- Matches that ended before this are analysed when somebody asks.
INSERT INTO cursors (reader, position) SELECT 'analysis', COALESCE(MAX(position), 0) FROM entries;

-- Work to be done in the background, once.
CREATE TABLE jobs (
    kind     TEXT NOT NULL,        -- analysis
    regatta  TEXT NOT NULL REFERENCES regattas (id),
    created  BIGINT NOT NULL,
    attempts BIGINT NOT NULL,      -- begun so often
    PRIMARY KEY (kind, regatta)
);
