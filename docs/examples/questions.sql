-- Questions to the Parquet files of `vzetek-lab export --format parquet --out vzetek`, for DuckDB (tried
-- with 1.5.5); docs/DATA.md describes them. ./check asks all of them of a record of random deals.

-- How often each card is led at tršet for two, and how often that wins.
SELECT action, count(*) AS leads, avg(won::INT) AS won
  FROM 'vzetek/kind=trset-2/*/*/decisions.parquet'
 WHERE len(table_cards) = 0 AND moved_by = 'player'  -- of people: AND decider_kind <> 'bot'
 GROUP BY action
 ORDER BY leads DESC;

-- The moves of good players, with the attributes of section 4.5 of the tršet thesis, which chose
-- people with more than 10,000 games.
SELECT d.player, d.game, d.hand, d.known[2 - d.seat] AS known, d.table_cards, d.piles,
       d.action, d.table_cards[1] AS first_card, d.so_far[d.seat + 1] AS thirds, d.decided_at,
       d.player_count, d.kind
  FROM 'vzetek/*/*/*/decisions.parquet' d
  JOIN 'vzetek/players.parquet' p ON p.player = d.player AND p.kind = d.kind
 WHERE d.kind = 'trset-2' AND p.deals > 100 AND p.wins / p.deals > 0.5
   AND d.moved_by = 'player'  -- people: AND d.decider_kind IN ('person', 'guest')
 ORDER BY d.game, d.move_number;

-- The attributes of its section 4.6, which count cards, in the hand and out of play, and say what was
-- led: of a suit there are ten cards, from 4 to 3, so that a number says suit and rank.
WITH seen AS (
  SELECT game, move_number, action, table_cards[1] // 10 AS suit_led,
         table_cards[1] % 10 AS rank_led, hand, flatten(piles) AS gone
    FROM 'vzetek/kind=trset-2/*/*/decisions.parquet'
   WHERE action_id < 40
)
SELECT game, move_number, len(hand) AS cards, len(gone) AS gone,
       -- Threes, twos, aces, kings, knights and jacks.
       [len(list_filter(hand, lambda c: c % 10 = rank)) for rank in [9, 8, 7, 6, 5, 4]] AS ranks,
       [len(list_filter(gone, lambda c: c % 10 = rank)) for rank in [9, 8, 7, 6, 5, 4]] AS ranks_gone,
       [len(list_filter(hand, lambda c: c // 10 = suit)) for suit in [0, 1, 2, 3]] AS suits,
       [len(list_filter(gone, lambda c: c // 10 = suit)) for suit in [0, 1, 2, 3]] AS suits_gone,
       suit_led, rank_led, action
  FROM seen
 ORDER BY game, move_number;

-- Names of cards, from schema.json.
WITH names AS (
  SELECT unnest(games, recursive := true) FROM 'vzetek/schema.json'
)
SELECT d.game, d.move_number, list_transform(d.hand, lambda c: n.cards[c + 1]) AS hand, d.action
  FROM 'vzetek/kind=tarok-3/*/*/decisions.parquet' d, names n
 WHERE n.name = 'tarok'
 ORDER BY d.game, d.move_number
 LIMIT 20;

-- Tarok for four: what the declarer's taroks are worth, by contract.
SELECT contract, len(list_filter(hand, lambda c: c >= 32)) AS taroks, count(*) AS deals,
       avg(won::INT) AS won, avg(points) AS points
  FROM 'vzetek/kind=tarok-4/*/*/decisions.parquet'
 WHERE seat = declarer AND phase IN ('calling', 'taking', 'doubling', 'announcing')
 GROUP BY ALL
HAVING count(*) > 1
 ORDER BY contract, taroks;

-- Tablić: how often a player captures who can, and how much.
SELECT kind, player_kind, player_level, count(*) AS chances,
       avg((len(captured) > 0)::INT) AS captures,
       avg(len(captured)) FILTER (len(captured) > 0) AS cards
  FROM 'vzetek/*/*/*/decisions.parquet'
 WHERE kind LIKE 'tablic-%' AND moved_by = 'player'
   AND len(list_filter(legal_captured, lambda c: len(c) > 0)) > 0
 GROUP BY ALL
 ORDER BY kind, captures DESC;

-- Thinking time by the number of legal actions.
SELECT kind, least(len(legal), 10) AS choices, count(*) AS decisions,
       median(thinking_ms) AS median_ms
  FROM 'vzetek/*/*/*/decisions.parquet'
 WHERE moved_by = 'player'  -- of people: AND decider_kind <> 'bot' AND thinking_ms > 0
 GROUP BY ALL
 ORDER BY kind, choices;

-- (people) Decisions with the rating that the player had when the match began, where matches were rated.
WITH matches AS (
  SELECT kind, table_id, match_number, s.player, max(s.rating_before) AS rating
    FROM (SELECT kind, table_id, match_number, unnest(seats) AS s
            FROM 'vzetek/*/*/*/deals.parquet')
   WHERE s.rating_before IS NOT NULL
   GROUP BY ALL
)
SELECT d.kind, m.rating // 100 * 100 AS band, count(*) AS decisions, avg(d.won::INT) AS won
  FROM 'vzetek/*/*/*/decisions.parquet' d
  JOIN 'vzetek/*/*/*/deals.parquet' g ON g.game = d.game AND g.kind = d.kind
  JOIN matches m ON m.kind = g.kind AND m.table_id = g.table_id
                AND m.match_number = g.match_number AND m.player = d.player
 GROUP BY ALL
 ORDER BY d.kind, band;

-- The shuffle: at tršet each of the forty cards should be dealt first as often as another (chi squared
-- with 39 degrees of freedom).
WITH first AS (
  SELECT deck[1] AS card, count(*) AS seen
    FROM 'vzetek/kind=trset-2/*/*/deals.parquet' GROUP BY 1
), total AS (SELECT sum(seen) / 40 AS expected FROM first)
SELECT sum((seen - expected) ** 2) / any_value(expected)
       + (40 - count(*)) * any_value(expected) AS chi_squared
  FROM first, total;

-- What everybody did in a deal before a decision.
SELECT d.game, d.move_number, list_transform(g.moves[1:d.move_number - 1], lambda m: m.action) AS before
  FROM 'vzetek/kind=tarok-4/*/*/decisions.parquet' d
  JOIN 'vzetek/kind=tarok-4/*/*/deals.parquet' g USING (game)
 WHERE d.phase = 'announcing'
 ORDER BY d.game, d.move_number;

-- A list of players by name: DuckDB reads the database itself, too, with its extension sqlite.
ATTACH 'vzetek.db' AS live (TYPE sqlite, READ_ONLY);
SELECT a.name, p.kind, p.deals, p.wins / p.deals AS win_share
  FROM 'vzetek/players.parquet' p
  JOIN live.players a ON a.id = p.player
 ORDER BY win_share DESC, p.deals DESC
 LIMIT 20;

-- (postgres) The same on Postgres, with its extension postgres.
ATTACH 'postgres://vzetek@localhost/vzetek' AS live (TYPE postgres, READ_ONLY);
SELECT a.name, p.kind, p.deals, p.wins / p.deals AS win_share
  FROM 'vzetek/players.parquet' p
  JOIN live.players a ON a.id = p.player
 ORDER BY win_share DESC, p.deals DESC
 LIMIT 20;
