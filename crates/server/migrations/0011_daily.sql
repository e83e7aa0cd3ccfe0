-- The daily lake: one course a day, and one attempt for each player.

-- The lake of each day, stored when it is first asked for, so that no later version of the program changes it.
CREATE TABLE daily_lakes (
    day  BIGINT PRIMARY KEY,         -- days since 1970, UTC
    lake TEXT NOT NULL,              -- JSON: sides, layout and course
    par  BIGINT NOT NULL             -- thousandths of a turn
);

CREATE TABLE daily_attempts (
    id         TEXT PRIMARY KEY,
    day        BIGINT NOT NULL REFERENCES daily_lakes (day),
    player     TEXT NOT NULL REFERENCES players (id),
    registered BIGINT NOT NULL,      -- 1 if the player was registered when the attempt began, else 0
    secret     TEXT NOT NULL,        -- of the dice; told to nobody before the end
    begun      BIGINT NOT NULL,
    ended      BIGINT,               -- NULL while it goes on
    ending     TEXT,                 -- finished, sunk, gave-up or too-long
    turns      BIGINT,
    error      BIGINT,               -- thousandths of a turn; NULL until the attempt is reviewed
    review     TEXT,                 -- JSON; NULL until the attempt is reviewed
    flagged    BIGINT NOT NULL,      -- 1 if it was played like a machine, else 0
    UNIQUE (day, player)             -- one attempt a day, on whichever node
);
CREATE INDEX daily_attempts_of ON daily_attempts (player, day);
CREATE INDEX daily_attempts_by_turns ON daily_attempts (day, flagged, registered, turns);

-- The log of an attempt. A row is what came of one decision; rows are only ever added.
CREATE TABLE daily_actions (
    attempt  TEXT NOT NULL REFERENCES daily_attempts (id),
    number   BIGINT NOT NULL,        -- 1, 2, …: of two servers that both judged number n, one has stored it
    at       BIGINT NOT NULL,
    decision TEXT NOT NULL,          -- JSON, as it was sent
    events   TEXT NOT NULL,          -- JSON list
    writer   TEXT NOT NULL,          -- random: whose row it is
    PRIMARY KEY (attempt, number)
);
