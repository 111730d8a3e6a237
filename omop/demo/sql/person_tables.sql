-- The people themselves, their time under observation, their plans and deaths.

INSERT INTO person BY NAME
    SELECT p.person_id, p.gender_concept_id, year(birth_date) AS year_of_birth, month(birth_date) AS month_of_birth,
           day(birth_date) AS day_of_birth,
           birth_date::TIMESTAMP AS birth_datetime, race_concept_id,
           CASE WHEN hispanic THEN 38003563 ELSE 38003564 END AS ethnicity_concept_id, location_id,
           1 + pick((getvariable('providers') * 0.5)::INTEGER, p.person_id, 'doctor') AS provider_id,
           1 + pick(getvariable('providers') // 4, p.person_id, 'home site') AS care_site_id,
           upper(substr(md5(p.person_id || ':' || getvariable('seed')), 1, 16)) AS person_source_value,
           CASE gender_concept_id WHEN 8532 THEN '2' ELSE '1' END AS gender_source_value, 0 AS gender_source_concept_id,
           CASE WHEN hispanic THEN '5' WHEN race_concept_id = 8527 THEN '1' WHEN race_concept_id = 8516 THEN '2'
             ELSE '3' END AS race_source_value, 0 AS race_source_concept_id,
           CASE WHEN hispanic THEN '5' ELSE '1' END AS ethnicity_source_value, 0 AS ethnicity_source_concept_id
    FROM b_person AS p ORDER BY 1;

INSERT INTO observation_period BY NAME
    SELECT person_id AS observation_period_id, person_id, entry AS observation_period_start_date, exit AS observation_period_end_date,
           44814722 AS period_type_concept_id
    FROM b_person ORDER BY 1;

INSERT INTO payer_plan_period BY NAME
    SELECT person_id * 10 + n AS payer_plan_period_id, person_id, entry AS payer_plan_period_start_date,
           exit AS payer_plan_period_end_date,
           0 AS payer_concept_id, 'Medicare' AS payer_source_value, 0 AS payer_source_concept_id, 0 AS plan_concept_id,
           ['Medicare Part A', 'Medicare Part B', 'Medicare Part D'][n] AS plan_source_value, 0 AS plan_source_concept_id,
           0 AS sponsor_concept_id, 0 AS sponsor_source_concept_id, 0 AS stop_reason_concept_id, 0 AS stop_reason_source_concept_id
    FROM b_person, range(1, 4) AS r(n)
    WHERE n = 1 OR n = 2 AND u(person_id, 'part b') < 0.95 OR n = 3 AND u(person_id, 'part d') < 0.72
    ORDER BY 1;

-- The cause is what weighs most among what the person had.
INSERT INTO death BY NAME
    WITH cause AS (
        SELECT d.person_id, max_by(h.disease_id, m.death * 1000 - h.disease_id) AS disease_id, max(m.death) AS weight
        FROM b_death AS d JOIN b_has AS h USING (person_id) JOIN m_disease AS m USING (disease_id) GROUP BY ALL)
    SELECT d.person_id, d.death_date, d.death_date::TIMESTAMP AS death_datetime, 32885 AS death_type_concept_id,
           coalesce(g.concept_id, 0) AS cause_concept_id, g.source_value AS cause_source_value,
           coalesce(g.source_concept_id, 0) AS cause_source_concept_id
    FROM b_death AS d
    LEFT JOIN cause AS c ON c.person_id = d.person_id AND c.weight > 1.2 AND u(d.person_id, 'cause known') < 0.8
    LEFT JOIN m_diagnosis AS g ON g.disease_id = c.disease_id AND u(d.person_id, 'cause') >= g.low AND u(d.person_id, 'cause') < g.high
    QUALIFY row_number() OVER (PARTITION BY d.person_id ORDER BY g.concept_id) = 1
    ORDER BY 1;
