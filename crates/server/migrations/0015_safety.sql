-- Protection for children, and manners: phrases, blocks and reports.

-- A protected player's name is the name of a boat; the name they chose is kept apart, so that nothing shows it by accident.
ALTER TABLE players ADD COLUMN protected BIGINT NOT NULL DEFAULT 0;  -- 0: no; 1: by the account, with a PIN; 2: by the server
ALTER TABLE players ADD COLUMN real_name TEXT;                       -- what the player chose; NULL unless protected
ALTER TABLE players ADD COLUMN pin TEXT;                             -- argon2id; NULL unless protected by the account
ALTER TABLE players ADD COLUMN free_chat BIGINT NOT NULL DEFAULT 0;  -- 1: wants to read and write free text

-- Players who do not want to hear of each other.
CREATE TABLE blocks (
    player TEXT NOT NULL REFERENCES players (id),
    other  TEXT NOT NULL REFERENCES players (id),
    kind   TEXT NOT NULL,          -- mute: player does not hear other; block: neither meets the other
    since  BIGINT NOT NULL,
    PRIMARY KEY (player, other)
);
CREATE INDEX blocks_of ON blocks (other);

-- What players told the moderators.
CREATE TABLE reports (
    id       TEXT PRIMARY KEY,
    at       BIGINT NOT NULL,
    reporter TEXT REFERENCES players (id),  -- NULL once the reporter is deleted
    player   TEXT NOT NULL REFERENCES players (id),
    regatta  TEXT REFERENCES regattas (id),
    reason   TEXT NOT NULL,        -- name, chat, unfair or other
    text     TEXT NOT NULL,
    log      TEXT NOT NULL,        -- JSON: the last events of the regatta when it was reported
    closed   BIGINT                -- when a moderator dealt with it
);
CREATE INDEX reports_open ON reports (closed, at);
CREATE INDEX reports_of ON reports (player);
