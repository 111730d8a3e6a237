-- Beneficiaries become people, in the order of their codes. What a person is, the latest year's file says.

CREATE OR REPLACE TEMP TABLE ssa_state AS
SELECT unnest AS state, printf('%02d', ordinality) AS ssa
FROM unnest(['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI',
             'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT',
             'VI', 'VA', 'WA', 'WV', 'WI', 'WY']) WITH ORDINALITY;

CREATE OR REPLACE TEMP TABLE beneficiary AS
SELECT beneficiary, arg_max(birth, year) AS birth, min(death) AS death, arg_max(sex, year) AS sex, arg_max(race, year) AS race,
       arg_max(state || '-' || county, year) AS place
FROM raw_beneficiary
GROUP BY beneficiary;

-- A place is a county of the Social Security Administration's list: state and county code.
INSERT INTO location BY NAME
SELECT coalesce((SELECT max(location_id) FROM location), 0) + row_number() OVER (ORDER BY p.place) AS location_id,
       s.state, split_part(p.place, '-', 2) AS county, p.place AS location_source_value,
       constant('United States') AS country_concept_id
FROM (SELECT DISTINCT place FROM beneficiary WHERE place IS NOT NULL) AS p
LEFT JOIN ssa_state AS s ON s.ssa = split_part(p.place, '-', 1)
WHERE p.place NOT IN (SELECT location_source_value FROM location)
ORDER BY location_id;

-- A beneficiary without a year of birth can't be a person; the claims of such a one are counted as not kept.
INSERT INTO person BY NAME
SELECT coalesce((SELECT max(person_id) FROM person), 0) + row_number() OVER (ORDER BY b.beneficiary) AS person_id,
       CASE b.sex WHEN '1' THEN constant('male') WHEN '2' THEN constant('female') ELSE 0 END AS gender_concept_id,
       year(b.birth) AS year_of_birth, month(b.birth) AS month_of_birth, day(b.birth) AS day_of_birth, CAST(b.birth AS TIMESTAMP) AS birth_datetime,
       CASE b.race WHEN '1' THEN constant('white') WHEN '2' THEN constant('black') ELSE 0 END AS race_concept_id,
       CASE b.race WHEN '5' THEN constant('hispanic') ELSE constant('not hispanic') END AS ethnicity_concept_id,
       l.location_id, b.beneficiary AS person_source_value, b.sex AS gender_source_value, 0 AS gender_source_concept_id,
       b.race AS race_source_value, 0 AS race_source_concept_id, b.race AS ethnicity_source_value, 0 AS ethnicity_source_concept_id
FROM beneficiary AS b
LEFT JOIN location AS l ON l.location_source_value = b.place
WHERE b.birth IS NOT NULL AND b.beneficiary NOT IN (SELECT person_source_value FROM person)
ORDER BY person_id;

CREATE OR REPLACE TEMP TABLE member AS
SELECT p.person_id, b.beneficiary, b.birth, b.death
FROM beneficiary AS b JOIN person AS p ON p.person_source_value = b.beneficiary;

INSERT INTO death BY NAME
SELECT m.person_id, m.death AS death_date, CAST(m.death AS TIMESTAMP) AS death_datetime, constant('enrolment record') AS death_type_concept_id
FROM member AS m
WHERE m.death IS NOT NULL AND m.person_id NOT IN (SELECT person_id FROM death)
ORDER BY m.person_id;
