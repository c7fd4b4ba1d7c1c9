-- Matches among people alone and those in which a bot has a seat are rated
-- apart. A rating is settled until the time from which, if nothing changes it,
-- its deviation is above 110: it grows by a period for every 30 days.
--
-- Ratings so far were moved by both: they go on as ratings with bots, but for
-- those that no match with a bot has moved.
CREATE TABLE ratings_by_ladder (
    account       TEXT NOT NULL CONSTRAINT ratings_account REFERENCES accounts (id),
    kind          TEXT NOT NULL,
    ladder        TEXT NOT NULL,
    rating        REAL NOT NULL,
    deviation     REAL NOT NULL,
    volatility    REAL NOT NULL,
    matches       INTEGER NOT NULL,
    wins          INTEGER NOT NULL,
    updated_at    TEXT NOT NULL,
    settled_until TEXT,
    CONSTRAINT ratings_id PRIMARY KEY (account, kind, ladder),
    CONSTRAINT ratings_ladder CHECK (ladder IN ('people', 'bots')),
    -- No infinity and, on Postgres, no NaN.
    CONSTRAINT ratings_finite CHECK (rating BETWEEN -1e9 AND 1e9
        AND deviation BETWEEN 0 AND 1e9 AND volatility BETWEEN 0 AND 1e9),
    CONSTRAINT ratings_counts CHECK (matches >= 0 AND wins BETWEEN 0 AND matches),
    CONSTRAINT ratings_updated_at CHECK (updated_at GLOB '????-??-??T??:??:??.??????Z'),
    CONSTRAINT ratings_settled_until CHECK (settled_until GLOB '????-??-??T??:??:??.??????Z')
) STRICT, WITHOUT ROWID;

INSERT INTO ratings_by_ladder
SELECT r.account,
       r.kind,
       CASE WHEN EXISTS (SELECT 1 FROM accounts a WHERE a.id = r.account AND a.kind = 'bot')
              OR EXISTS (SELECT 1
                           FROM game_players p
                           JOIN game_players b ON b.game = p.game AND b.kind = 'bot'
                          WHERE p.account = r.account AND p.game_kind = r.kind
                            AND p.rating_after IS NOT NULL)
            THEN 'bots' ELSE 'people' END,
       r.rating,
       r.deviation,
       r.volatility,
       r.matches,
       r.wins,
       r.updated_at,
       CASE WHEN deviation > 110 THEN NULL
            ELSE strftime('%Y-%m-%dT%H:%M:%S', substr(updated_at, 1, 19),
                          (30 * (1 + CASE
                              WHEN volatility <= 0 THEN 1200
                              ELSE min(1200, CAST((12100 - deviation * deviation)
                                                  / (volatility * volatility * 30177.874)
                                                  AS INTEGER)) END)) || ' days')
                 || substr(updated_at, 20) END
  FROM ratings r;

DROP TABLE ratings;
ALTER TABLE ratings_by_ladder RENAME TO ratings;
CREATE INDEX ratings_best ON ratings (kind, ladder, (rating - 2 * deviation) DESC, account);

-- The ladder of a rated match that ended with the deal, and whether the rating
-- after it was settled, and how the match came out. Matches so far have no outcome.
ALTER TABLE game_players ADD COLUMN rating_ladder TEXT
    CONSTRAINT game_players_ladder CHECK (rating_ladder IN ('people', 'bots'));
ALTER TABLE game_players ADD COLUMN rating_settled INTEGER
    CONSTRAINT game_players_settled
        CHECK (rating_settled IS NULL OR (rating_settled IN (0, 1)
            AND rating_ladder IS NOT NULL AND rating_after IS NOT NULL));
ALTER TABLE game_players ADD COLUMN match_won INTEGER
    CONSTRAINT game_players_match_won CHECK (match_won IN (0, 1));
ALTER TABLE game_players ADD COLUMN match_forfeited INTEGER
    CONSTRAINT game_players_match CHECK (match_forfeited IN (0, 1)
        AND (match_won IS NULL) = (match_forfeited IS NULL));

-- Rated matches so far belong to the ladder of the rating that they moved. Those
-- that moved it count, and it is taken as settled from the tenth of them on;
-- for the others of those who played there was no rating.
UPDATE game_players
   SET rating_ladder = coalesce(
           (SELECT r.ladder FROM ratings r
             WHERE r.account = game_players.account AND r.kind = game_players.game_kind),
           CASE WHEN EXISTS (SELECT 1 FROM game_players b
                              WHERE b.game = game_players.game AND b.kind = 'bot')
                THEN 'bots' ELSE 'people' END)
 WHERE rating_after IS NOT NULL;
UPDATE game_players SET rating_before = NULL, rating_after = NULL
 WHERE rating_before = rating_after;
UPDATE game_players SET rating_settled = n.number >= 10
  FROM (SELECT game, seat,
               row_number() OVER (PARTITION BY account, game_kind
                                  ORDER BY finished_at, game) AS number
          FROM game_players WHERE rating_after IS NOT NULL) n
 WHERE n.game = game_players.game AND n.seat = game_players.seat;
