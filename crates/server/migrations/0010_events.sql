-- Events of organisers, and players who wait for "Play now".

CREATE TABLE events (
    id        TEXT PRIMARY KEY,
    organiser TEXT NOT NULL REFERENCES players (id),
    title     TEXT NOT NULL,
    listed    BIGINT NOT NULL,     -- 1: everybody finds it
    stage     TEXT NOT NULL,       -- at the last entry: check-in, playing, between, done or closed
    created   BIGINT NOT NULL,
    updated   BIGINT NOT NULL
);
CREATE INDEX events_by_age ON events (created);
CREATE INDEX events_of ON events (organiser);

-- The log of each event. Rows are only ever added.
CREATE TABLE event_entries (
    event TEXT NOT NULL REFERENCES events (id),
    seq   BIGINT NOT NULL,         -- from 1, without holes
    nonce TEXT NOT NULL,           -- says who was first if two servers write the same number
    actor TEXT,                    -- NULL: the server itself
    at    BIGINT NOT NULL,
    what  TEXT NOT NULL,           -- JSON
    PRIMARY KEY (event, seq)
);
CREATE INDEX event_entries_by ON event_entries (actor);

-- The games of events, stored before they are opened.
CREATE TABLE event_games (
    regatta  TEXT PRIMARY KEY,
    event    TEXT NOT NULL REFERENCES events (id),
    round    BIGINT NOT NULL,
    place    BIGINT NOT NULL,      -- number of the table
    opened   BIGINT NOT NULL,      -- 1: the regatta exists
    result   TEXT,                 -- JSON, stored once
    finished BIGINT
);
CREATE INDEX event_games_of ON event_games (event);
CREATE INDEX event_games_unopened ON event_games (opened);

-- Regattas that ended before this migration belong to no event.
INSERT INTO cursors (reader, position) SELECT 'events', COALESCE(MAX(position), 0) FROM entries;

-- Players who wait for a game. A row that is not renewed is forgotten.
CREATE TABLE waiting (
    player     TEXT PRIMARY KEY REFERENCES players (id),
    seats      BIGINT NOT NULL,
    registered BIGINT NOT NULL,    -- 0: a guest
    rating     BIGINT NOT NULL,
    since      BIGINT NOT NULL,
    seen       BIGINT NOT NULL,    -- when the player last asked
    pilots     BIGINT NOT NULL,    -- 1: pilots may fill the table
    regatta    TEXT,               -- the game, once there is one
    people     BIGINT,             -- how many people play in it
    matched    BIGINT,
    opened     BIGINT NOT NULL     -- 1: the regatta exists
);
