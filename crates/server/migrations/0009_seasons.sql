-- Seasons: who takes part, the groups, and their games. Standings are computed from the games, so no point is stored twice.

CREATE TABLE seasons (
    number  BIGINT PRIMARY KEY,
    stage   TEXT NOT NULL,         -- entering, drawing, running, finishing or closed
    starts  BIGINT NOT NULL,
    ends    BIGINT,                -- when the time to play is over
    closed  BIGINT,
    paused  BIGINT,                -- since when an operator has paused it
    entries BIGINT NOT NULL        -- counts changes of season_entries, so that they wait for a change of the stage
);

CREATE TABLE season_entries (
    season  BIGINT NOT NULL REFERENCES seasons (number),
    player  TEXT NOT NULL REFERENCES players (id),
    ladder  BIGINT,                -- place after the season before; NULL for a newcomer
    entered BIGINT NOT NULL,
    PRIMARY KEY (season, player)
);

CREATE TABLE season_groups (
    season  BIGINT NOT NULL REFERENCES seasons (number),
    name    TEXT NOT NULL,         -- 2b
    level   BIGINT NOT NULL,
    number  BIGINT NOT NULL,
    changes BIGINT NOT NULL,       -- counts what has happened in it
    seen    BIGINT NOT NULL,       -- how much of that has been acted upon
    due     BIGINT,                -- when to look at it again in any case
    PRIMARY KEY (season, name)
);

CREATE TABLE season_members (
    season     BIGINT NOT NULL REFERENCES seasons (number),
    player     TEXT NOT NULL REFERENCES players (id),
    group_name TEXT NOT NULL,
    seed       BIGINT NOT NULL,    -- place in the group when it was drawn
    dropped    BIGINT,             -- when they dropped out
    stays      BIGINT NOT NULL,    -- 1: takes part in the next season, too
    place      BIGINT,             -- final place, from 1
    moved      BIGINT,             -- 1: goes up, 0: stays, -1: goes down
    PRIMARY KEY (season, player)
);
CREATE INDEX season_members_in ON season_members (season, group_name);
CREATE INDEX season_members_of ON season_members (player);

CREATE TABLE season_games (
    regatta       TEXT PRIMARY KEY, -- the regatta exists once the game is open
    season        BIGINT NOT NULL REFERENCES seasons (number),
    group_name    TEXT NOT NULL,
    round         BIGINT NOT NULL,
    first_player  TEXT NOT NULL REFERENCES players (id),
    second_player TEXT NOT NULL REFERENCES players (id),
    opened        BIGINT,
    first_absent  BIGINT NOT NULL,  -- 1: a stand-in plays, because their time ran out again and again
    second_absent BIGINT NOT NULL,
    decided       BIGINT,
    how           TEXT,             -- played, walkover or unplayed
    first_score   BIGINT,           -- match points
    second_score  BIGINT,
    first_points  BIGINT,           -- points of all races
    second_points BIGINT
);
CREATE INDEX season_games_in ON season_games (season, group_name);
CREATE INDEX season_games_undecided ON season_games (season, decided);
CREATE INDEX season_games_first ON season_games (first_player);
CREATE INDEX season_games_second ON season_games (second_player);

CREATE TABLE season_holidays (
    player TEXT NOT NULL REFERENCES players (id),
    begins BIGINT NOT NULL,
    ends   BIGINT NOT NULL,
    PRIMARY KEY (player, begins)
);
CREATE INDEX season_holidays_until ON season_holidays (ends);

-- Seasons need nothing that happened before.
INSERT INTO cursors (reader, position) SELECT 'seasons', COALESCE(MAX(position), 0) FROM entries;
