-- Mistakes in SQL over OMOP 5.4, a statement a paragraph. The first line names the rules that have to find it.

-- select-only
SELECT * FROM (DESCRIBE person)

-- select-only
SELECT COUNT(*) AS columns FROM (SHOW TABLES)

-- select-only
WITH s AS (SELECT * FROM (SUMMARIZE person)) SELECT column_name FROM s

-- outside-access
SELECT COUNT(*) AS n FROM read_csv_auto('people.csv')

-- outside-access
WITH f AS (SELECT * FROM read_parquet('x.parquet')) SELECT COUNT(*) AS n FROM f

-- outside-access
SELECT COUNT(*) AS n FROM 'people.csv'

-- outside-access
SELECT p.person_id, getenv('HOME') AS home FROM person p

-- unknown-table
SELECT COUNT(*) AS patients FROM patients

-- unknown-table
WITH d AS (SELECT person_id FROM diagnosis) SELECT COUNT(DISTINCT person_id) AS patients FROM d

-- unknown-table
SELECT COUNT(*) AS patients FROM person p WHERE EXISTS (SELECT 1 FROM drug_exposures de WHERE de.person_id = p.person_id)

-- unknown-table
SELECT COUNT(*) AS n FROM attribute_definition

-- unknown-column
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE icd_code = 'E11'

-- unknown-column
WITH v AS (SELECT vo.admitting_source_concept_id AS source, vo.person_id FROM visit_occurrence vo) SELECT source, COUNT(DISTINCT person_id) AS patients FROM v GROUP BY source

-- unknown-column
SELECT COUNT(DISTINCT d.person_id) AS patients FROM death d JOIN visit_occurrence v ON v.visit_occurrence_id = d.visit_occurrence_id

-- unknown-column
WITH a AS (SELECT person_id FROM condition_occurrence) SELECT COUNT(DISTINCT a.person_id) AS patients FROM a WHERE a.condition_start_date > DATE '2009-01-01'

-- unknown-column
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE p.gender_concept_id = 8532

-- unknown-column
SELECT COUNT(*) AS patients FROM person WHERE person_id IN (SELECT person_id FROM concept WHERE domain_id = 'Condition')

-- placeholder-place
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = [condition@asthma]

-- placeholder-place
WITH a AS (SELECT person_id FROM drug_exposure WHERE drug_concept_id <> [drug@aspirin]) SELECT COUNT(DISTINCT person_id) AS patients FROM a

-- placeholder-place
SELECT COUNT(DISTINCT person_id) FILTER (WHERE condition_concept_id = [condition@asthma]) AS patients FROM condition_occurrence

-- null-comparison
SELECT COUNT(*) AS patients FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.person_id = NULL

-- null-comparison
WITH a AS (SELECT person_id FROM drug_exposure WHERE drug_exposure_end_date <> NULL) SELECT COUNT(DISTINCT person_id) AS patients FROM a

-- null-comparison
SELECT COUNT(DISTINCT person_id) FILTER (WHERE NULL = stop_reason) AS patients FROM drug_exposure

-- null-comparison
SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id NOT IN (8507, NULL)

-- having-alone
SELECT person_id FROM drug_exposure HAVING days_supply > 30

-- having-alone
WITH a AS (SELECT person_id FROM person HAVING year_of_birth < 1950) SELECT COUNT(*) AS patients FROM a

-- having-alone
SELECT COUNT(*) AS patients FROM person p WHERE p.person_id IN (SELECT x.person_id FROM condition_occurrence x HAVING x.condition_concept_id IN ([condition@asthma]))

-- cross-join
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p, condition_occurrence co WHERE p.gender_concept_id = 8532 AND co.condition_concept_id IN ([condition@asthma])

-- cross-join
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a CROSS JOIN drug_exposure b WHERE a.condition_concept_id IN ([condition@asthma]) AND b.drug_concept_id IN ([drug@prednisone])

-- cross-join
WITH a AS (SELECT DISTINCT person_id FROM condition_occurrence), b AS (SELECT DISTINCT person_id FROM drug_exposure) SELECT COUNT(DISTINCT a.person_id) AS patients FROM a, b

-- cross-join
SELECT COUNT(DISTINCT a.person_id) AS patients FROM person a JOIN death b ON 1 = 1

-- cross-join
SELECT COUNT(*) AS patients FROM person p WHERE EXISTS (SELECT 1 FROM condition_occurrence c, drug_exposure d WHERE c.person_id = p.person_id AND d.drug_concept_id IN ([drug@aspirin]))

-- person-key
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN visit_occurrence b ON a.person_id = b.visit_occurrence_id

-- person-key
WITH x AS (SELECT procedure_occurrence_id AS id FROM procedure_occurrence) SELECT COUNT(*) AS patients FROM person p WHERE p.person_id IN (SELECT id FROM x)

