-- The hashes of the seats' nonces, stored before any nonce was opened. Older
-- deals have none.
ALTER TABLE games ADD COLUMN nonce_hashes TEXT
    CONSTRAINT games_nonce_hashes CHECK (json_type(nonce_hashes) = 'array');

-- One row a promised shuffle, written before it is shown.
CREATE TABLE promises (
    id           TEXT NOT NULL CONSTRAINT promises_id PRIMARY KEY,
    table_id     TEXT NOT NULL CONSTRAINT promises_table REFERENCES tables (id),
    match_number INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    dealer       INTEGER NOT NULL,
    commitment   TEXT NOT NULL,
    secret       TEXT NOT NULL,
    promised_at  TEXT NOT NULL,
    nonce_hashes TEXT,
    -- The deal that came of it or, if it was dropped, the next one at the table.
    game         TEXT CONSTRAINT promises_game REFERENCES games (id),
    -- The reason for dropping it, if it was dropped; the seats that it was
    -- dropped for; the nonces opened before.
    reason       TEXT,
    seats        TEXT,
    nonces       TEXT,
    dropped_at   TEXT,
    CONSTRAINT promises_numbers CHECK (match_number >= 1 AND number >= 1),
    CONSTRAINT promises_dealer CHECK (dealer >= 0),
    CONSTRAINT promises_secret
        CHECK (length(secret) = 64 AND secret NOT GLOB '*[^0-9a-fA-F]*'),
    CONSTRAINT promises_commitment
        CHECK (length(commitment) = 64 AND commitment NOT GLOB '*[^0-9a-fA-F]*'),
    CONSTRAINT promises_nonce_hashes CHECK (json_type(nonce_hashes) = 'array'),
    CONSTRAINT promises_reason CHECK (reason IN ('withheld', 'left', 'restart', 'closed')),
    CONSTRAINT promises_dropped CHECK (
        (reason IS NULL) = (dropped_at IS NULL)
        AND (reason IS NULL) = (seats IS NULL) AND (reason IS NULL) = (nonces IS NULL)),
    CONSTRAINT promises_seats CHECK (json_type(seats) = 'array'),
    CONSTRAINT promises_nonces CHECK (json_type(nonces) = 'array'),
    CONSTRAINT promises_promised_at CHECK (promised_at GLOB '????-??-??T??:??:??.??????Z'),
    CONSTRAINT promises_dropped_at CHECK (dropped_at GLOB '????-??-??T??:??:??.??????Z')
) STRICT;

-- The promises that no deal has followed yet, and those dropped before a deal.
CREATE INDEX promises_open ON promises (table_id) WHERE game IS NULL;
CREATE INDEX promises_dropped_before ON promises (game) WHERE reason IS NOT NULL;
