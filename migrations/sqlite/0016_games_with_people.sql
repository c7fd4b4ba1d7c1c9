-- Whether a guest or a person had a seat: lists of such deals are not to be searched for among those that bots play
-- alone. A server of before, which does not know the column, adds deals that are listed.
ALTER TABLE games ADD COLUMN people INTEGER NOT NULL DEFAULT 1
    CONSTRAINT games_people CHECK (people IN (0, 1));
UPDATE games SET people = 0
 WHERE NOT EXISTS (SELECT 1 FROM game_players p WHERE p.game = games.id AND p.kind <> 'bot');

CREATE INDEX games_people_by_end
    ON games (people, private, finished_at DESC, id DESC) WHERE people = TRUE AND finished_at IS NOT NULL;
CREATE INDEX games_people_by_kind
    ON games (kind, people, private, finished_at DESC, id DESC) WHERE people = TRUE AND finished_at IS NOT NULL;
