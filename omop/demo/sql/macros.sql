-- Pseudo-random numbers that depend on what is drawn and not on when: the same key,
-- purpose and seed give the same number in any order and on any number of threads.
-- The outer hash is needed: hash(a, b) xors the hashes of its arguments, so that two
-- purposes would differ by the same bits for every key.
CREATE OR REPLACE TEMP MACRO u(key, purpose) AS
    (hash(hash(key, purpose, getvariable('seed'))) >> 11)::DOUBLE / 9007199254740992.0;

-- A standard normal number (Box and Muller).
CREATE OR REPLACE TEMP MACRO z(key, purpose) AS
    sqrt(-2 * ln(1 - u(key, purpose || '/r'))) * cos(2 * pi() * u(key, purpose || '/a'));

-- A whole number from 0 to n - 1.
CREATE OR REPLACE TEMP MACRO pick(n, key, purpose) AS floor(u(key, purpose) * (n))::INTEGER;

-- How often something happens that is expected x times: steadily, or more to some than
-- to others.
CREATE OR REPLACE TEMP MACRO times(x, key, purpose) AS floor((x) + u(key, purpose))::INTEGER;
CREATE OR REPLACE TEMP MACRO bouts(x, key, purpose) AS
    floor((x) * -ln(1 - u(key, purpose || '/bent')) + u(key, purpose))::INTEGER;

-- Offices are closed at the weekend.
CREATE OR REPLACE TEMP MACRO weekday(d) AS
    (d) + CASE isodow(d) WHEN 6 THEN -1 WHEN 7 THEN 1 ELSE 0 END;