-- person-key
SELECT COUNT(DISTINCT a.person_id) AS patients FROM (SELECT person_id FROM drug_exposure) a JOIN measurement m ON m.measurement_id = a.person_id

-- person-key
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.provider_id = co.person_id)

-- foreign-key
SELECT COUNT(DISTINCT v.person_id) AS patients FROM visit_occurrence v JOIN provider p ON p.provider_id = v.care_site_id

-- foreign-key
WITH v AS (SELECT visit_detail_id AS vid, person_id FROM visit_detail) SELECT COUNT(DISTINCT v.person_id) AS patients FROM v JOIN condition_occurrence c ON c.visit_occurrence_id = v.vid

-- foreign-key
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c WHERE c.visit_occurrence_id IN (SELECT provider_id FROM provider)

-- foreign-key event-key
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c, visit_occurrence v WHERE c.condition_occurrence_id = v.visit_occurrence_id AND c.person_id = v.person_id AND c.provider_id = v.visit_occurrence_id

-- event-key
SELECT COUNT(DISTINCT a.person_id) AS patients FROM procedure_occurrence a, measurement b WHERE a.procedure_occurrence_id = b.measurement_id

-- event-key
WITH a AS (SELECT condition_occurrence_id AS id, person_id FROM condition_occurrence), b AS (SELECT observation_id AS id FROM observation) SELECT COUNT(DISTINCT a.person_id) AS patients FROM a JOIN b USING (id)

-- event-key
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c WHERE c.condition_occurrence_id IN (SELECT d.drug_exposure_id FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@aspirin]))

-- visit-join
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c, procedure_occurrence p WHERE c.visit_occurrence_id = p.visit_occurrence_id

-- visit-join
WITH a AS (SELECT person_id, visit_occurrence_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT COUNT(DISTINCT a.person_id) AS patients FROM a JOIN drug_exposure d ON d.visit_occurrence_id = a.visit_occurrence_id

-- visit-join
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c WHERE EXISTS (SELECT 1 FROM measurement m WHERE m.visit_occurrence_id = c.visit_occurrence_id)

-- visit-join
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE visit_occurrence_id IN (SELECT visit_occurrence_id FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]))

-- concept-key
SELECT c.concept_name, COUNT(*) AS visits FROM visit_occurrence v JOIN concept c ON c.concept_id = v.visit_occurrence_id GROUP BY c.concept_name

-- concept-key
SELECT c.concept_name, COUNT(*) AS records FROM condition_occurrence co JOIN concept c ON c.concept_code = co.condition_concept_id GROUP BY c.concept_name

-- concept-key
WITH a AS (SELECT condition_concept_id AS cid, person_id FROM condition_occurrence) SELECT COUNT(DISTINCT a.person_id) AS patients FROM a JOIN drug_exposure d ON d.drug_concept_id = a.cid AND d.person_id = a.person_id

-- concept-key
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT concept_code FROM concept WHERE vocabulary_id = 'SNOMED')

-- concept-key
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_source_value WHERE c.domain_id = 'Condition'

-- concept-alias
SELECT c.concept_name, COUNT(*) AS n FROM condition_occurrence co JOIN drug_exposure de ON de.person_id = co.person_id JOIN concept c ON c.concept_id = co.condition_concept_id AND c.concept_id = de.drug_concept_id GROUP BY c.concept_name

-- concept-alias
SELECT x.concept_name, COUNT(*) AS n FROM person p, concept x WHERE x.concept_id = p.gender_concept_id AND x.concept_id = p.ethnicity_concept_id GROUP BY x.concept_name

-- concept-alias
WITH v AS (SELECT visit_concept_id AS a, visit_type_concept_id AS b, visit_occurrence_id FROM visit_occurrence) SELECT c.concept_name, COUNT(*) AS visits FROM v JOIN concept c ON v.a = c.concept_id AND v.b = c.concept_id GROUP BY c.concept_name

-- concept-alias
SELECT COUNT(*) AS records FROM measurement m WHERE EXISTS (SELECT 1 FROM concept c WHERE c.concept_id = m.measurement_concept_id AND c.concept_id = m.unit_concept_id)

-- ancestor-direction
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT ancestor_concept_id FROM concept_ancestor WHERE descendant_concept_id = 201826)

-- ancestor-direction
WITH codes AS (SELECT ca.ancestor_concept_id AS concept_id FROM concept_ancestor ca WHERE ca.descendant_concept_id IN ([drug@metformin])) SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN codes ON codes.concept_id = de.drug_concept_id

