-- Who has verified a pair and when; empty where nobody has.
ALTER TABLE pair ADD COLUMN verified text NOT NULL DEFAULT '';
