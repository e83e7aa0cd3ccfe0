-- What the server has to remember, in words that SQLite and PostgreSQL both understand.
-- Times are milliseconds since 1970, ids are random texts.

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE players (
    id       TEXT PRIMARY KEY,
    name     TEXT NOT NULL,        -- what others see; empty once the player is gone
    login    TEXT UNIQUE,          -- in small letters; NULL for guests
    password TEXT,                 -- argon2id; NULL for guests
    created  BIGINT NOT NULL,
    gone     BIGINT                -- when the player deleted themselves
);

CREATE TABLE sessions (
    hash    TEXT PRIMARY KEY,      -- SHA-256 of what the cookie holds
    player  TEXT NOT NULL REFERENCES players (id),
    created BIGINT NOT NULL
);
CREATE INDEX sessions_of ON sessions (player);

CREATE TABLE tokens (
    id      TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES players (id),
    label   TEXT NOT NULL,
    hash    TEXT NOT NULL UNIQUE,  -- SHA-256 of the token
    created BIGINT NOT NULL
);
CREATE INDEX tokens_of ON tokens (player);

CREATE TABLE regattas (
    id       TEXT PRIMARY KEY,
    secret   TEXT NOT NULL,        -- of the dice; told to nobody before the end
    invite   TEXT NOT NULL,        -- opens a private regatta
    stage    TEXT NOT NULL,        -- open, live, over or closed
    summary  TEXT NOT NULL,        -- JSON for the lobby; may lag behind the log
    seq      BIGINT NOT NULL,      -- how far the summary has seen the log
    deadline BIGINT,               -- when somebody's time is up
    created  BIGINT NOT NULL,
    updated  BIGINT NOT NULL
);
CREATE INDEX regattas_by_stage ON regattas (stage, updated);
CREATE INDEX regattas_due ON regattas (deadline);

-- The log. A row is what came of one action; rows are only ever added.
CREATE TABLE entries (
    regatta TEXT NOT NULL REFERENCES regattas (id),
    seq     BIGINT NOT NULL,       -- of the last event in it
    actor   TEXT,                  -- NULL: the server itself
    action  TEXT,                  -- the client's id of the action
    at      BIGINT NOT NULL,
    events  TEXT NOT NULL,         -- JSON list
    PRIMARY KEY (regatta, seq)
);

-- Who ever sat in which regatta.
CREATE TABLE crews (
    player  TEXT NOT NULL REFERENCES players (id),
    regatta TEXT NOT NULL REFERENCES regattas (id),
    PRIMARY KEY (player, regatta)
);

CREATE TABLE analyses (
    regatta TEXT PRIMARY KEY REFERENCES regattas (id),
    result  TEXT NOT NULL          -- JSON
);