-- ancestor-direction
SELECT c.concept_name, COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept_ancestor ca ON ca.ancestor_concept_id = de.drug_concept_id JOIN concept c ON c.concept_id = ca.descendant_concept_id AND c.concept_class_id = 'Ingredient' GROUP BY c.concept_name

-- ancestor-direction
SELECT COUNT(*) AS exposures FROM drug_exposure e, drug_era r, concept_ancestor m WHERE e.person_id = r.person_id AND e.drug_concept_id = m.ancestor_concept_id AND r.drug_concept_id = m.descendant_concept_id

-- ancestor-direction
SELECT COUNT(DISTINCT x.person_id) AS patients FROM measurement x WHERE EXISTS (SELECT 1 FROM concept_ancestor a WHERE a.ancestor_concept_id = x.measurement_concept_id AND 201820 = a.descendant_concept_id)

-- keyless-table
SELECT COUNT(DISTINCT d.person_id) AS patients FROM death d JOIN condition_occurrence c ON c.condition_occurrence_id = d.person_id

-- keyless-table
WITH e AS (SELECT condition_era_id AS id, person_id FROM condition_era) SELECT COUNT(DISTINCT e.person_id) AS patients FROM e JOIN condition_occurrence c ON c.condition_occurrence_id = e.id

-- keyless-table
SELECT SUM(ct.total_paid) AS total_paid FROM person p JOIN cost ct ON ct.cost_event_id = p.person_id AND ct.cost_domain_id = 'Visit'

-- keyless-table
SELECT SUM(ct.total_paid) AS total_paid FROM drug_exposure d, cost ct WHERE ct.cost_id = d.drug_exposure_id AND ct.cost_domain_id = 'Drug'

-- fact-domain
SELECT SUM(ct.total_paid) AS total_paid FROM visit_occurrence v, cost ct WHERE v.visit_occurrence_id = ct.cost_event_id

-- fact-domain
WITH c AS (SELECT cost_event_id AS id, total_paid FROM cost) SELECT SUM(c.total_paid) AS total_paid FROM procedure_occurrence p JOIN c ON c.id = p.procedure_occurrence_id

-- fact-domain
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p JOIN fact_relationship f ON f.fact_id_1 = p.person_id

-- fact-domain
SELECT SUM(total_paid) AS total_paid FROM cost ct WHERE ct.cost_domain_id = 'Visit' AND ct.cost_event_id IN (SELECT de.drug_exposure_id FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@aspirin]))

-- place-key
SELECT l.state, COUNT(*) AS patients FROM person p JOIN location l ON l.location_id = p.person_id GROUP BY l.state

-- place-key
SELECT c.care_site_name, COUNT(*) AS providers FROM provider p, care_site c WHERE c.care_site_id = p.provider_id GROUP BY c.care_site_name

-- place-key
WITH c AS (SELECT care_site_id AS cid, care_site_name FROM care_site) SELECT c.care_site_name, l.state FROM c JOIN location l ON l.location_id = c.cid

-- place-key
SELECT COUNT(*) AS patients FROM person WHERE location_id IN (SELECT care_site_id FROM care_site WHERE care_site_name = 'A')

-- unknown-concept
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (201826, 999999998)

-- unknown-concept
WITH a AS (SELECT person_id, drug_concept_id AS d FROM drug_exposure) SELECT COUNT(DISTINCT person_id) AS patients FROM a WHERE d = 123456789

-- unknown-concept
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c WHERE c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 999999997)

-- concept-domain
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id = 192671

-- concept-domain
WITH p AS (SELECT * FROM procedure_occurrence) SELECT COUNT(DISTINCT p.person_id) AS patients FROM p WHERE p.procedure_concept_id IN (201826)

-- concept-domain
SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m JOIN concept_ancestor ca ON ca.descendant_concept_id = m.measurement_concept_id WHERE ca.ancestor_concept_id = 201820

-- concept-domain
SELECT COUNT(*) AS patients FROM person WHERE race_concept_id = 8532

-- concept-domain
SELECT COUNT(DISTINCT o.person_id) AS patients FROM observation o WHERE o.observation_concept_id IN (SELECT c.concept_id FROM concept c WHERE c.concept_id = 1503297)

-- non-standard-concept
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (44836914)

-- non-standard-concept
WITH c AS (SELECT descendant_concept_id AS id FROM concept_ancestor WHERE ancestor_concept_id = 44836914) SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN c ON c.id = co.condition_concept_id

-- non-standard-concept
SELECT COUNT(DISTINCT e.person_id) FILTER (WHERE e.condition_concept_id = 44836914) AS patients FROM condition_era e

-- placeholder-domain
SELECT COUNT(DISTINCT person_id) AS patients FROM procedure_occurrence WHERE procedure_concept_id IN ([condition@asthma])

