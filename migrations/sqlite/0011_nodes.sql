-- The server that writes: at a file there is one. Each of its writes fails unless it finds
-- its own incarnation here.
CREATE TABLE nodes (
    id          TEXT NOT NULL CONSTRAINT nodes_id PRIMARY KEY,
    -- Raised by each start.
    incarnation INTEGER NOT NULL,
    address     TEXT NOT NULL,
    release     TEXT NOT NULL,
    fenced      INTEGER NOT NULL,
    CONSTRAINT nodes_fenced CHECK (fenced IN (0, 1))
) STRICT;

-- The server that runs a table, and how often it has changed hands, from 1.
ALTER TABLE tables ADD COLUMN owner TEXT;
ALTER TABLE tables ADD COLUMN incarnation INTEGER;
ALTER TABLE tables ADD COLUMN term INTEGER NOT NULL DEFAULT 1;

-- Servers of earlier versions look at this row alone. None of them writes any more.
UPDATE fence SET generation = generation + 1;
