-- The card of tarok that an account shows as its picture; without one the page chooses by the id.
ALTER TABLE accounts ADD COLUMN face TEXT
    CONSTRAINT accounts_face CHECK (face ~ '^([HDSC][KQCJ]|T([1-9]|1[0-9]|2[0-2]))$');
