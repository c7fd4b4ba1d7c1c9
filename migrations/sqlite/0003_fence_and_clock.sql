-- The generation of the server that may write. Taking the claim on the database
-- raises it; every write of a server begins by reading this row, and fails if
-- it finds another generation than its own.
CREATE TABLE fence (
    id         INTEGER NOT NULL CONSTRAINT fence_id PRIMARY KEY,
    generation INTEGER NOT NULL
) STRICT;
INSERT INTO fence (id, generation) VALUES (1, 0);

-- The time as the database has seen it pass. Rows that expire are removed by
-- this time, which never goes far at once, so that a machine whose clock is
-- wrong for a while removes nothing that is still needed.
CREATE TABLE clock (
    id      INTEGER NOT NULL CONSTRAINT clock_id PRIMARY KEY,
    seen_at TEXT NOT NULL,
    CONSTRAINT clock_single CHECK (id = 1),
    CONSTRAINT clock_seen_at CHECK (seen_at GLOB '????-??-??T??:??:??.??????Z')
) STRICT;
INSERT INTO clock (id, seen_at)
SELECT 1, max(created_at) FROM sessions HAVING count(*) > 0;
