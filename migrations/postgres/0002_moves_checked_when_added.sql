-- A foreign key locks the row it finds, and a lock is a write: two of them cost
-- more than the move itself. The one statement that adds moves looks for the
-- player's seat in a running game, and for the account that decided, instead.
ALTER TABLE moves DROP CONSTRAINT moves_player, DROP CONSTRAINT moves_account;
