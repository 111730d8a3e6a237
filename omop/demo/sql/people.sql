-- One batch of people: who they are and how long they are seen.

CREATE OR REPLACE TEMP TABLE b_person AS
    WITH drawn AS (
        SELECT i AS person_id, u(i, 'age group') AS g, u(i, 'age') AS a, u(i, 'race') AS r, u(i, 'entry') AS e, u(i, 'exit') AS x
        FROM range(getvariable('first_person'), getvariable('last_person') + 1) AS t(i)),
    aged AS (
        SELECT *, CASE WHEN g < 0.16 THEN 28 + floor(37 * sqrt(a)) ELSE 65 + floor(-ln(1 - a * 0.95) * 12.5) END::INTEGER AS age_2009
        FROM drawn)
    SELECT person_id, age_2009, CASE WHEN age_2009 < 65 THEN 1 WHEN age_2009 < 75 THEN 2 WHEN age_2009 < 85 THEN 3 ELSE 4 END AS band,
           make_date(2008 - age_2009, 1 + pick(12, person_id, 'month'), 1 + pick(28, person_id, 'day')) AS birth_date,
           CASE WHEN u(person_id, 'sex') < 0.50 + age_2009 * 0.0007 THEN 8532 ELSE 8507 END AS gender_concept_id,
           CASE WHEN r < 0.832 THEN 8527 WHEN r < 0.940 THEN 8516 WHEN r < 0.960 THEN 8515 WHEN r < 0.985 THEN 8527
             ELSE 0 END AS race_concept_id,
           r >= 0.960 AND r < 0.985 AS hispanic,
           (SELECT location_id FROM m_county WHERE u(person_id, 'county') >= low AND u(person_id, 'county') < high) AS location_id,
           CASE WHEN e < 0.86 THEN DATE '2008-01-01' ELSE DATE '2008-01-01' + pick(880, person_id, 'entry day') END AS entry,
           CASE WHEN x < 0.94 THEN DATE '2010-12-31' ELSE DATE '2010-12-31' - pick(180, person_id, 'exit day') END AS exit,
           0.55 + 0.9 * u(person_id, 'frailty') AS frailty, u(person_id, 'frailty') AS frailty_u
    FROM aged;

CREATE OR REPLACE TEMP TABLE b_has (person_id BIGINT, disease_id SMALLINT, onset DATE);
