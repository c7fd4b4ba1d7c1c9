-- Lists of finished deals come from one index each, however rare what is asked
-- for: by kind and, because deals of private tables are listed only for those
-- who played in them, by whether the table was private. Both stand with the
-- players' rows again, so that a player's list needs no other table.
ALTER TABLE games ADD COLUMN private BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE game_players ADD COLUMN game_kind TEXT NOT NULL DEFAULT '';
ALTER TABLE game_players ADD COLUMN private BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE games SET private = TRUE
 WHERE table_id IN (SELECT id FROM tables WHERE invite IS NOT NULL);
UPDATE game_players SET game_kind = g.kind, private = g.private
  FROM games g WHERE g.id = game_players.game;

DROP INDEX games_by_end;
DROP INDEX games_by_kind;
DROP INDEX game_players_by_account;
CREATE INDEX games_by_end
    ON games (private, finished_at DESC, id DESC) WHERE finished_at IS NOT NULL;
CREATE INDEX games_by_kind
    ON games (kind, private, finished_at DESC, id DESC) WHERE finished_at IS NOT NULL;
-- Of running deals too: it also finds whether somebody has played at all.
CREATE INDEX game_players_by_account
    ON game_players (account, private, finished_at DESC, game DESC);
CREATE INDEX game_players_by_kind
    ON game_players (account, game_kind, private, finished_at DESC, game DESC)
 WHERE finished_at IS NOT NULL;

-- Who has left no trace, and may be forgotten.
CREATE INDEX accounts_guests ON accounts (created_at, id) WHERE kind = 'guest';
CREATE INDEX seats_by_account ON seats (account) WHERE account IS NOT NULL;
CREATE INDEX tables_by_creator ON tables (creator) WHERE creator IS NOT NULL;
