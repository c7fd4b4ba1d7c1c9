-- The card of tarok that an account shows as its picture; without one the page chooses by the id.
ALTER TABLE accounts ADD COLUMN face TEXT
    CONSTRAINT accounts_face CHECK (face GLOB '[HDSC][KQCJ]' OR face GLOB 'T[1-9]'
        OR face GLOB 'T1[0-9]' OR face GLOB 'T2[0-2]');
