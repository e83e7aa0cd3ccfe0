-- The ranks that an organiser set and that count for ratings, as a JSON list in seat order; NULL if the game's own result counts.
ALTER TABLE event_games ADD COLUMN rated_ranks TEXT;

-- How well each person decided in each race of a regatta that was analysed. Titles are made of these.
CREATE TABLE judged_races (
    player    TEXT NOT NULL REFERENCES players (id),
    regatta   TEXT NOT NULL REFERENCES regattas (id),
    race      BIGINT NOT NULL,     -- from 1
    at        BIGINT NOT NULL,     -- when the regatta ended
    lost      BIGINT NOT NULL,     -- millionths of a turn
    decisions BIGINT NOT NULL,     -- with a choice
    PRIMARY KEY (player, regatta, race)
);
CREATE INDEX judged_races_by_time ON judged_races (player, at, race);
