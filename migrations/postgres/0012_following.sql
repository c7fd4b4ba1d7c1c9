-- Persons who want to know when others are here.
CREATE TABLE following (
    follower    TEXT COLLATE "C" NOT NULL CONSTRAINT following_follower REFERENCES accounts (id),
    followed    TEXT COLLATE "C" NOT NULL CONSTRAINT following_followed REFERENCES accounts (id),
    followed_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT following_id PRIMARY KEY (follower, followed),
    CONSTRAINT following_others CHECK (follower <> followed)
);

CREATE INDEX following_by_followed ON following (followed);

-- Persons who do not let others see when they are here.
CREATE TABLE hidden_presences (
    account TEXT COLLATE "C" NOT NULL CONSTRAINT hidden_presences_account PRIMARY KEY
            CONSTRAINT hidden_presences_of REFERENCES accounts (id)
);
