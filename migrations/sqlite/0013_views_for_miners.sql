-- For miners, and for roles that may only read: nothing of deals that are going on, no
-- passwords, and the shuffles' secrets apart from the rest.
DROP VIEW move_facts;
CREATE VIEW move_facts AS
SELECT m.game,
       g.table_id,
       g.match_number,
       g.number                  AS deal_number,
       g.kind,
       (SELECT count(*) FROM game_players c WHERE c.game = m.game) AS player_count,
       g.options,
       g.dealer,
       m.number                  AS move_number,
       m.seat,
       p.account                 AS player,
       p.name                    AS player_name,
       p.kind                    AS player_kind,
       m.moved_by,
       m.account                 AS decided_by,
       CASE WHEN m.moved_by = 'server' THEN 'server'
            WHEN m.account = p.account THEN p.kind
            ELSE a.kind END      AS decider_kind,
       CASE WHEN m.moved_by = 'server' THEN NULL
            WHEN m.account = p.account THEN p.level
            ELSE a.level END     AS decider_level,
       m.action,
       m.at                      AS decided_at,
       m.thinking_ms,
       g.started_at,
       g.finished_at,
       p.card_points,
       p.points,
       p.won,
       p.forfeited
  FROM moves m
  JOIN games g ON g.id = m.game
  JOIN game_players p ON p.game = m.game AND p.seat = m.seat
  LEFT JOIN accounts a ON a.id = m.account
 WHERE g.finished_at IS NOT NULL;

CREATE VIEW finished_games AS
SELECT id, table_id, match_number, number, kind, options, dealer, started_at, finished_at,
       result, private
  FROM games
 WHERE finished_at IS NOT NULL;

CREATE VIEW finished_seats AS
SELECT game, seat, account, name, kind, level, card_points, points, won, forfeited, own_moves,
       seat_moves, match_won, match_forfeited, rating_ladder, rating_before, rating_after,
       rating_settled, finished_at, game_kind, private
  FROM game_players
 WHERE finished_at IS NOT NULL;

CREATE VIEW finished_moves AS
SELECT m.game, m.number, m.seat, m.action, m.moved_by, m.account, m.at AS decided_at,
       m.thinking_ms
  FROM moves m
  JOIN games g ON g.id = m.game
 WHERE g.finished_at IS NOT NULL;

CREATE VIEW revealed_shuffles AS
SELECT id AS game, secret, nonces, nonce_hashes
  FROM games
 WHERE finished_at IS NOT NULL;

CREATE VIEW dropped_promises AS
SELECT id, table_id, match_number, number, dealer, promised_at, game, reason, seats, dropped_at
  FROM promises
 WHERE reason IS NOT NULL;

CREATE VIEW players AS
SELECT id, name, kind, level, owner, created_at FROM accounts;