-- placeholder-domain
WITH d AS (SELECT person_id, drug_concept_id AS concept FROM drug_exposure) SELECT COUNT(DISTINCT person_id) AS patients FROM d WHERE concept IN ([procedure@colonoscopy])

-- placeholder-domain
SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m JOIN concept c ON c.concept_id = m.measurement_concept_id WHERE c.concept_id IN ([visit@inpatient visit])

-- placeholder-domain
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.person_id IN ([condition@asthma])

-- type-concept
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_type_concept_id IN ([drug@aspirin])

-- type-concept
WITH p AS (SELECT person_id, procedure_type_concept_id AS t FROM procedure_occurrence) SELECT COUNT(DISTINCT person_id) AS patients FROM p WHERE t IN ([procedure@colonoscopy])

-- type-concept
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_type_concept_id WHERE a.ancestor_concept_id = 201826

-- type-concept
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_type_concept_id = 201826

-- source-concept
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_source_concept_id IN ([drug@aspirin])

-- source-concept
WITH c AS (SELECT person_id, condition_source_concept_id AS s FROM condition_occurrence) SELECT COUNT(DISTINCT person_id) AS patients FROM c WHERE s = 201826

-- source-concept
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c WHERE c.condition_source_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)

-- source-concept
SELECT COUNT(DISTINCT p.person_id) AS patients FROM procedure_occurrence p WHERE EXISTS (SELECT 1 FROM concept_ancestor a WHERE a.descendant_concept_id = p.procedure_source_concept_id AND a.ancestor_concept_id IN ([procedure@colonoscopy]))

-- era-ingredient
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_era WHERE drug_concept_id IN (40164929)

-- era-ingredient
SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era e WHERE e.drug_concept_id IN (SELECT concept_id FROM concept WHERE concept_class_id = 'Branded Drug')

-- era-ingredient
WITH e AS (SELECT person_id, drug_concept_id AS d FROM dose_era) SELECT COUNT(DISTINCT e.person_id) AS patients FROM e JOIN concept c ON c.concept_id = e.d AND c.concept_class_id IN ('Clinical Drug', 'Clinical Drug Form')

-- concept-name
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de, concept c WHERE c.concept_id = de.drug_concept_id AND LOWER(c.concept_name) LIKE '%metformin%'

-- concept-name
WITH codes AS (SELECT concept_id FROM concept WHERE concept_name = 'Asthma' AND domain_id = 'Condition') SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (SELECT concept_id FROM codes)

-- concept-name
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id JOIN concept i ON i.concept_id = ca.ancestor_concept_id WHERE i.concept_name IN ('metformin', 'Metformin')

-- concept-name
SELECT COUNT(DISTINCT CASE WHEN x.concept_name ILIKE 'asthma%' THEN co.person_id END) AS patients FROM condition_occurrence co JOIN concept x ON x.concept_id = co.condition_concept_id

-- concept-name
SELECT COUNT(DISTINCT t.person_id) AS patients FROM (SELECT m.person_id, c.concept_name AS label FROM measurement m JOIN concept c ON c.concept_id = m.measurement_concept_id) t WHERE regexp_matches(t.label, 'A1c')

-- source-value
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_source_value = 'ASPIRIN'

-- source-value
WITH c AS (SELECT person_id, UPPER(condition_source_value) AS code, condition_source_value AS raw FROM condition_occurrence) SELECT COUNT(DISTINCT person_id) AS patients FROM c WHERE raw IN ('E11.9', 'E11.8')

-- source-value
SELECT COUNT(*) AS patients FROM person WHERE gender_source_value = 'F'

-- source-value
SELECT COUNT(DISTINCT person_id) FILTER (WHERE starts_with(procedure_source_value, '45')) AS patients FROM procedure_occurrence

-- concept-code
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co, concept c WHERE c.concept_id = co.condition_source_concept_id AND c.concept_code IN ('250.00', '250.02')

-- concept-code
WITH codes AS (SELECT concept_id, concept_code FROM concept) SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN codes ON codes.concept_id = co.condition_source_concept_id WHERE codes.concept_code LIKE 'E11%'

-- concept-code
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_source_concept_id = (SELECT x.concept_id FROM concept x WHERE x.concept_code = 'J45' AND x.domain_id = 'Condition')

-- vocabulary-value
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_source_concept_id WHERE c.vocabulary_id = 'ICD-10-CM' AND c.concept_code = 'E11.9'

-- vocabulary-value
WITH s AS (SELECT concept_id FROM concept WHERE standard_concept = 's' AND domain_id = 'Drug') SELECT COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure d JOIN s ON s.concept_id = d.drug_concept_id

-- vocabulary-value
SELECT cr.concept_id_2 FROM concept_relationship cr WHERE cr.relationship_id = 'maps to' AND cr.concept_id_1 = 44836914

