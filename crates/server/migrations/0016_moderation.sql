-- Moderation: roles, what moderators did, and how the server is open to the public.

ALTER TABLE players ADD COLUMN role TEXT NOT NULL DEFAULT 'player';      -- player, organiser, moderator or operator
ALTER TABLE players ADD COLUMN silenced BIGINT NOT NULL DEFAULT 0;       -- until when they may say nothing
ALTER TABLE players ADD COLUMN suspended BIGINT NOT NULL DEFAULT 0;      -- until when they may do nothing
ALTER TABLE players ADD COLUMN warning TEXT;                             -- what a moderator told them, until they have read it

-- What moderators did. Rows are only ever added; names of deleted players are taken out of the reasons.
CREATE TABLE audit (
    id      TEXT PRIMARY KEY,
    at      BIGINT NOT NULL,
    actor   TEXT,                  -- the moderator; NULL: the operator, by the command line
    act     TEXT NOT NULL,         -- what was done: warn, mute …
    player  TEXT,                  -- to whom
    regatta TEXT,                  -- where
    detail  TEXT NOT NULL,         -- hours, an address range …; never a name
    reason  TEXT NOT NULL
);
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_of ON audit (player, at);

-- Address ranges from which nobody may come.
CREATE TABLE address_bans (
    network TEXT PRIMARY KEY,      -- 203.0.113.0/24
    until   BIGINT NOT NULL,
    since   BIGINT NOT NULL
);

-- Codes that let one new player in while the server is for invited people only.
CREATE TABLE invitations (
    hash  TEXT PRIMARY KEY,        -- SHA-256 of the code
    made  BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- Codes with which players who have forgotten their password can set a new one.
CREATE TABLE password_resets (
    hash   TEXT PRIMARY KEY,       -- SHA-256 of the code
    player TEXT NOT NULL REFERENCES players (id),
    until  BIGINT NOT NULL
);
CREATE INDEX password_resets_of ON password_resets (player);
