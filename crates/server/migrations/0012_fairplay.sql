-- What the statistics of fair play need.

-- Rated Duels between two people that are over.
CREATE TABLE fairplay_duels (
    regatta       TEXT PRIMARY KEY REFERENCES regattas (id),
    at            BIGINT NOT NULL,     -- when it ended
    one           TEXT NOT NULL REFERENCES players (id),  -- the smaller id
    other         TEXT NOT NULL REFERENCES players (id),
    winner        BIGINT NOT NULL,     -- 0: one, 1: other, 2: a tie
    one_gave_up   BIGINT NOT NULL,     -- 1 if so, else 0
    other_gave_up BIGINT NOT NULL
);
CREATE INDEX fairplay_duels_by_time ON fairplay_duels (at);

-- Registered accounts that were used in one browser.
CREATE TABLE browsers (
    browser TEXT NOT NULL,             -- SHA-256 of what its cookie holds
    player  TEXT NOT NULL REFERENCES players (id),
    seen    BIGINT NOT NULL,           -- when the player last signed in there
    PRIMARY KEY (browser, player)
);
CREATE INDEX browsers_of ON browsers (player);
