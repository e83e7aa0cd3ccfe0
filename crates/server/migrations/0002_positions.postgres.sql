-- Entries in the order of their commits, and the host of each regatta.

-- Positions are given while a transaction runs. As long as one server alone writes, they are also the order of commits.
ALTER TABLE entries ADD COLUMN position BIGSERIAL NOT NULL;
CREATE UNIQUE INDEX entries_in_order ON entries (position);

-- Who decides before the start.
ALTER TABLE regattas ADD COLUMN host TEXT;
UPDATE regattas SET host = summary::json ->> 'host' WHERE summary <> '';
