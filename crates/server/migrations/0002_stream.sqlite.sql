-- The stream of committed events: entries in the order of their commits, a cursor for each reader, and jobs.

-- With a column of their own, positions survive VACUUM. SQLite commits one transaction at a time: later is higher.
CREATE TABLE entries_in_order (
    position INTEGER PRIMARY KEY,
    regatta  TEXT NOT NULL REFERENCES regattas (id),
    seq      BIGINT NOT NULL,      -- of the last event in it
    actor    TEXT,                 -- NULL: the server itself
    action   TEXT,                 -- the client's id of the action
    at       BIGINT NOT NULL,
    events   TEXT NOT NULL,        -- JSON list
    UNIQUE (regatta, seq)
);
INSERT INTO entries_in_order (regatta, seq, actor, action, at, events)
    SELECT regatta, seq, actor, action, at, events FROM entries ORDER BY rowid;
DROP TABLE entries;
ALTER TABLE entries_in_order RENAME TO entries;

-- Who decides before the start.
ALTER TABLE regattas ADD COLUMN host TEXT;
UPDATE regattas SET host = json_extract(summary, '$.host') WHERE summary <> '';

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
