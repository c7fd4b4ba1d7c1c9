-- Bots go with their owners. Those of accounts deleted so far had stayed.
DELETE FROM sessions
 WHERE account IN (SELECT bot.id FROM accounts AS bot JOIN accounts AS owner ON owner.id = bot.owner
                    WHERE owner.kind = 'deleted');
DELETE FROM following
 WHERE followed IN (SELECT bot.id FROM accounts AS bot JOIN accounts AS owner ON owner.id = bot.owner
                     WHERE owner.kind = 'deleted');
UPDATE accounts SET name = '', name_key = '', kind = 'deleted', level = NULL
 WHERE kind = 'bot' AND owner IN (SELECT id FROM accounts WHERE kind = 'deleted');
UPDATE game_players SET name = ''
 WHERE name <> '' AND account IN (SELECT id FROM accounts WHERE kind = 'deleted');
