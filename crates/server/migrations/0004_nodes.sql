-- Lets several servers write the same log safely, and tells them of each other.

-- An entry says which events it holds. A log has neither an overlap nor a hole: see `store/append.rs`.
ALTER TABLE entries RENAME COLUMN seq TO last;
ALTER TABLE entries ADD COLUMN first BIGINT NOT NULL DEFAULT 0;
UPDATE entries SET first = 1 + COALESCE(
    (SELECT MAX(b.last) FROM entries b WHERE b.regatta = entries.regatta AND b.last < entries.last), 0);
CREATE UNIQUE INDEX entries_first ON entries (regatta, first);

-- The node that serves a regatta; NULL for a server alone.
ALTER TABLE regattas ADD COLUMN holder TEXT;

-- The servers of a cluster. A row is one life of a node: it ends when the node leaves or falls silent.
CREATE TABLE nodes (
    id    TEXT PRIMARY KEY,
    name  TEXT NOT NULL,
    beat  BIGINT NOT NULL,         -- when it last reported that it serves
    ended BIGINT                   -- when others could serve its regattas
);

-- Accounts that have changed. Every node reads the newest rows each second and forgets what it knew of them.
CREATE TABLE account_changes (
    id     TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    kind   TEXT NOT NULL,          -- changed, or ended: sessions or tokens have ended
    at     BIGINT NOT NULL
);
CREATE INDEX account_changes_at ON account_changes (at);
