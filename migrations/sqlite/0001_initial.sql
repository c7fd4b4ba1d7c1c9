-- Accounts, tables, games and moves. docs/DATA.md explains every table.
--
-- Times are text in UTC, always `2026-11-21T04:15:00.123456Z`: that sorts, can
-- be compared with a shorter literal, and SQLite's date functions read it.
-- JSON is text. Booleans are 0 and 1. The Postgres schema is the same but for
-- these types.

CREATE TABLE accounts (
    id            TEXT NOT NULL CONSTRAINT accounts_id PRIMARY KEY,
    name          TEXT NOT NULL,
    name_key      TEXT NOT NULL,
    kind          TEXT NOT NULL,
    level         TEXT,
    owner         TEXT CONSTRAINT accounts_owner REFERENCES accounts (id),
    password_hash TEXT,
    created_at    TEXT NOT NULL,
    CONSTRAINT accounts_kind CHECK (kind IN ('guest', 'person', 'bot', 'deleted')),
    CONSTRAINT accounts_text CHECK (instr(name || name_key, char(0)) = 0),
    CONSTRAINT accounts_reserved_name_not_empty
        CHECK (kind NOT IN ('person', 'bot') OR name_key <> ''),
    CONSTRAINT accounts_password_for_persons_only
        CHECK (kind = 'person' OR password_hash IS NULL),
    CONSTRAINT accounts_created_at CHECK (created_at GLOB '????-??-??T??:??:??.??????Z')
) STRICT;

-- Guests share names; persons and bots own theirs.
CREATE UNIQUE INDEX accounts_name ON accounts (name_key) WHERE kind IN ('person', 'bot');
CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;

