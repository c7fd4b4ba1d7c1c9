-- The hashes of the seats' nonces, stored before any nonce was opened. Older
-- deals have none. The nonces of deals that have them can be read as JSONB; a
-- few older nonces hold U+0000, which JSONB cannot.
ALTER TABLE games
    ADD COLUMN nonce_hashes JSON,
    ADD CONSTRAINT games_nonce_hashes CHECK (json_typeof(nonce_hashes) = 'array'),
    ADD CONSTRAINT games_nonces_readable CHECK (
        CASE WHEN nonce_hashes IS NULL THEN TRUE ELSE nonces::jsonb IS NOT NULL END);

-- One row a promised shuffle, written before it is shown.
CREATE TABLE promises (
    id           TEXT COLLATE "C" NOT NULL CONSTRAINT promises_id PRIMARY KEY,
    table_id     TEXT COLLATE "C" NOT NULL CONSTRAINT promises_table REFERENCES tables (id),
    match_number INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    dealer       SMALLINT NOT NULL,
    commitment   TEXT NOT NULL,
    secret       TEXT NOT NULL,
    promised_at  TIMESTAMPTZ NOT NULL,
    nonce_hashes JSON,
    -- The deal that came of it or, if it was dropped, the next one at the table.
    game         TEXT COLLATE "C" CONSTRAINT promises_game REFERENCES games (id),
    -- The reason for dropping it, if it was dropped; the seats that it was
    -- dropped for; the nonces opened before.
    reason       TEXT,
    seats        JSON,
    nonces       JSON,
    dropped_at   TIMESTAMPTZ,
    CONSTRAINT promises_numbers CHECK (match_number >= 1 AND number >= 1),
    CONSTRAINT promises_dealer CHECK (dealer >= 0),
    CONSTRAINT promises_secret CHECK (secret ~ '^[0-9a-fA-F]{64}$'),
    CONSTRAINT promises_commitment CHECK (commitment ~ '^[0-9a-fA-F]{64}$'),
    CONSTRAINT promises_nonce_hashes CHECK (json_typeof(nonce_hashes) = 'array'),
    CONSTRAINT promises_reason CHECK (reason IN ('withheld', 'left', 'restart', 'closed')),
    CONSTRAINT promises_dropped CHECK (
        (reason IS NULL) = (dropped_at IS NULL)
        AND (reason IS NULL) = (seats IS NULL) AND (reason IS NULL) = (nonces IS NULL)),
    CONSTRAINT promises_nonces_readable CHECK (
        CASE WHEN nonces IS NULL THEN TRUE ELSE jsonb_typeof(nonces::jsonb) = 'array' END)
);

-- The promises that no deal has followed yet, and those dropped before a deal.
CREATE INDEX promises_open ON promises (table_id) WHERE game IS NULL;
CREATE INDEX promises_dropped_before ON promises (game) WHERE reason IS NOT NULL;
