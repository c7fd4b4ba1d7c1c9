-- Matches among people alone and those in which a bot has a seat are rated
-- apart. A rating is settled until the time from which, if nothing changes it,
-- its deviation is above 110: it grows by a period for every 30 days.
ALTER TABLE ratings ADD COLUMN ladder TEXT;
ALTER TABLE ratings ADD COLUMN settled_until TIMESTAMPTZ;

-- Ratings so far were moved by both: they go on as ratings with bots, but for
-- those that no match with a bot has moved.
UPDATE ratings r
   SET ladder = CASE
           WHEN EXISTS (SELECT 1 FROM accounts a WHERE a.id = r.account AND a.kind = 'bot')
             OR EXISTS (SELECT 1
                          FROM game_players p
                          JOIN game_players b ON b.game = p.game AND b.kind = 'bot'
                         WHERE p.account = r.account AND p.game_kind = r.kind
                           AND p.rating_after IS NOT NULL)
           THEN 'bots' ELSE 'people' END,
       settled_until = CASE
           WHEN deviation > 110 THEN NULL
           ELSE updated_at + INTERVAL '720 hours' * (1 + CASE
               WHEN volatility <= 0 THEN 1200
               ELSE least(1200, floor((12100 - deviation * deviation)
                                      / (volatility * volatility * 30177.874))) END) END;

ALTER TABLE ratings
    ALTER COLUMN ladder SET NOT NULL,
    ADD CONSTRAINT ratings_ladder CHECK (ladder IN ('people', 'bots')),
    DROP CONSTRAINT ratings_id,
    ADD CONSTRAINT ratings_id PRIMARY KEY (account, kind, ladder);
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (kind, ladder, (rating - 2 * deviation) DESC, account);

-- The ladder of a rated match that ended with the deal, and whether the rating
-- after it was settled, and how the match came out. Matches so far have no outcome.
ALTER TABLE game_players ADD COLUMN rating_ladder TEXT
    CONSTRAINT game_players_ladder CHECK (rating_ladder IN ('people', 'bots'));
ALTER TABLE game_players ADD COLUMN rating_settled BOOLEAN
    CONSTRAINT game_players_settled
        CHECK (rating_settled IS NULL OR (rating_ladder IS NOT NULL AND rating_after IS NOT NULL));
ALTER TABLE game_players ADD COLUMN match_won BOOLEAN;
ALTER TABLE game_players ADD COLUMN match_forfeited BOOLEAN
    CONSTRAINT game_players_match CHECK ((match_won IS NULL) = (match_forfeited IS NULL));

-- Rated matches so far belong to the ladder of the rating that they moved. Those
-- that moved it count, and it is taken as settled from the tenth of them on;
-- for the others of those who played there was no rating.
UPDATE game_players p
   SET rating_ladder = coalesce(
           (SELECT r.ladder FROM ratings r WHERE r.account = p.account AND r.kind = p.game_kind),
           CASE WHEN EXISTS (SELECT 1 FROM game_players b WHERE b.game = p.game AND b.kind = 'bot')
                THEN 'bots' ELSE 'people' END)
 WHERE rating_after IS NOT NULL;
UPDATE game_players SET rating_before = NULL, rating_after = NULL
 WHERE rating_before = rating_after;
UPDATE game_players p
   SET rating_settled = n.number >= 10
  FROM (SELECT game, seat,
               row_number() OVER (PARTITION BY account, game_kind
                                  ORDER BY finished_at, game) AS number
          FROM game_players WHERE rating_after IS NOT NULL) n
 WHERE n.game = p.game AND n.seat = p.seat;
