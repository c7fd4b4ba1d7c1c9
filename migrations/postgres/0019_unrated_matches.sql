-- Why the match that ended with the deal changed no rating, empty where it changed some, goes on, or the reason is
-- not known. Of matches so far it follows from the table and from the accounts, but for opponents of one household.
ALTER TABLE games ADD COLUMN unrated TEXT CONSTRAINT games_unrated CHECK (unrated <> '');

UPDATE games
   SET unrated = CASE
           WHEN t.config ->> 'demo' = 'true' THEN 'exhibition'
           WHEN games.private THEN 'private'
           WHEN t.config #>> '{table,rated}' = 'false' THEN 'casual'
           WHEN (t.config #>> '{table,clock,move_ms}')::bigint < 5000 THEN 'hurried'
           WHEN (SELECT count(*) > count(DISTINCT coalesce(a.owner, a.id))
                   FROM game_players p JOIN accounts a ON a.id = p.account
                  WHERE p.game = games.id) THEN 'one_person'
           -- Results between guests, of guests against persons and between bots of the house count for nobody.
           WHEN NOT EXISTS (
               SELECT 1
                 FROM game_players p
                 JOIN game_players o ON o.game = p.game AND o.seat <> p.seat AND o.kind <> 'guest'
                 JOIN accounts a ON a.id = p.account
                 JOIN accounts b ON b.id = o.account
                WHERE p.game = games.id
                  AND CASE WHEN p.kind = 'guest' THEN o.kind = 'bot' AND b.owner IS NULL
                           ELSE NOT (p.kind = 'bot' AND a.owner IS NULL AND o.kind = 'bot' AND b.owner IS NULL)
                      END) THEN 'guests'
           END
  FROM tables t
 WHERE t.id = games.table_id
   AND games.id IN (SELECT p.game FROM game_players p
                     GROUP BY p.game
                    HAVING count(p.match_won) > 0 AND count(p.rating_ladder) = 0);

CREATE OR REPLACE VIEW finished_games AS
SELECT id, table_id, match_number, number, kind, options, dealer, started_at, finished_at,
       result, private, people, unrated
  FROM games
 WHERE finished_at IS NOT NULL;
