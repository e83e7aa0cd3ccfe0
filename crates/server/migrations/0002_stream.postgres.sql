-- The stream of committed events: entries in the order of their commits, a cursor for each reader, and jobs.

-- Positions are given while a transaction runs. As long as one server alone writes, they are also the order of commits.
ALTER TABLE entries ADD COLUMN position BIGSERIAL NOT NULL;
CREATE UNIQUE INDEX entries_in_order ON entries (position);

-- Who decides before the start.
ALTER TABLE regattas ADD COLUMN host TEXT;
UPDATE regattas SET host = summary::json ->> 'host' WHERE summary <> '';

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