-- vocabulary-value
SELECT t.concept_id FROM (SELECT concept_id, domain_id AS d FROM concept) t WHERE t.d IN ('Condition', 'Drugs')

-- vocabulary-value
SELECT concept_id FROM concept WHERE concept_class_id = 'ingredient' AND vocabulary_id = 'RxNorm'

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ('201826', '443238')

-- concept-as-text
WITH p AS (SELECT person_id, gender_concept_id AS sex FROM person) SELECT COUNT(*) AS patients FROM p WHERE sex = '8507'

-- concept-as-text
SELECT COUNT(*) AS patients FROM person WHERE CAST(gender_concept_id AS VARCHAR) = '8532'

-- missing-descendants
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (201820, 201826)

-- missing-descendants
WITH d AS (SELECT person_id, drug_concept_id AS drug FROM drug_exposure) SELECT COUNT(DISTINCT person_id) AS patients FROM d WHERE drug = 1503297

-- missing-descendants
SELECT COUNT(*) AS patients FROM person p WHERE EXISTS (SELECT 1 FROM condition_occurrence c JOIN concept x ON x.concept_id = c.condition_concept_id WHERE c.person_id = p.person_id AND x.concept_id = 201826)

-- maps-to
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT cr.concept_id_1 FROM concept_relationship cr JOIN concept c ON c.concept_id = cr.concept_id_2 WHERE cr.relationship_id = 'Maps to' AND c.vocabulary_id = 'ICD10CM' AND c.concept_code = 'E11.9')

-- maps-to
SELECT c.concept_name, COUNT(*) AS records FROM condition_occurrence co JOIN concept_relationship cr ON cr.concept_id_2 = co.condition_source_concept_id AND cr.relationship_id = 'Maps to' JOIN concept c ON c.concept_id = cr.concept_id_1 GROUP BY c.concept_name

-- maps-to
WITH m AS (SELECT concept_id_1 AS a, concept_id_2 AS b FROM concept_relationship WHERE relationship_id = 'Mapped from') SELECT COUNT(*) AS records FROM drug_exposure de JOIN m ON m.a = de.drug_source_concept_id

-- count-patients
SELECT COUNT(*) AS n_patients FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin])

-- count-patients
SELECT COUNT(person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])

-- count-patients
WITH a AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT COUNT(*) AS patients FROM a

-- count-patients
SELECT c.concept_name, COUNT(*) AS patient_count FROM visit_occurrence v JOIN concept c ON c.concept_id = v.visit_concept_id GROUP BY c.concept_name

-- count-patients
SELECT t.total_patients FROM (SELECT COUNT(p.person_id) AS total_patients FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id) t

-- count-patients
SELECT n AS patients FROM (SELECT COUNT(*) AS n FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@colonoscopy])) t

-- fan-out
SELECT AVG(p.year_of_birth) AS average_year FROM person p JOIN drug_exposure d ON d.person_id = p.person_id WHERE d.drug_concept_id IN ([drug@aspirin])

-- fan-out
WITH days AS (SELECT person_id, SUM(days_supply) AS days FROM drug_exposure GROUP BY person_id) SELECT AVG(days.days) AS average_days FROM days JOIN condition_occurrence c ON c.person_id = days.person_id WHERE c.condition_concept_id IN ([condition@asthma])

-- fan-out
SELECT SUM(op.observation_period_end_date - op.observation_period_start_date) AS days FROM observation_period op, visit_occurrence v WHERE v.person_id = op.person_id

-- fan-out
SELECT COUNT(de.drug_exposure_id) AS prescriptions FROM drug_exposure de JOIN condition_occurrence co ON co.person_id = de.person_id WHERE co.condition_concept_id IN ([condition@asthma])

-- not-in-null
SELECT COUNT(*) AS sites FROM care_site WHERE care_site_id NOT IN (SELECT care_site_id FROM visit_occurrence)

-- not-in-null
WITH v AS (SELECT visit_occurrence_id AS id FROM drug_exposure) SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_occurrence_id NOT IN (SELECT id FROM v)

-- not-in-null
SELECT COUNT(*) AS patients FROM person WHERE NOT person_id IN (SELECT d.person_id FROM person p LEFT JOIN death d ON d.person_id = p.person_id)

-- not-in-null
SELECT COUNT(*) AS patients FROM person WHERE person_id NOT IN (SELECT CASE WHEN death_date > DATE '2009-01-01' THEN person_id END FROM death)

-- outer-join-filter
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.death_date > DATE '2009-01-01'

-- outer-join-filter
WITH a AS (SELECT p.person_id FROM person p LEFT OUTER JOIN condition_occurrence c ON c.person_id = p.person_id WHERE c.condition_start_date >= DATE '2009-01-01' AND p.gender_concept_id = 8532) SELECT COUNT(DISTINCT person_id) AS patients FROM a

