-- Ratings. Everything here can be computed again from the logs of rated regattas.
-- Means and spreads are millionths of a point, so that they are the same in every database.

-- A rated regatta that is over.
CREATE TABLE rated_matches (
    regatta TEXT PRIMARY KEY REFERENCES regattas (id),
    ladder  TEXT NOT NULL,         -- duel or fleet
    at      BIGINT NOT NULL,       -- when it ended
    seats   TEXT NOT NULL,         -- JSON: who played, and their ranks
    waiting BIGINT NOT NULL        -- 1: to be rated, or to be rated again; 0: done
);
CREATE INDEX rated_matches_waiting ON rated_matches (waiting, at, regatta);

-- What a match did to a player's rating.
CREATE TABLE rating_steps (
    player        TEXT NOT NULL REFERENCES players (id),
    regatta       TEXT NOT NULL REFERENCES regattas (id),
    ladder        TEXT NOT NULL,
    at            BIGINT NOT NULL,
    rank          BIGINT NOT NULL, -- from 1; players who tie share it
    boats         BIGINT NOT NULL,
    number        BIGINT NOT NULL, -- the player's matches on this ladder, this one included
    mean_before   BIGINT NOT NULL,
    spread_before BIGINT NOT NULL,
    mean          BIGINT NOT NULL,
    spread        BIGINT NOT NULL,
    settled_until BIGINT NOT NULL, -- until when the rating is not provisional
    PRIMARY KEY (player, regatta)
);
CREATE INDEX rating_steps_in_order ON rating_steps (player, ladder, at, regatta);
CREATE INDEX rating_steps_of ON rating_steps (regatta);

-- The last step of each player.
CREATE TABLE ratings (
    player        TEXT NOT NULL REFERENCES players (id),
    ladder        TEXT NOT NULL,
    at            BIGINT NOT NULL,
    matches       BIGINT NOT NULL,
    mean          BIGINT NOT NULL,
    spread        BIGINT NOT NULL,
    settled_until BIGINT NOT NULL,
    PRIMARY KEY (player, ladder)
);
CREATE INDEX ratings_by_mean ON ratings (ladder, mean, player);

-- Players whose profile only they can see.
CREATE TABLE private_profiles (
    player TEXT PRIMARY KEY REFERENCES players (id)
);

-- Whoever rates next must know the value: of two nodes that rate at the same time, one does nothing.
INSERT INTO meta (name, value) VALUES ('rating-turn', '');

-- Regattas that ended before this migration were not rated.
INSERT INTO cursors (reader, position) SELECT 'ratings', COALESCE(MAX(position), 0) FROM entries;
