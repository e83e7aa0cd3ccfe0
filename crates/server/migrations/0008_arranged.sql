-- Regattas that the server opened by itself, and what for. A row is stored together with the regatta.
CREATE TABLE arranged (
    regatta   TEXT PRIMARY KEY REFERENCES regattas (id),
    kind      TEXT NOT NULL,       -- season or event
    reference TEXT NOT NULL        -- which one, and where in it: 3/2b
);
CREATE INDEX arranged_for ON arranged (kind, reference);
