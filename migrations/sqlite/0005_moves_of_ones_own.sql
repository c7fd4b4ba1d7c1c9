-- The number of a seat's actions that its own player decided, and of all its
-- actions; known when the deal is over. A player who decided fewer than half of
-- them did not play the deal: somebody else did, and nothing of it is theirs.
ALTER TABLE game_players ADD COLUMN own_moves INTEGER
    CONSTRAINT game_players_own_moves CHECK (own_moves >= 0);
ALTER TABLE game_players ADD COLUMN seat_moves INTEGER
    CONSTRAINT game_players_seat_moves CHECK (own_moves <= seat_moves);

UPDATE game_players SET own_moves = 0, seat_moves = 0 WHERE finished_at IS NOT NULL;
UPDATE game_players SET own_moves = m.own, seat_moves = m.of_all
  FROM (SELECT game, seat, count(*) AS of_all,
               sum(CASE WHEN moved_by = 'player' THEN 1 ELSE 0 END) AS own
          FROM moves GROUP BY game, seat) m
 WHERE game_players.game = m.game AND game_players.seat = m.seat
   AND game_players.finished_at IS NOT NULL;
UPDATE game_players SET won = 0, forfeited = 1 WHERE own_moves * 2 < seat_moves;
