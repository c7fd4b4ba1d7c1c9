-- Accounts, tables, games and moves. docs/DATA.md explains every table.
--
-- Times are TIMESTAMPTZ. Identifiers compare by bytes (COLLATE "C"), so that
-- lists come in the same order as from SQLite whatever the database's locale.
-- JSON columns are JSON, not JSONB: they give back exactly what was written,
-- numbers and all. The SQLite schema is the same but for its types.

CREATE TABLE accounts (
    id            TEXT COLLATE "C" NOT NULL CONSTRAINT accounts_id PRIMARY KEY,
    name          TEXT NOT NULL,
    name_key      TEXT NOT NULL,
    kind          TEXT NOT NULL,
    level         TEXT,
    owner         TEXT COLLATE "C" CONSTRAINT accounts_owner REFERENCES accounts (id),
    password_hash TEXT,
    created_at    TIMESTAMPTZ NOT NULL,
    CONSTRAINT accounts_kind CHECK (kind IN ('guest', 'person', 'bot', 'deleted')),
    CONSTRAINT accounts_reserved_name_not_empty
        CHECK (kind NOT IN ('person', 'bot') OR name_key <> ''),
    CONSTRAINT accounts_password_for_persons_only
        CHECK (kind = 'person' OR password_hash IS NULL)
);

-- Guests share names; persons and bots own theirs.
CREATE UNIQUE INDEX accounts_name ON accounts (name_key) WHERE kind IN ('person', 'bot');
CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;

CREATE TABLE sessions (
    token_hash BYTEA NOT NULL CONSTRAINT sessions_token_hash PRIMARY KEY,
    account    TEXT COLLATE "C" NOT NULL CONSTRAINT sessions_account REFERENCES accounts (id),
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ,
    CONSTRAINT sessions_sha256 CHECK (octet_length(token_hash) = 32)
);

CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX sessions_by_expiry ON sessions (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE tables (
    id         TEXT COLLATE "C" NOT NULL CONSTRAINT tables_id PRIMARY KEY,
    config     JSON NOT NULL,
    creator    TEXT COLLATE "C" CONSTRAINT tables_creator REFERENCES accounts (id),
    invite     TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    seats      SMALLINT NOT NULL,
    closed_at  TIMESTAMPTZ,
    CONSTRAINT tables_seats CHECK (seats >= 1)
);

CREATE INDEX tables_open ON tables (created_at, id) WHERE closed_at IS NULL;

-- One row a seat, from the moment the table is opened.
CREATE TABLE seats (
    table_id TEXT COLLATE "C" NOT NULL CONSTRAINT seats_table REFERENCES tables (id),
    seat     SMALLINT NOT NULL,
    account  TEXT COLLATE "C" CONSTRAINT seats_account REFERENCES accounts (id),
    CONSTRAINT seats_id PRIMARY KEY (table_id, seat),
    CONSTRAINT seats_seat CHECK (seat >= 0)
);

-- What a table carries from deal to deal.
CREATE TABLE table_states (
    table_id TEXT COLLATE "C" NOT NULL CONSTRAINT table_states_id PRIMARY KEY
        CONSTRAINT table_states_table REFERENCES tables (id),
    state    JSON NOT NULL
);

-- One row a deal.
CREATE TABLE games (
    id           TEXT COLLATE "C" NOT NULL CONSTRAINT games_id PRIMARY KEY,
    table_id     TEXT COLLATE "C" NOT NULL CONSTRAINT games_table REFERENCES tables (id),
    match_number INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    options      JSON NOT NULL,
    dealer       SMALLINT NOT NULL,
    secret       TEXT NOT NULL,
    nonces       JSON NOT NULL,
    started_at   TIMESTAMPTZ NOT NULL,
    finished_at  TIMESTAMPTZ,
    result       JSON,
    CONSTRAINT games_place UNIQUE (table_id, match_number, number),
    CONSTRAINT games_numbers CHECK (match_number >= 1 AND number >= 1),
    CONSTRAINT games_kind CHECK (kind <> ''),
    CONSTRAINT games_dealer CHECK (dealer >= 0),
    CONSTRAINT games_secret CHECK (secret ~ '^[0-9a-fA-F]{64}$'),
    CONSTRAINT games_nonces CHECK (json_typeof(nonces) = 'array'),
    CONSTRAINT games_finished_with_result CHECK ((finished_at IS NULL) = (result IS NULL))
);

CREATE INDEX games_by_end ON games (finished_at DESC, id DESC) WHERE finished_at IS NOT NULL;
CREATE INDEX games_by_kind
    ON games (kind, finished_at DESC, id DESC) WHERE finished_at IS NOT NULL;

-- Everybody in a deal as they were then; what they took once it is over.
CREATE TABLE game_players (
    game          TEXT COLLATE "C" NOT NULL CONSTRAINT game_players_game REFERENCES games (id),
    seat          SMALLINT NOT NULL,
    account       TEXT COLLATE "C" NOT NULL CONSTRAINT game_players_account REFERENCES accounts (id),
    name          TEXT NOT NULL,
    kind          TEXT NOT NULL,
    level         TEXT,
    thirds        INTEGER,
    points        INTEGER,
    won           BOOLEAN,
    forfeited     BOOLEAN,
    rating_before INTEGER,
    rating_after  INTEGER,
    -- The deal's own end again, so that one index lists a player's games.
    finished_at   TIMESTAMPTZ,
    CONSTRAINT game_players_id PRIMARY KEY (game, seat),
    CONSTRAINT game_players_seat CHECK (seat >= 0),
    CONSTRAINT game_players_kind CHECK (kind IN ('guest', 'person', 'bot', 'deleted')),
    CONSTRAINT game_players_rating CHECK ((rating_before IS NULL) = (rating_after IS NULL))
);

CREATE INDEX game_players_by_account
    ON game_players (account, finished_at DESC, game DESC) WHERE finished_at IS NOT NULL;

CREATE TABLE moves (
    game        TEXT COLLATE "C" NOT NULL,
    number      INTEGER NOT NULL,
    seat        SMALLINT NOT NULL,
    action      TEXT NOT NULL,
    moved_by    TEXT NOT NULL,
    account     TEXT COLLATE "C" CONSTRAINT moves_account REFERENCES accounts (id),
    at          TIMESTAMPTZ NOT NULL,
    thinking_ms BIGINT NOT NULL,
    CONSTRAINT moves_id PRIMARY KEY (game, number),
    CONSTRAINT moves_player FOREIGN KEY (game, seat) REFERENCES game_players (game, seat),
    CONSTRAINT moves_number CHECK (number >= 1),
    CONSTRAINT moves_moved_by CHECK (moved_by IN ('player', 'substitute', 'server')),
    CONSTRAINT moves_decider CHECK (
        CASE moved_by WHEN 'player' THEN account IS NOT NULL
                      WHEN 'server' THEN account IS NULL ELSE TRUE END),
    CONSTRAINT moves_thinking CHECK (thinking_ms >= 0)
);

CREATE TABLE ratings (
    account    TEXT COLLATE "C" NOT NULL CONSTRAINT ratings_account REFERENCES accounts (id),
    kind       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    matches    INTEGER NOT NULL,
    wins       INTEGER NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT ratings_id PRIMARY KEY (account, kind),
    -- No infinity and, on Postgres, no NaN.
    CONSTRAINT ratings_finite CHECK (rating BETWEEN -1e9 AND 1e9
        AND deviation BETWEEN 0 AND 1e9 AND volatility BETWEEN 0 AND 1e9),
    CONSTRAINT ratings_counts CHECK (matches >= 0 AND wins BETWEEN 0 AND matches)
);

CREATE INDEX ratings_best ON ratings (kind, (rating - 2 * deviation) DESC, account);

-- Written by the health check, to see whether writing works.
CREATE TABLE heartbeat (
    id    INTEGER NOT NULL CONSTRAINT heartbeat_id PRIMARY KEY,
    beats BIGINT NOT NULL,
    CONSTRAINT heartbeat_single CHECK (id = 1)
);
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