-- outer-join-filter
SELECT COUNT(DISTINCT p.person_id) AS patients FROM drug_exposure d RIGHT JOIN person p ON p.person_id = d.person_id WHERE d.drug_concept_id IN ([drug@aspirin])

-- outer-join-filter
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p LEFT JOIN (SELECT person_id, COUNT(*) AS visits FROM visit_occurrence GROUP BY person_id) v ON v.person_id = p.person_id WHERE v.visits < 3

-- integer-division
SELECT COUNT(DISTINCT d.person_id) // COUNT(DISTINCT p.person_id) AS share FROM person p LEFT JOIN death d ON d.person_id = p.person_id

-- integer-division
WITH t AS (SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS women, COUNT(*) AS all_people FROM person) SELECT women // all_people AS share FROM t

-- integer-division
SELECT SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) * 100 // COUNT(*) AS percentage FROM person

-- union-events
WITH e AS (SELECT person_id, condition_start_date AS d FROM condition_occurrence UNION SELECT person_id, visit_start_date FROM visit_occurrence) SELECT COUNT(*) AS events FROM e

-- union-events
SELECT SUM(days) AS days FROM (SELECT person_id, days_supply AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) UNION SELECT person_id, days_supply FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])) t

-- union-events
SELECT person_id, COUNT(*) AS records FROM (SELECT person_id, measurement_date FROM measurement UNION SELECT person_id, observation_date FROM observation) t GROUP BY person_id

-- limit-order
SELECT person_id FROM condition_occurrence LIMIT 5

-- limit-order
WITH a AS (SELECT drug_concept_id, COUNT(*) AS n FROM drug_exposure GROUP BY drug_concept_id LIMIT 3) SELECT n FROM a ORDER BY n

-- limit-order
SELECT COUNT(*) AS patients FROM person WHERE person_id IN (SELECT person_id FROM drug_exposure LIMIT 100)

-- no-denominator
SELECT COUNT(DISTINCT person_id) * 100.0 AS percentage FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])

-- no-denominator
WITH a AS (SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT n AS prevalence FROM a

-- no-denominator
SELECT ROUND(100.0 * COUNT(DISTINCT person_id) / COUNT(DISTINCT person_id), 1) AS share FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])

-- no-denominator
SELECT COUNT(DISTINCT person_id) / 1000.0 AS proportion FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin])

-- end-date-null
SELECT AVG(device_exposure_end_date - device_exposure_start_date) AS average_days FROM device_exposure WHERE device_concept_id IN ([device@cardiac pacemaker])

-- end-date-null
WITH d AS (SELECT person_id, condition_start_date AS s, condition_end_date AS e FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m JOIN d ON d.person_id = m.person_id WHERE m.measurement_date >= d.s AND m.measurement_date <= d.e

-- end-date-null
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c WHERE EXISTS (SELECT 1 FROM procedure_occurrence v WHERE v.person_id = c.person_id AND c.condition_start_date BETWEEN v.procedure_date AND v.procedure_end_date)

-- end-date-null
SELECT AVG(DATE_DIFF('day', condition_start_date, condition_end_date)) AS average_days FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])

-- age-today
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id WHERE EXTRACT(YEAR FROM CURRENT_DATE) - p.year_of_birth > 65

-- age-today
WITH a AS (SELECT person_id, year(today()) - year_of_birth AS age FROM person) SELECT COUNT(DISTINCT d.person_id) AS patients FROM a JOIN drug_exposure d ON d.person_id = a.person_id WHERE a.age >= 18

-- age-today
SELECT AVG(DATE_DIFF('year', p.birth_datetime, now())) AS average_age FROM person p WHERE p.person_id IN (SELECT person_id FROM condition_occurrence)

-- age-today
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id WHERE p.birth_datetime <= CURRENT_DATE - INTERVAL '65' YEAR

-- age-by-year
SELECT AVG(YEAR(c.condition_start_date) - p.year_of_birth) AS average_age FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id

-- age-by-year
WITH a AS (SELECT EXTRACT(YEAR FROM d.death_date) AS y, d.person_id FROM death d) SELECT COUNT(*) AS patients FROM a JOIN person p ON p.person_id = a.person_id WHERE a.y - p.year_of_birth > 90

-- age-by-year
SELECT COUNT(*) AS patients FROM person p WHERE EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND EXTRACT(YEAR FROM d.drug_exposure_start_date) - p.year_of_birth < 18)

-- open-window
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a, drug_exposure b WHERE a.person_id = b.person_id AND b.drug_exposure_start_date < a.condition_start_date + 30

