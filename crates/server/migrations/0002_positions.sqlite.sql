-- Gives entries a position in the order of their commits, and regattas a host.

-- A column of their own lets positions survive VACUUM. SQLite commits one transaction at a time, so later is higher.
CREATE TABLE entries_in_order (
    position INTEGER PRIMARY KEY,
    regatta  TEXT NOT NULL REFERENCES regattas (id),
    seq      BIGINT NOT NULL,      -- number of its last event
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

-- The player who decides before the start.
ALTER TABLE regattas ADD COLUMN host TEXT;
UPDATE regattas SET host = json_extract(summary, '$.host') WHERE summary <> '';
