-- The points of the cards that a player took are kept in the game's own smallest
-- unit: thirds of a point in tršet and kifameno, points in tarok and tablić.
ALTER TABLE game_players RENAME COLUMN thirds TO card_points;
ALTER VIEW move_facts RENAME COLUMN thirds TO card_points;

-- Tarok's were kept in thirds too, and tablić's in the result alone.
UPDATE game_players SET card_points = card_points / 3
 WHERE game IN (SELECT id FROM games WHERE kind LIKE 'tarok-%');
UPDATE game_players
   SET card_points = (g.result -> 'seats' -> seat::INTEGER ->> 'card_points')::INTEGER
  FROM games g
 WHERE g.id = game_players.game AND g.kind LIKE 'tablic-%' AND g.result IS NOT NULL;
