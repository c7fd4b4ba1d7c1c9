-- As identifiers do, and as on SQLite: so the names' index finds those that
-- begin alike, whatever the database's locale.
ALTER TABLE accounts ALTER COLUMN name_key TYPE TEXT COLLATE "C";