CREATE TABLE sessions (
    token_hash BLOB NOT NULL CONSTRAINT sessions_token_hash PRIMARY KEY,
    account    TEXT NOT NULL CONSTRAINT sessions_account REFERENCES accounts (id),
    created_at TEXT NOT NULL,
    expires_at TEXT,
    CONSTRAINT sessions_sha256 CHECK (length(token_hash) = 32),
    CONSTRAINT sessions_created_at CHECK (created_at GLOB '????-??-??T??:??:??.??????Z'),
    CONSTRAINT sessions_expires_at CHECK (expires_at GLOB '????-??-??T??:??:??.??????Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX sessions_by_expiry ON sessions (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE tables (
    id         TEXT NOT NULL CONSTRAINT tables_id PRIMARY KEY,
    config     TEXT NOT NULL,
    creator    TEXT CONSTRAINT tables_creator REFERENCES accounts (id),
    invite     TEXT,
    created_at TEXT NOT NULL,
    seats      INTEGER NOT NULL,
    closed_at  TEXT,
    CONSTRAINT tables_config CHECK (json_valid(config)),
    CONSTRAINT tables_seats CHECK (seats >= 1),
    CONSTRAINT tables_created_at CHECK (created_at GLOB '????-??-??T??:??:??.??????Z'),
    CONSTRAINT tables_closed_at CHECK (closed_at GLOB '????-??-??T??:??:??.??????Z')
) STRICT;

CREATE INDEX tables_open ON tables (created_at, id) WHERE closed_at IS NULL;

-- One row a seat, from the moment the table is opened.
CREATE TABLE seats (
    table_id TEXT NOT NULL CONSTRAINT seats_table REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    account  TEXT CONSTRAINT seats_account REFERENCES accounts (id),
    CONSTRAINT seats_id PRIMARY KEY (table_id, seat),
    CONSTRAINT seats_seat CHECK (seat >= 0)
) STRICT, WITHOUT ROWID;

-- What a table carries from deal to deal.
CREATE TABLE table_states (
    table_id TEXT NOT NULL CONSTRAINT table_states_id PRIMARY KEY
        CONSTRAINT table_states_table REFERENCES tables (id),
    state    TEXT NOT NULL,
    CONSTRAINT table_states_state CHECK (json_valid(state))
) STRICT, WITHOUT ROWID;

-- One row a deal.
CREATE TABLE games (
    id           TEXT NOT NULL CONSTRAINT games_id PRIMARY KEY,
    table_id     TEXT NOT NULL CONSTRAINT games_table REFERENCES tables (id),
    match_number INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    options      TEXT NOT NULL,
    dealer       INTEGER NOT NULL,
    secret       TEXT NOT NULL,
    nonces       TEXT NOT NULL,
    started_at   TEXT NOT NULL,
    finished_at  TEXT,
    result       TEXT,
    CONSTRAINT games_place UNIQUE (table_id, match_number, number),
    CONSTRAINT games_numbers CHECK (match_number >= 1 AND number >= 1),
    CONSTRAINT games_kind CHECK (kind <> ''),
    CONSTRAINT games_options CHECK (json_valid(options)),
    CONSTRAINT games_dealer CHECK (dealer >= 0),
    CONSTRAINT games_secret
        CHECK (length(secret) = 64 AND secret NOT GLOB '*[^0-9a-fA-F]*'),
    CONSTRAINT games_nonces CHECK (json_type(nonces) = 'array'),
    CONSTRAINT games_result CHECK (json_valid(result)),
    CONSTRAINT games_finished_with_result CHECK ((finished_at IS NULL) = (result IS NULL)),
    CONSTRAINT games_started_at CHECK (started_at GLOB '????-??-??T??:??:??.??????Z'),
    CONSTRAINT games_finished_at CHECK (finished_at GLOB '????-??-??T??:??:??.??????Z')
) STRICT;

CREATE INDEX games_by_end ON games (finished_at DESC, id DESC) WHERE finished_at IS NOT NULL;
CREATE INDEX games_by_kind
    ON games (kind, finished_at DESC, id DESC) WHERE finished_at IS NOT NULL;

-- Everybody in a deal as they were then; what they took once it is over.
CREATE TABLE game_players (
    game          TEXT NOT NULL CONSTRAINT game_players_game REFERENCES games (id),
    seat          INTEGER NOT NULL,
    account       TEXT NOT NULL CONSTRAINT game_players_account REFERENCES accounts (id),
    name          TEXT NOT NULL,
    kind          TEXT NOT NULL,
    level         TEXT,
    thirds        INTEGER,
    points        INTEGER,
    won           INTEGER,
    forfeited     INTEGER,
    rating_before INTEGER,
    rating_after  INTEGER,
    -- The deal's own end again, so that one index lists a player's games.
    finished_at   TEXT,
    CONSTRAINT game_players_id PRIMARY KEY (game, seat),
    CONSTRAINT game_players_seat CHECK (seat >= 0),
    CONSTRAINT game_players_kind CHECK (kind IN ('guest', 'person', 'bot', 'deleted')),
    CONSTRAINT game_players_won CHECK (won IN (0, 1)),
    CONSTRAINT game_players_forfeited CHECK (forfeited IN (0, 1)),
    CONSTRAINT game_players_rating CHECK ((rating_before IS NULL) = (rating_after IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX game_players_by_account
    ON game_players (account, finished_at DESC, game DESC) WHERE finished_at IS NOT NULL;

-- With a rowid, unlike its neighbours: a commit adds one move to each of many
-- deals, and rows that lie in the order they came fill a few pages at the end
-- instead of touching one page for every deal.
CREATE TABLE moves (
    game        TEXT NOT NULL,
    number      INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    action      TEXT NOT NULL,
    moved_by    TEXT NOT NULL,
    account     TEXT CONSTRAINT moves_account REFERENCES accounts (id),
    at          TEXT NOT NULL,
    thinking_ms INTEGER NOT NULL,
    CONSTRAINT moves_id PRIMARY KEY (game, number),
    CONSTRAINT moves_player FOREIGN KEY (game, seat) REFERENCES game_players (game, seat),
    CONSTRAINT moves_number CHECK (number >= 1),
    CONSTRAINT moves_moved_by CHECK (moved_by IN ('player', 'substitute', 'server')),
    CONSTRAINT moves_decider CHECK (
        CASE moved_by WHEN 'player' THEN account IS NOT NULL
                      WHEN 'server' THEN account IS NULL ELSE TRUE END),
    CONSTRAINT moves_at CHECK (at GLOB '????-??-??T??:??:??.??????Z'),
    CONSTRAINT moves_thinking CHECK (thinking_ms >= 0)
) STRICT;

CREATE TABLE ratings (
    account    TEXT NOT NULL CONSTRAINT ratings_account REFERENCES accounts (id),
    kind       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    matches    INTEGER NOT NULL,
    wins       INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    CONSTRAINT ratings_id PRIMARY KEY (account, kind),
    -- No infinity and, on Postgres, no NaN.
    CONSTRAINT ratings_finite CHECK (rating BETWEEN -1e9 AND 1e9
        AND deviation BETWEEN 0 AND 1e9 AND volatility BETWEEN 0 AND 1e9),
    CONSTRAINT ratings_counts CHECK (matches >= 0 AND wins BETWEEN 0 AND matches),
    CONSTRAINT ratings_updated_at CHECK (updated_at GLOB '????-??-??T??:??:??.??????Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_best ON ratings (kind, (rating - 2 * deviation) DESC, account);

-- Written by the health check, to see whether writing works.
CREATE TABLE heartbeat (
    id    INTEGER NOT NULL CONSTRAINT heartbeat_id PRIMARY KEY,
    beats INTEGER NOT NULL,
    CONSTRAINT heartbeat_single CHECK (id = 1)
) STRICT;
INSERT INTO heartbeat (id, beats) VALUES (1, 0);

-- For miners: one row a move, with who decided it and how the deal ended.
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
       m.at,
       m.thinking_ms,
       g.started_at,
       g.finished_at,
       p.thirds,
       p.points,
       p.won,
       p.forfeited
  FROM moves m
  JOIN games g ON g.id = m.game
  JOIN game_players p ON p.game = m.game AND p.seat = m.seat
  LEFT JOIN accounts a ON a.id = m.account;

-- For miners: finished games, wins and points of every account, by kind.
CREATE VIEW player_totals AS
SELECT p.account,
       a.name,
       a.kind          AS account_kind,
       a.level,
       g.kind,
       count(*)        AS games,
       sum(CASE WHEN p.won THEN 1 ELSE 0 END)       AS wins,
       avg(CASE WHEN p.won THEN 1.0 ELSE 0.0 END)   AS win_share,
       coalesce(sum(p.points), 0)                   AS points,
       sum(CASE WHEN p.forfeited THEN 1 ELSE 0 END) AS forfeits
  FROM game_players p
  JOIN games g ON g.id = p.game
  JOIN accounts a ON a.id = p.account
 WHERE g.finished_at IS NOT NULL
 GROUP BY p.account, a.name, a.kind, a.level, g.kind;
