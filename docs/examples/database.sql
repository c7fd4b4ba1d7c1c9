-- Questions to the database, for SQLite and Postgres (and for DuckDB that has one of them attached);
-- docs/DATA.md describes its views. ./check asks all of them.

-- The moves of good players, decided by themselves.
SELECT f.game, f.move_number, f.seat, f.player, f.action, f.decided_at, f.thinking_ms, f.won
  FROM move_facts f
  JOIN player_totals t ON t.account = f.player AND t.kind = f.kind
 WHERE f.kind = 'trset-2' AND t.games > 100 AND t.win_share > 0.5
   AND f.moved_by = 'player'  -- people: AND f.decider_kind IN ('person', 'guest')
 ORDER BY f.game, f.move_number;

-- The games of one player, newest first.
SELECT p.game, g.kind, p.finished_at, p.won, p.points, p.rating_after
  FROM finished_seats p
  JOIN finished_games g ON g.id = p.game
  JOIN players a ON a.id = p.account
 WHERE a.name = 'gentle'
 ORDER BY p.finished_at DESC, p.game DESC
 LIMIT 50;

-- All that is needed to replay games.
SELECT g.id, g.options, g.dealer, s.secret, s.nonces, m.number, m.seat, m.action
  FROM finished_games g
  JOIN revealed_shuffles s ON s.game = g.id
  JOIN finished_moves m ON m.game = g.id
 WHERE g.kind = 'trset-2'
 ORDER BY g.finished_at, g.id, m.number;

-- Thinking times of people and of bots by level.
SELECT kind, decider_kind, decider_level, count(*) AS moves, avg(thinking_ms) AS mean_ms
  FROM move_facts
 WHERE decider_kind <> 'server'
 GROUP BY kind, decider_kind, decider_level
 ORDER BY kind, mean_ms;

-- Does the dealer have an advantage?
SELECT g.kind, count(*) AS deals, avg(CASE WHEN p.won THEN 1.0 ELSE 0.0 END) AS dealer_wins
  FROM finished_games g
  JOIN finished_seats p ON p.game = g.id AND p.seat = g.dealer
 GROUP BY g.kind;
