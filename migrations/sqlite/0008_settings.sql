-- The settings of the page that registered people keep with their account: a
-- small JSON object of plain values. No row for who has never set anything.
CREATE TABLE account_settings (
    account  TEXT NOT NULL CONSTRAINT account_settings_account PRIMARY KEY
             CONSTRAINT account_settings_of REFERENCES accounts (id),
    settings TEXT NOT NULL,
    CONSTRAINT account_settings_json CHECK (json_valid(settings))
) STRICT, WITHOUT ROWID;
