-- Gives entries a position in the order of their commits, and regattas a host.

-- A position is assigned while a transaction runs. As long as only one server writes, that is also the order of commits.
ALTER TABLE entries ADD COLUMN position BIGSERIAL NOT NULL;
CREATE UNIQUE INDEX entries_in_order ON entries (position);

-- The player who decides before the start.
ALTER TABLE regattas ADD COLUMN host TEXT;
UPDATE regattas SET host = summary::json ->> 'host' WHERE summary <> '';
