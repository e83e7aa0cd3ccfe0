-- How players are told what waits for them: addresses, browsers, choices, and messages on their way.

CREATE TABLE mail_addresses (
    player    TEXT PRIMARY KEY REFERENCES players (id),
    address   TEXT,                -- confirmed; NULL if there is none
    confirmed BIGINT,
    pending   TEXT,                -- waits for its confirmation
    code      TEXT,                -- SHA-256 of the code in the link
    asked     BIGINT               -- when the link was sent
);
CREATE INDEX mail_addresses_by_code ON mail_addresses (code);
CREATE INDEX mail_addresses_pending ON mail_addresses (pending);

-- Browsers that show messages.
CREATE TABLE push_subscriptions (
    id       TEXT PRIMARY KEY,     -- SHA-256 of the endpoint
    player   TEXT NOT NULL REFERENCES players (id),
    endpoint TEXT NOT NULL,
    p256dh   TEXT NOT NULL,        -- the browser's keys
    auth     TEXT NOT NULL,
    session  TEXT NOT NULL,        -- the session in which it was made; empty for a program
    created  BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_of ON push_subscriptions (player);

-- What a player wants to be told, and how.
CREATE TABLE notify_settings (
    player   TEXT PRIMARY KEY REFERENCES players (id),
    settings TEXT NOT NULL,        -- JSON
    digest   BIGINT                -- when the next digest is due; NULL: none is wanted
);
CREATE INDEX notify_settings_digest ON notify_settings (digest);

-- Messages on their way. A later one about the same regatta replaces an earlier one that was not sent yet.
CREATE TABLE outbox (
    id       TEXT PRIMARY KEY,     -- made from player, channel, target, regatta and slot
    player   TEXT NOT NULL REFERENCES players (id),
    channel  TEXT NOT NULL,        -- push or mail
    target   TEXT NOT NULL,        -- id of the subscription; empty for mail
    kind     TEXT NOT NULL,
    regatta  TEXT NOT NULL,        -- empty for a digest
    seq      BIGINT NOT NULL,      -- number of the event that it is about
    at       BIGINT NOT NULL,      -- when that happened
    due      BIGINT NOT NULL,      -- not sent before
    attempts BIGINT NOT NULL,
    holder   TEXT,                 -- the batch that is being sent
    lease    BIGINT NOT NULL       -- until when nobody else sends it
);
CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_held ON outbox (holder);
CREATE INDEX outbox_of ON outbox (player);

-- The last mail about each regatta, so that there is at most one in a while.
CREATE TABLE mails_sent (
    player  TEXT NOT NULL REFERENCES players (id),
    regatta TEXT NOT NULL,
    message TEXT NOT NULL,         -- which one
    sent    BIGINT NOT NULL,
    PRIMARY KEY (player, regatta)
);

-- Players who look at a page of another node of the cluster.
CREATE TABLE looking (
    player TEXT NOT NULL REFERENCES players (id),
    node   TEXT NOT NULL,
    seen   BIGINT NOT NULL,
    PRIMARY KEY (player, node)
);

-- Nobody is told what happened before.
INSERT INTO cursors (reader, position) SELECT 'notify', COALESCE(MAX(position), 0) FROM entries;
