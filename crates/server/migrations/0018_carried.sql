-- Who has sent a game to another device; NULL for somebody who was not signed in.
ALTER TABLE carried ADD COLUMN sender TEXT;
