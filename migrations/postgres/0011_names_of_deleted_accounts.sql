-- Deals kept the names under which they were played, also of accounts deleted since.
UPDATE game_players SET name = ''
 WHERE name <> '' AND account IN (SELECT id FROM accounts WHERE kind = 'deleted');
