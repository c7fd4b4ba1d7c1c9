-- The secret by which servers name the households that players come from, so that neither
-- what they tell each other nor what they store holds an address.
CREATE TABLE household_key (
    id    INTEGER NOT NULL CONSTRAINT household_key_id PRIMARY KEY,
    value TEXT NOT NULL,
    CONSTRAINT household_key_single CHECK (id = 1)
);
INSERT INTO household_key (id, value) VALUES (1, gen_random_uuid()::text || gen_random_uuid()::text);
