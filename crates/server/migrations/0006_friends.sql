-- Players who follow others, and games on their way to another device.

CREATE TABLE follows (
    player   TEXT NOT NULL REFERENCES players (id),
    followed TEXT NOT NULL REFERENCES players (id),
    since    BIGINT NOT NULL,
    PRIMARY KEY (player, followed)
);
CREATE INDEX follows_of ON follows (followed);

-- Players who do not show others that they are online.
CREATE TABLE hidden (
    player TEXT PRIMARY KEY REFERENCES players (id)
);

-- When a player whom others follow was last connected, for the other nodes of a cluster.
CREATE TABLE seen (
    player TEXT PRIMARY KEY REFERENCES players (id),
    at     BIGINT NOT NULL
);

-- Games on their way to another device.
CREATE TABLE carried (
    code    TEXT PRIMARY KEY,
    game    TEXT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX carried_expires ON carried (expires);
