-- Several servers commit at the same time, and a later number may be visible before an earlier one. So a position is now
-- the number of the transaction that wrote the entry (after an offset, because positions must not fall): readers read only
-- what is older than every transaction that still runs.
DROP INDEX entries_in_order;
ALTER TABLE entries ALTER COLUMN position DROP DEFAULT;
DROP SEQUENCE entries_position_seq;
CREATE INDEX entries_in_order ON entries (position);
INSERT INTO meta (name, value) SELECT 'position-offset', COALESCE(MAX(position), 0)::TEXT FROM entries;