-- open-window
WITH i AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) SELECT COUNT(DISTINCT i.person_id) AS patients FROM i JOIN procedure_occurrence p ON p.person_id = i.person_id WHERE DATE_DIFF('day', i.d, p.procedure_date) <= 90

-- open-window
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN drug_exposure b ON b.person_id = a.person_id WHERE ABS(b.drug_exposure_start_date - a.condition_start_date) <= 30

-- open-window
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a WHERE EXISTS (SELECT 1 FROM drug_exposure b WHERE b.person_id = a.person_id AND b.drug_exposure_start_date BETWEEN a.condition_start_date - INTERVAL '30' DAY AND a.condition_start_date + INTERVAL '30' DAY)

-- open-window
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN drug_exposure b ON b.person_id = a.person_id AND b.drug_exposure_start_date - a.condition_start_date BETWEEN -1 AND 30

-- no-observation-period
SELECT 1000.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT p.person_id) AS incidence_rate FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id IN ([condition@asthma])

-- no-observation-period
WITH washout AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM washout

-- no-observation-period
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c WHERE c.condition_concept_id IN ([condition@asthma]) AND NOT EXISTS (SELECT 1 FROM condition_occurrence b WHERE b.person_id = c.person_id AND b.condition_concept_id IN ([condition@asthma]) AND b.condition_start_date < c.condition_start_date AND b.condition_start_date >= c.condition_start_date - INTERVAL '365' DAY)

-- no-observation-period
SELECT SUM(MAX_DATE - MIN_DATE) / 365.25 AS person_years FROM (SELECT person_id, MIN(visit_start_date) AS min_date, MAX(visit_start_date) AS max_date FROM visit_occurrence GROUP BY person_id) t

-- date-literal
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_start_date BETWEEN '01-01-2009' AND '31-12-2009'

-- date-literal
WITH v AS (SELECT person_id, visit_start_date AS d FROM visit_occurrence) SELECT COUNT(DISTINCT person_id) AS patients FROM v WHERE d = '20090101'

-- date-literal
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_exposure_start_date >= DATE '2009-02-30'

-- year-range
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE EXTRACT(YEAR FROM condition_start_date) = 2031

-- year-range
WITH a AS (SELECT person_id, year(drug_exposure_start_date) AS y FROM drug_exposure) SELECT COUNT(DISTINCT person_id) AS patients FROM a WHERE a.y = 1970

-- year-range
SELECT COUNT(DISTINCT person_id) AS patients FROM visit_occurrence WHERE visit_start_date BETWEEN DATE '2040-01-01' AND DATE '2040-12-31'

-- year-range
SELECT COUNT(*) AS patients FROM death WHERE death_date < DATE '1980-01-01'

-- impossible-order
SELECT COUNT(DISTINCT v.person_id) AS patients FROM visit_occurrence v, death d WHERE v.person_id = d.person_id AND d.death_date < v.visit_start_date

-- impossible-order
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_end_date < visit_start_date

-- impossible-order
WITH x AS (SELECT person_id, death_date AS d FROM death) SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN x ON x.person_id = de.person_id WHERE de.drug_exposure_start_date >= x.d + INTERVAL '1' DAY

-- value-unit
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND value_as_number > 9

-- value-unit
WITH m AS (SELECT person_id, value_as_number AS v FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine])) SELECT MEDIAN(v) AS median_value FROM m

-- value-unit
SELECT COUNT(*) AS patients FROM person p WHERE EXISTS (SELECT 1 FROM measurement m WHERE m.person_id = p.person_id AND m.measurement_concept_id IN ([measurement@HbA1c]) AND m.value_as_number BETWEEN 7 AND 9)

-- value-as-string
SELECT COUNT(DISTINCT person_id) AS patients FROM observation WHERE value_as_string >= '10'

-- value-as-string
WITH o AS (SELECT person_id, value_as_string AS v FROM observation) SELECT COUNT(DISTINCT person_id) AS patients FROM o WHERE CAST(v AS INTEGER) > 3

-- value-as-string
SELECT COUNT(DISTINCT person_id) AS patients FROM observation WHERE value_as_string BETWEEN 1 AND 5

-- quantity-as-days
SELECT person_id, MAX(drug_exposure_start_date + CAST(quantity AS INTEGER)) AS last_day FROM drug_exposure GROUP BY person_id

-- quantity-as-days
WITH d AS (SELECT person_id, quantity AS q FROM drug_exposure) SELECT AVG(q) AS average_duration FROM d

-- quantity-as-days
SELECT drug_exposure_start_date + INTERVAL (quantity) DAY AS supplied_until FROM drug_exposure

-- days-supply
SELECT COUNT(*) AS prescriptions FROM drug_exposure WHERE days_supply = 0

-- days-supply
WITH d AS (SELECT days_supply AS days FROM drug_exposure) SELECT COUNT(*) AS prescriptions FROM d WHERE days > 1000

