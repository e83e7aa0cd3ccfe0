-- Attempts of a daily lake that wait for their review: looked for twice a second.
CREATE INDEX daily_attempts_unreviewed ON daily_attempts (ended) WHERE ended IS NOT NULL AND review IS NULL;

-- The lowest level of a season, for every page of a group.
CREATE INDEX season_groups_by_level ON season_groups (season, level);
