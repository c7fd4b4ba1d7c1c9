-- The servers that write, a row each, kept when a server is gone. Each write of a
-- server begins by sharing the lock of its row (FOR KEY SHARE) and fails unless it finds
-- its own incarnation there, not fenced. To change either is to change a key, for which
-- Postgres waits until nobody shares the row; to renew `expires_at` is not, and
-- waits for nobody.
CREATE TABLE nodes (
    id          TEXT COLLATE "C" NOT NULL CONSTRAINT nodes_id PRIMARY KEY,
    -- Raised by each start under this id.
    incarnation BIGINT NOT NULL,
    address     TEXT NOT NULL,
    release     TEXT NOT NULL,
    -- By this database's clock; past it others may fence the row.
    expires_at  TIMESTAMPTZ NOT NULL,
    -- True for a server that can write no more: another took its tables over, or it left.
    fenced      BOOLEAN NOT NULL,
    CONSTRAINT nodes_fence UNIQUE (id, incarnation, fenced)
);

-- The server that runs a table, and how often it has changed hands, from 1. A table whose
-- server is fenced, or has started again since, is anybody's to take.
ALTER TABLE tables
    ADD COLUMN owner       TEXT COLLATE "C",
    ADD COLUMN incarnation BIGINT,
    ADD COLUMN term        BIGINT NOT NULL DEFAULT 1;

-- Servers of earlier versions look at this row alone. None of them writes any more.
UPDATE fence SET generation = generation + 1;