-- days-supply
SELECT COUNT(*) FILTER (WHERE 365 < days_supply) AS long_ones FROM drug_exposure

-- outpatient-stay
WITH v AS (SELECT visit_end_date - visit_start_date AS days FROM visit_occurrence WHERE visit_end_date IS NOT NULL) SELECT AVG(days) AS average_days FROM v

-- outpatient-stay
SELECT MEDIAN(DATE_DIFF('day', vo.visit_start_date, vo.visit_end_date)) AS median_days FROM visit_occurrence vo JOIN person p ON p.person_id = vo.person_id WHERE vo.visit_end_date IS NOT NULL AND p.gender_concept_id = 8532

-- outpatient-stay
SELECT AVG(visit_end_date - visit_start_date) AS average_days FROM visit_occurrence WHERE visit_end_date IS NOT NULL AND visit_concept_id IN ([visit@outpatient visit])

-- dose-unit
SELECT SUM(dose_value) AS dose FROM dose_era

-- dose-unit
WITH d AS (SELECT person_id, dose_value AS v FROM dose_era) SELECT MEDIAN(v) AS dose FROM d

-- dose-unit
SELECT p.gender_concept_id, AVG(e.dose_value) AS dose FROM dose_era e JOIN person p ON p.person_id = e.person_id GROUP BY p.gender_concept_id

-- unknown-column
SELECT COUNT(*) AS providers FROM provider JOIN location USING (location_id)

-- concept-domain
SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.domain_id = 'Drug' GROUP BY c.concept_name

-- concept-domain
WITH codes AS (SELECT concept_id FROM concept WHERE domain_id = 'Procedure') SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m WHERE m.measurement_concept_id IN (SELECT concept_id FROM codes)

-- non-standard-concept
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.vocabulary_id = 'ICD10CM' AND c.concept_code = 'E11.9'

-- non-standard-concept
WITH codes AS (SELECT concept_id FROM concept WHERE vocabulary_id IN ('ICD9CM', 'ICD10CM') AND concept_code IN ('250.00', 'E11.9')) SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN codes ON codes.concept_id = co.condition_concept_id

-- cross-join
SELECT COUNT(DISTINCT d.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) f CROSS JOIN death d WHERE d.death_date >= f.first_date

-- cross-join
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@asthma]) AND NOT EXISTS (SELECT 1 FROM measurement me WHERE me.measurement_concept_id IN ([measurement@HbA1c]))

-- cross-join
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE EXISTS (SELECT 1 FROM drug_exposure de WHERE de.drug_exposure_start_date BETWEEN co.condition_start_date AND co.condition_start_date + INTERVAL '30' DAY)

-- integer-division
SELECT COUNT(DISTINCT co.person_id) // (SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25) AS rate FROM observation_period op LEFT JOIN condition_occurrence co ON co.person_id = op.person_id AND co.condition_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date

-- open-window
SELECT COUNT(DISTINCT b.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@osteoporosis]) GROUP BY person_id) a JOIN condition_occurrence b ON b.person_id = a.person_id WHERE b.condition_concept_id IN ([condition@hip fracture]) AND b.condition_start_date <= a.first_date + INTERVAL '2' YEAR

-- outpatient-stay
SELECT visit_end_date - visit_start_date AS days, COUNT(*) AS visits FROM visit_occurrence WHERE visit_end_date IS NOT NULL GROUP BY days ORDER BY days

-- cross-join
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co, person p WHERE co.condition_concept_id IN ([condition@depression]) AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth BETWEEN 65 AND 74

-- contradiction
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id = 201826 AND co.condition_concept_id IN (192671, 201820)

-- contradiction
WITH m AS (SELECT person_id, value_as_number AS v, unit_concept_id FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c])) SELECT COUNT(DISTINCT person_id) AS patients FROM m WHERE v > 9 AND v < 7 AND unit_concept_id = 8554

-- contradiction
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_exposure_start_date BETWEEN DATE '2010-01-01' AND DATE '2009-01-01'

-- contradiction
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@asthma]) AND co.condition_concept_id IN ([condition@type 2 diabetes])

-- contradiction
SELECT COUNT(*) AS patients FROM person p JOIN death d ON d.person_id = p.person_id AND p.year_of_birth >= 1980 WHERE 1950 > p.year_of_birth

-- concept-as-text
SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id = 'F'

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 'E11.9'

-- cross-join
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN drug_exposure b ON b.drug_exposure_start_date = a.condition_start_date

-- value-as-string
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND value_as_number > '7 percent' AND unit_concept_id = 8554

-- contradiction
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE EXTRACT(YEAR FROM condition_start_date) BETWEEN 2010 AND 2008
