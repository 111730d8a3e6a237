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

-- concept-name
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept_relationship cr ON cr.concept_id_1 = de.drug_concept_id AND cr.relationship_id = 'RxNorm has ing' JOIN concept i ON i.concept_id = cr.concept_id_2 WHERE LOWER(i.concept_name) = 'metoprolol'

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

-- integer-division
SELECT (v.n - v.n % k.n) / k.n AS visits_each FROM (SELECT COUNT(*) AS n FROM visit_occurrence) v CROSS JOIN (SELECT COUNT(*) AS n FROM person) k

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

-- ambiguous-column
SELECT person_id, condition_start_date FROM condition_occurrence JOIN person ON condition_occurrence.person_id = person.person_id WHERE gender_concept_id = 8532

-- ambiguous-column
SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE provider_id IS NULL

-- ambiguous-column
SELECT x.person_id FROM (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure GROUP BY person_id) x JOIN (SELECT person_id, MAX(visit_start_date) AS d FROM visit_occurrence GROUP BY person_id) y ON x.person_id = y.person_id WHERE d > DATE '2009-05-01'

-- missing-group-by
SELECT p.gender_concept_id, p.race_concept_id, COUNT(DISTINCT co.person_id) AS patients FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@asthma]) GROUP BY p.gender_concept_id

-- missing-group-by
SELECT EXTRACT(YEAR FROM visit_start_date) AS year, COUNT(*) AS visits FROM visit_occurrence

-- missing-group-by
SELECT person_id, MIN(condition_start_date) AS first_date, condition_concept_id FROM condition_occurrence GROUP BY person_id

-- and-or
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@asthma]) OR co.condition_concept_id IN ([condition@bronchitis]) AND co.condition_start_date >= DATE '2009-01-01'

-- and-or
SELECT COUNT(*) AS people FROM person WHERE year_of_birth < 1950 AND gender_concept_id = 8507 OR gender_concept_id = 8532

-- and-or
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN person AS p ON p.person_id = de.person_id AND p.gender_concept_id = 8532 WHERE EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009 AND de.drug_concept_id IN ([drug@metformin]) OR de.drug_concept_id IN ([drug@insulin])

-- visit-detail-join
SELECT COUNT(DISTINCT vd.visit_detail_id) AS details FROM visit_detail vd, visit_occurrence vo WHERE vd.person_id = vo.person_id AND vo.visit_concept_id = 9201

-- visit-detail-join
SELECT vd.care_site_id, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN visit_detail vd ON co.person_id = vd.person_id WHERE co.condition_concept_id IN ([condition@asthma]) GROUP BY vd.care_site_id

-- visit-detail-join
SELECT AVG(vo.visit_end_date - vo.visit_start_date) AS days FROM visit_detail AS d INNER JOIN visit_occurrence AS vo ON vo.person_id = d.person_id WHERE d.visit_detail_concept_id = 9201 AND vo.visit_concept_id = 9201 GROUP BY d.person_id

-- optional-join
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de INNER JOIN provider pr ON de.provider_id = pr.provider_id WHERE de.drug_concept_id IN ([drug@metformin])

-- optional-join
SELECT COUNT(DISTINCT v.person_id) AS patients FROM measurement m JOIN visit_occurrence v ON m.visit_occurrence_id = v.visit_occurrence_id AND v.person_id = m.person_id WHERE m.measurement_concept_id IN ([measurement@HbA1c])

-- optional-join
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p, location l WHERE p.location_id = l.location_id AND p.year_of_birth < 1950

-- relationship-id
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT concept_id_2 FROM concept_relationship WHERE concept_id_1 IN (SELECT concept_id FROM concept WHERE vocabulary_id = 'ICD10CM' AND concept_code = 'J45.909'))

-- relationship-id
SELECT c2.concept_name FROM concept c1 JOIN concept_relationship r ON r.concept_id_1 = c1.concept_id JOIN concept c2 ON c2.concept_id = r.concept_id_2 WHERE c1.concept_id = 201826

-- relationship-id
WITH mapped AS (SELECT concept_id_1 AS source_id, concept_id_2 AS standard_id FROM concept_relationship WHERE invalid_reason IS NULL) SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN mapped m ON m.source_id = de.drug_source_concept_id WHERE m.standard_id = 1503297

-- negated-records
SELECT COUNT(DISTINCT p.person_id) AS without_metformin FROM person p JOIN drug_exposure de ON de.person_id = p.person_id WHERE de.drug_concept_id <> 1503297

-- negated-records
SELECT COUNT(DISTINCT co.person_id) AS untreated FROM condition_occurrence co INNER JOIN drug_exposure de ON co.person_id = de.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND NOT de.drug_concept_id IN ([drug@prednisone])

-- negated-records
SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)

-- negated-records concept-name
WITH never AS (SELECT co.person_id FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.concept_name NOT LIKE '%diabetes%' GROUP BY co.person_id) SELECT COUNT(*) AS patients FROM never

-- self-pair
SELECT COUNT(DISTINCT v1.person_id) AS patients FROM visit_occurrence v1, visit_occurrence v2 WHERE v1.person_id = v2.person_id AND v1.visit_concept_id = 9201 AND v2.visit_concept_id = 9201 AND DATE_DIFF('day', v1.visit_end_date, v2.visit_start_date) BETWEEN 0 AND 30

-- self-pair
WITH stays AS (SELECT person_id, visit_occurrence_id, visit_start_date, visit_end_date FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT COUNT(DISTINCT s.visit_occurrence_id) AS readmitted FROM stays s WHERE EXISTS (SELECT 1 FROM stays n WHERE n.person_id = s.person_id AND n.visit_start_date >= s.visit_end_date AND n.visit_start_date <= s.visit_end_date + INTERVAL '30' DAY)

-- self-pair
SELECT COUNT(DISTINCT a.person_id) AS patients FROM drug_exposure a WHERE a.drug_concept_id IN ([drug@warfarin]) AND NOT EXISTS (SELECT 1 FROM drug_exposure b WHERE b.person_id = a.person_id AND b.drug_concept_id IN ([drug@warfarin]) AND b.drug_exposure_start_date <= a.drug_exposure_start_date)

-- self-pair
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN condition_occurrence b ON a.person_id = b.person_id WHERE a.condition_concept_id IN ([condition@asthma]) AND b.condition_concept_id IN ([condition@asthma])

-- last-day
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_start_date >= '2009-01-01' AND visit_start_date < '2009-12-31'

-- last-day
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_start_datetime BETWEEN '2009-01-01' AND '2009-12-31'

-- last-day
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_exposure_start_date BETWEEN DATE '2009-01-01' AND DATE '2010-01-01'

-- age-fixed-year
SELECT COUNT(DISTINCT de.person_id) AS elderly FROM drug_exposure de JOIN person p USING (person_id) WHERE de.drug_concept_id IN ([drug@metformin]) AND (2024 - p.year_of_birth) > 64

-- age-fixed-year
SELECT AVG(DATE_DIFF('year', p.birth_datetime, DATE '2023-12-31')) AS mean_age FROM person p WHERE p.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]))

-- age-fixed-year
WITH ages AS (SELECT person_id, 2020 - year_of_birth AS age FROM person) SELECT COUNT(DISTINCT a.person_id) AS patients FROM ages a JOIN condition_occurrence c ON c.person_id = a.person_id WHERE a.age BETWEEN 18 AND 40 AND c.condition_concept_id IN ([condition@asthma])

-- index-of-any
WITH idx AS (SELECT person_id, MIN(condition_start_date) AS index_date FROM condition_occurrence GROUP BY person_id), cases AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])) SELECT COUNT(DISTINCT i.person_id) AS patients FROM idx i JOIN cases c ON c.person_id = i.person_id JOIN drug_exposure d ON d.person_id = i.person_id WHERE d.drug_concept_id IN ([drug@metformin]) AND d.drug_exposure_start_date BETWEEN i.index_date AND i.index_date + INTERVAL '90' DAY

-- index-of-any
SELECT person_id, MIN(drug_exposure_start_date) AS started FROM drug_exposure WHERE person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])) GROUP BY person_id

-- index-of-any
SELECT COUNT(*) AS patients FROM (SELECT person_id, condition_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS rn FROM condition_occurrence) r WHERE r.rn = 1 AND r.condition_concept_id IN ([condition@asthma])

-- period-dates
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de, observation_period op WHERE de.person_id = op.person_id AND de.drug_concept_id IN ([drug@metformin])

-- period-dates
SELECT ppp.payer_source_value, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN payer_plan_period ppp USING (person_id) WHERE co.condition_concept_id IN ([condition@asthma]) GROUP BY ppp.payer_source_value

-- period-dates
SELECT COUNT(DISTINCT op.person_id) AS people, COUNT(DISTINCT co.person_id) AS patients FROM observation_period op LEFT JOIN condition_occurrence co ON co.person_id = op.person_id AND co.condition_concept_id IN ([condition@asthma])

-- other-denominator
WITH women AS (SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8532), cases AS (SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT 100.0 * cases.n / NULLIF(women.n, 0) AS percentage FROM women, cases

-- other-denominator
SELECT CAST((SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE p.gender_concept_id = 8507 AND co.condition_concept_id IN ([condition@asthma])) AS DOUBLE) / (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532) AS proportion

-- other-denominator
WITH num AS (SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@insulin])), den AS (SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT ROUND(100.0 * num.n / NULLIF(den.n, 0), 1) AS pct FROM num CROSS JOIN den

-- new-users
SELECT COUNT(DISTINCT person_id) AS incident_cases FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND EXTRACT(YEAR FROM condition_start_date) = 2009

-- new-users
WITH new_users AS (SELECT person_id, MIN(drug_exposure_start_date) AS index_date FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND drug_exposure_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31' GROUP BY person_id) SELECT COUNT(*) AS patients FROM new_users

-- new-users
SELECT COUNT(DISTINCT d.person_id) AS new_users FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@metformin]) AND NOT EXISTS (SELECT 1 FROM drug_exposure prior WHERE prior.person_id = d.person_id AND prior.drug_concept_id IN ([drug@metformin]) AND prior.drug_exposure_start_date > d.drug_exposure_start_date AND prior.drug_exposure_start_date <= d.drug_exposure_start_date + INTERVAL '365' DAY)

-- value-threshold
SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m WHERE m.measurement_concept_id IN ([measurement@HbA1c]) AND m.unit_concept_id = 8554 AND m.value_as_number > (SELECT AVG(value_as_number) FROM measurement WHERE unit_concept_id = 8554)

-- value-threshold
WITH t AS (SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY value_as_number) AS p90 FROM measurement WHERE unit_concept_id IS NOT NULL) SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m CROSS JOIN t WHERE m.measurement_concept_id IN ([measurement@glucose]) AND m.unit_concept_id = 8840 AND m.value_as_number >= t.p90

-- value-threshold
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840 AND value_as_number > (SELECT AVG(value_as_number) + 2 * STDDEV(value_as_number) FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8840)

-- negative-id
SELECT COUNT(*) AS records FROM drug_exposure WHERE drug_concept_id < 0

-- negative-id
SELECT COUNT(*) AS records FROM measurement WHERE unit_concept_id IN (-1, -2)

-- negative-id
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept c ON c.concept_id = de.drug_concept_id WHERE c.concept_id = -99

-- birth-fields
SELECT COUNT(DISTINCT co.person_id) AS adults FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND co.condition_start_date >= MAKE_DATE(p.year_of_birth + 18, p.month_of_birth, p.day_of_birth)

-- birth-fields
SELECT AVG(DATE_DIFF('year', CAST(CONCAT(p.year_of_birth, '-', p.month_of_birth, '-', p.day_of_birth) AS DATE), d.death_date)) AS mean_age FROM person p JOIN death d ON d.person_id = p.person_id

-- birth-fields
WITH b AS (SELECT person_id, MAKE_DATE(year_of_birth, month_of_birth, 15) AS born FROM person) SELECT AVG(v.visit_start_date - b.born) AS mean_days FROM b JOIN visit_occurrence v ON v.person_id = b.person_id

-- supply-null
SELECT person_id, MAX(drug_exposure_start_date + days_supply) AS last_covered_day FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id

-- supply-null
WITH e AS (SELECT person_id, drug_exposure_start_date AS s, drug_exposure_start_date + days_supply * INTERVAL '1' DAY AS t FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])) SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN e ON e.person_id = c.person_id AND c.condition_start_date BETWEEN e.s AND e.t

-- supply-null
SELECT COUNT(DISTINCT a.person_id) AS patients FROM drug_exposure a JOIN death d ON d.person_id = a.person_id AND d.death_date <= a.drug_exposure_start_date + TO_DAYS(a.days_supply)

-- procedure-quantity
SELECT AVG(quantity) AS mean_procedures FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@colonoscopy])

-- procedure-quantity
SELECT COUNT(DISTINCT person_id) AS patients FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@colonoscopy]) AND quantity >= 1

-- procedure-quantity
SELECT p.person_id, SUM(p.quantity) AS procedures FROM procedure_occurrence AS p GROUP BY p.person_id

-- cost-currency
SELECT AVG(c.total_paid) AS mean_paid FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Visit'

-- cost-currency
SELECT COUNT(*) AS costly FROM cost WHERE cost_domain_id = 'Drug' AND total_charge > 10000

-- cost-currency
WITH k AS (SELECT cost_event_id, total_cost AS amount FROM cost WHERE cost_domain_id = 'Procedure') SELECT SUM(amount) AS total FROM k

-- ancestor-levels
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201820 AND min_levels_of_separation > 0)

-- ancestor-levels
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id AND ca.max_levels_of_separation <= 1 WHERE ca.ancestor_concept_id = 1503297

-- ancestor-levels
WITH d AS (SELECT descendant_concept_id AS id FROM concept_ancestor WHERE ancestor_concept_id = 201820 AND min_levels_of_separation BETWEEN 1 AND 2) SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN d ON d.id = c.condition_concept_id

-- source-concept
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_source_concept_id WHERE c.standard_concept = 'S' AND c.vocabulary_id = 'ICD10CM'

-- type-concept
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept t ON t.concept_id = co.condition_type_concept_id WHERE t.domain_id = 'Condition'

-- concept-domain
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept c ON c.concept_id = de.drug_concept_id WHERE c.vocabulary_id IN ('RxNorm', 'ICD10CM')

-- concept-domain
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept c ON c.concept_id = de.drug_source_concept_id WHERE c.vocabulary_id = 'LOINC'

-- concept-code
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN source_to_concept_map m ON m.target_concept_id = co.condition_concept_id WHERE m.source_code = '250.00'

-- outer-join-filter
SELECT COUNT(DISTINCT p.person_id) AS people FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id JOIN condition_occurrence co ON co.visit_occurrence_id = v.visit_occurrence_id

-- fan-out
SELECT COUNT(*) AS prescriptions FROM drug_exposure de JOIN drug_strength ds ON ds.drug_concept_id = de.drug_concept_id WHERE de.drug_concept_id IN ([drug@metformin])

-- fan-out
WITH f AS (SELECT op.person_id, op.observation_period_start_date AS s, op.observation_period_end_date AS e FROM observation_period op JOIN condition_occurrence co ON co.person_id = op.person_id AND co.condition_start_date >= op.observation_period_start_date) SELECT SUM(e - s) AS person_days FROM f

-- count-patients
SELECT 100.0 * COUNT(*) / (SELECT COUNT(DISTINCT person_id) FROM person) FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])

-- dose-unit
SELECT AVG(amount_value) AS mean_strength FROM drug_strength WHERE ingredient_concept_id = 1503297

-- impossible-order
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN visit_occurrence v ON v.person_id = co.person_id AND co.condition_start_date BETWEEN v.visit_end_date AND v.visit_start_date WHERE co.condition_concept_id IN ([condition@asthma])

-- impossible-order
SELECT AVG(DATE_DIFF('day', visit_end_date, visit_start_date)) AS average_days FROM visit_occurrence WHERE visit_concept_id = 9201

-- value-of-anything
SELECT COUNT(DISTINCT person_id) AS patients FROM observation WHERE value_as_string = 'smoker'

-- value-of-anything
WITH high AS (SELECT person_id FROM measurement WHERE value_as_number >= 126 AND unit_concept_id = 8840) SELECT COUNT(DISTINCT person_id) AS patients FROM high

-- value-of-anything
SELECT unit_concept_id, AVG(value_as_number) AS mean_value FROM measurement GROUP BY unit_concept_id

-- fan-out
SELECT COUNT(*) FROM drug_exposure d JOIN condition_occurrence c ON c.person_id = d.person_id WHERE c.condition_concept_id IN ([condition@hypertension])

-- no-denominator
SELECT 1.0 * COUNT(d.person_id) / COUNT(*) FROM death d JOIN person p ON p.person_id = d.person_id

-- missing-group-by
SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) HAVING COUNT(*) >= 2

-- limit-order
SELECT c.concept_name AS top_drug, COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure d JOIN concept c ON c.concept_id = d.drug_concept_id GROUP BY c.concept_name ORDER BY patients LIMIT 10

-- count-patients
SELECT COUNT(*) AS deaths FROM condition_occurrence c JOIN death d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@myocardial infarction]) AND d.death_date <= c.condition_start_date + INTERVAL '365' DAY

-- date-literal
SELECT COUNT(DISTINCT person_id) AS patients FROM observation_period WHERE '01/06/2009' BETWEEN observation_period_start_date AND observation_period_end_date

-- date-literal
SELECT SUM(LEAST(observation_period_end_date, '31/12/2009') - observation_period_start_date) AS days FROM observation_period

-- cross-join
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept_ancestor ca ON ca.ancestor_concept_id = 201826

-- cross-join
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de, concept_ancestor ca WHERE ca.ancestor_concept_id = 1503297

-- cross-join
SELECT de.person_id, (SELECT MIN(v.visit_start_date) FROM visit_occurrence v WHERE v.visit_start_date > de.drug_exposure_start_date) AS next_visit FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@metformin])

-- cross-join
SELECT v.person_id, x.first_date FROM visit_occurrence v CROSS JOIN LATERAL (SELECT MIN(de.drug_exposure_start_date) AS first_date FROM drug_exposure de WHERE de.drug_exposure_start_date >= v.visit_start_date) x

-- window-of-everyone
WITH r AS (SELECT person_id, procedure_date, ROW_NUMBER() OVER (ORDER BY person_id, procedure_date) AS rn FROM procedure_occurrence) SELECT person_id, procedure_date FROM r WHERE rn = 1

-- person-key
SELECT person_id, MIN(d) AS first_date FROM (SELECT person_id, condition_start_date AS d FROM condition_occurrence UNION ALL SELECT visit_occurrence_id, visit_start_date FROM visit_occurrence) t GROUP BY person_id

-- integer-division
SELECT CAST((SELECT COUNT(*) FROM death) // (SELECT COUNT(*) FROM person) AS DOUBLE) * 100 AS percentage

-- impossible-order
SELECT COUNT(DISTINCT d.person_id) AS patients FROM death d JOIN condition_occurrence co ON co.person_id = d.person_id WHERE co.condition_start_date BETWEEN d.death_date AND d.death_date - INTERVAL '30' DAY AND co.condition_concept_id IN ([condition@asthma])

-- no-denominator
SELECT 100.0 * COUNT(DISTINCT d.person_id) / COUNT(DISTINCT co.person_id) AS percentage FROM condition_occurrence co JOIN death d ON d.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma])

-- open-window
SELECT COUNT(DISTINCT a.visit_occurrence_id) AS stays FROM visit_occurrence a JOIN visit_occurrence b ON a.person_id = b.person_id AND a.visit_occurrence_id <> b.visit_occurrence_id WHERE b.visit_start_date <= a.visit_end_date + INTERVAL '30' DAY

-- window-of-everyone
SELECT person_id, drug_exposure_start_date - LAG(drug_exposure_start_date) OVER (ORDER BY person_id, drug_exposure_start_date) AS gap FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])

-- window-of-everyone
SELECT person_id, measurement_date FROM measurement QUALIFY ROW_NUMBER() OVER (ORDER BY person_id, measurement_date) = 1

-- count-patients
WITH y AS (SELECT EXTRACT(YEAR FROM visit_start_date) AS yr, COUNT(DISTINCT person_id) AS n FROM visit_occurrence GROUP BY 1) SELECT SUM(n) AS patients FROM y

-- period-dates
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS idx FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT SUM(op.observation_period_end_date - f.idx) / 365.25 AS years FROM f JOIN observation_period op ON op.person_id = f.person_id

-- no-denominator
WITH h AS (SELECT person_id, gender_concept_id FROM person WHERE gender_concept_id = 8532) SELECT 100.0 * COUNT(CASE WHEN gender_concept_id = 8532 THEN 1 END) / COUNT(*) AS percentage FROM h

-- new-users
WITH x AS (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND drug_exposure_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31') SELECT COUNT(DISTINCT person_id) AS patients FROM x WHERE prev IS NULL OR d - prev > 365

-- count-else
SELECT COUNT(CASE WHEN visit_concept_id = 9201 THEN 1 ELSE 0 END) AS inpatient_visits FROM visit_occurrence

-- count-else
WITH s AS (SELECT COUNT(gender_concept_id = 8507) AS men, COUNT(*) AS n FROM person) SELECT 100.0 * men / n AS pct FROM s

-- count-else
SELECT COUNT(DISTINCT CASE WHEN de.quantity > 30 THEN de.person_id ELSE 0 END) AS patients FROM drug_exposure de

-- natural-join
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, provider_id, condition_start_date AS d FROM condition_occurrence) c NATURAL JOIN (SELECT person_id, provider_id, procedure_date AS d FROM procedure_occurrence) x

-- natural-join
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence c JOIN measurement m USING (person_id, provider_id)

-- natural-join
WITH a AS (SELECT person_id, visit_detail_id, provider_id FROM drug_exposure), b AS (SELECT person_id, visit_detail_id, provider_id FROM observation) SELECT DISTINCT person_id FROM a JOIN b USING (person_id, visit_detail_id, provider_id)

-- idle-join
WITH u AS (SELECT concept_id FROM concept WHERE vocabulary_id = 'UCUM' AND concept_code = 'mg/dL') SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m LEFT JOIN u ON u.concept_id = m.unit_concept_id WHERE m.measurement_concept_id IN ([measurement@glucose]) AND m.value_as_number > 200

-- idle-join
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p LEFT JOIN condition_occurrence co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma])

-- idle-join
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co LEFT JOIN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) d ON d.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@type 2 diabetes])

-- cohort-definition
SELECT subject_id, MIN(cohort_start_date) AS entry FROM cohort GROUP BY subject_id

-- cohort-definition
WITH members AS (SELECT subject_id AS person_id FROM cohort) SELECT COUNT(DISTINCT m.person_id) AS patients FROM members m JOIN death d ON d.person_id = m.person_id

-- cohort-definition
SELECT COUNT(DISTINCT c.subject_id) AS patients FROM cohort c WHERE c.cohort_start_date >= DATE '2010-01-01'

-- either-for-both
SELECT COUNT(*) AS patients FROM (SELECT co.person_id FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id IN (201820, 443238) GROUP BY co.person_id HAVING COUNT(DISTINCT co.condition_concept_id) = 2) t

-- either-for-both
-- question: How many patients have both hypertension and atrial fibrillation?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@hypertension], [condition@atrial fibrillation])

-- either-for-both
WITH both_drugs AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin], [drug@celecoxib])) SELECT COUNT(*) AS patients FROM both_drugs

-- readmission
WITH v AS (SELECT person_id, visit_start_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS nxt FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT 100.0 * SUM(CASE WHEN nxt - visit_start_date <= 30 THEN 1 ELSE 0 END) / COUNT(*) AS readmission_pct FROM v

-- readmission
-- question: What share of inpatient stays is followed by an inpatient readmission within 30 days?
WITH v AS (SELECT person_id, visit_concept_id, visit_start_date s, visit_end_date e, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS next_start FROM visit_occurrence) SELECT AVG(CASE WHEN next_start - e BETWEEN 1 AND 30 THEN 1.0 ELSE 0.0 END) AS share FROM v WHERE visit_concept_id = 9201

-- readmission
SELECT COUNT(DISTINCT a.visit_occurrence_id) AS readmitted FROM visit_occurrence a JOIN visit_occurrence b ON b.person_id = a.person_id AND b.visit_occurrence_id <> a.visit_occurrence_id AND b.visit_start_date BETWEEN a.visit_start_date AND a.visit_start_date + INTERVAL '30' DAY WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9201

-- misnamed
SELECT CASE gender_concept_id WHEN 8507 THEN 'Female' WHEN 8532 THEN 'Male' END AS sex, COUNT(*) AS patients FROM person GROUP BY 1

-- misnamed
WITH r AS (SELECT person_id, drug_exposure_start_date AS first_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date DESC) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) SELECT person_id, first_date FROM r WHERE rn = 1

-- misnamed
SELECT person_id, MAX(value_as_number) AS latest_creatinine FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine]) AND unit_concept_id = 8840 GROUP BY person_id

-- misnamed
SELECT COUNT(DISTINCT person_id) FILTER (WHERE gender_concept_id = 8532) AS men, COUNT(DISTINCT person_id) FILTER (WHERE gender_concept_id = 8507) AS women FROM person

-- other-question
-- question: How many patients with asthma took prednisone?
SELECT 4711 AS patients

-- other-question
-- question: How many patients with asthma took prednisone?
SELECT 'asthma' AS condition, 4711 AS patients FROM person LIMIT 1

-- other-question
-- question: What was the prevalence of asthma in 2009 among people observed in 2009?
SELECT COUNT(DISTINCT co.person_id) * 1.0 / (SELECT COUNT(*) FROM person) AS prevalence FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@asthma]) AND EXTRACT(YEAR FROM co.condition_start_date) = 2009

-- negated-records
WITH x AS (SELECT de.person_id, CASE WHEN ca.descendant_concept_id IS NOT NULL THEN 1 ELSE 0 END AS taken FROM drug_exposure de LEFT JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id AND ca.ancestor_concept_id = 1503297) SELECT COUNT(DISTINCT person_id) AS patients FROM x WHERE taken = 0

-- negated-records
SELECT COUNT(*) AS patients FROM (SELECT person_id, MIN(CASE WHEN condition_concept_id IN ([condition@hypertension]) THEN 1 ELSE 0 END) AS ever FROM condition_occurrence GROUP BY person_id) t WHERE ever = 0

-- union-events
SELECT SUM(days) AS days FROM (SELECT days_supply AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) UNION SELECT days_supply FROM drug_exposure WHERE drug_concept_id IN ([drug@celecoxib])) t

-- count-patients
SELECT COUNT(person_id) AS patients FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) UNION ALL SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])) t

-- period-dates
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS idx FROM drug_exposure WHERE drug_concept_id IN ([drug@celecoxib]) GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) AS patients FROM f JOIN observation_period op ON op.person_id = f.person_id WHERE f.idx - op.observation_period_start_date >= 365

-- open-window
SELECT COUNT(DISTINCT d.person_id) AS patients FROM death d JOIN condition_occurrence co ON co.person_id = d.person_id AND co.condition_concept_id IN ([condition@myocardial infarction]) WHERE ABS(d.death_date - co.condition_start_date) <= 30

-- fan-out
SELECT AVG(s.value_as_number - d.value_as_number) AS pulse_pressure FROM measurement s JOIN measurement d ON d.person_id = s.person_id WHERE s.measurement_concept_id IN ([measurement@systolic blood pressure]) AND s.unit_concept_id = 8876 AND d.measurement_concept_id IN ([measurement@diastolic blood pressure]) AND d.unit_concept_id = 8876

-- fan-out
SELECT c.concept_name, COUNT(*) AS records FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id JOIN concept_synonym cs ON cs.concept_id = c.concept_id GROUP BY c.concept_name

-- no-denominator
SELECT visit_concept_id, 100.0 * n / SUM(n) OVER (ORDER BY n DESC) AS pct FROM (SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY visit_concept_id) t

-- limit-order
SELECT DISTINCT ON (co.person_id) co.person_id, co.condition_start_date AS first_date FROM condition_occurrence co ORDER BY co.person_id

-- contradiction
SELECT COUNT(*) AS patients FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE p.person_id IS NULL

-- contradiction
SELECT SUM(c.total_paid) AS paid, c.currency_concept_id FROM cost c WHERE UPPER(c.cost_domain_id) = 'Drug' GROUP BY c.currency_concept_id

-- visit-join
SELECT COUNT(DISTINCT po.procedure_occurrence_id) AS procedures FROM procedure_occurrence po JOIN condition_occurrence co ON COALESCE(co.visit_occurrence_id, 0) = COALESCE(po.visit_occurrence_id, 0) AND co.person_id = po.person_id

-- birth-fields
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE p.year_of_birth >= 18

-- concept-code
SELECT co.condition_source_value, c.concept_name, COUNT(*) AS records FROM condition_occurrence co JOIN concept c ON c.concept_code = co.condition_source_value GROUP BY 1, 2

-- and-or
SELECT COUNT(DISTINCT p.person_id) AS women FROM person p JOIN procedure_occurrence po ON po.person_id = p.person_id LEFT JOIN measurement m ON m.person_id = p.person_id AND m.measurement_concept_id IN ([measurement@glucose]) WHERE p.gender_concept_id = 8532 AND po.procedure_concept_id IN ([procedure@mammography]) OR m.measurement_date >= DATE '2009-01-01'

-- index-of-any
SELECT person_id, condition_concept_id, MIN(condition_start_date) AS index_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction]) GROUP BY person_id, condition_concept_id

-- count-else
SELECT p.person_id, COUNT(*) AS visits FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY p.person_id

-- cross-join
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN condition_occurrence co ON co.person_id = de.person_id OR co.visit_occurrence_id = de.visit_occurrence_id

-- last-day
SELECT COUNT(*) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) s JOIN death x ON x.person_id = s.person_id WHERE DATE_DIFF('year', s.d, x.death_date) BETWEEN 0 AND 1

-- fan-out
SELECT AVG(m) AS mean_days FROM (SELECT EXTRACT(YEAR FROM visit_start_date) AS y, AVG(visit_end_date - visit_start_date) AS m FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1) t

-- limit-order
SELECT DISTINCT person_id, LAST_VALUE(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS last_visit FROM visit_occurrence

-- limit-order
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence GROUP BY condition_concept_id ORDER BY patients DESC LIMIT 5

-- negated-records
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension]) EXCEPT SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke])) t

-- period-dates
WITH f AS (SELECT op.person_id, op.observation_period_start_date AS s, GREATEST(op.observation_period_end_date, d.death_date) AS e, d.death_date FROM observation_period op LEFT JOIN death d ON d.person_id = op.person_id) SELECT 1000.0 * COUNT(death_date) / (SUM(e - s) / 365.25) AS deaths_per_1000 FROM f

-- period-dates
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS t0 FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id) SELECT AVG(LEAST(d.death_date, op.observation_period_end_date) - dx.t0) AS days FROM dx JOIN observation_period op ON op.person_id = dx.person_id AND dx.t0 BETWEEN op.observation_period_start_date AND op.observation_period_end_date JOIN death d ON d.person_id = dx.person_id

-- union-events
SELECT SUM(DISTINCT de.days_supply) AS days FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@metformin])

-- contradiction
SELECT CASE WHEN 2010 - year_of_birth > 18 THEN 'adult' WHEN 2010 - year_of_birth > 65 THEN 'old' ELSE 'young' END AS age_group, COUNT(*) AS people FROM person GROUP BY 1

-- contradiction
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE observation_period_start_date >= DATE '2010-12-31' AND observation_period_end_date <= DATE '2010-01-01'

-- contradiction
SELECT COUNT(DISTINCT v.visit_occurrence_id) AS stays FROM visit_occurrence v JOIN procedure_occurrence p ON p.person_id = v.person_id AND v.visit_occurrence_id = v.visit_occurrence_id

-- no-denominator
SELECT AVG(er) AS share FROM (SELECT p.person_id, CASE WHEN EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND v.visit_concept_id = 9203) THEN 1.0 END AS er FROM person p) s

-- concept-key
SELECT AVG(de.quantity * ds.amount_value) AS mean_mg FROM drug_exposure de JOIN drug_strength ds ON ds.ingredient_concept_id = de.drug_concept_id WHERE ds.amount_unit_concept_id IS NOT NULL

-- vocabulary-value
SELECT COUNT(*) AS concepts FROM concept WHERE domain_id = 'Drug' AND invalid_reason = 'V'

-- vocabulary-value
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept_relationship cr ON cr.concept_id_1 = de.drug_concept_id AND cr.relationship_id = 'Has ingredient' JOIN concept i ON i.concept_id = cr.concept_id_2 AND i.concept_class_id = 'Ingredient'

-- ancestor-levels
WITH kd AS (SELECT 201820 AS cid UNION SELECT concept_id_2 FROM concept_relationship WHERE concept_id_1 = 201820 AND relationship_id = 'Subsumes') SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence JOIN kd ON kd.cid = condition_concept_id

-- maps-to
WITH m AS (SELECT cr.concept_id_1 AS standard_id FROM concept src JOIN concept_relationship cr ON cr.concept_id_1 = src.concept_id AND cr.relationship_id = 'Maps to' WHERE src.vocabulary_id = 'ICD9CM' AND src.concept_code = '250.00') SELECT COUNT(DISTINCT co.person_id) AS patients FROM m JOIN condition_occurrence co ON co.condition_concept_id = m.standard_id

-- misnamed
SELECT person_id, MIN(drug_era_start_date) AS start_date, MIN(drug_concept_id) AS first_statin FROM drug_era WHERE drug_concept_id IN ([drug@atorvastatin], [drug@simvastatin]) GROUP BY person_id

-- misnamed
SELECT COUNT(DISTINCT de.person_id) AS adults FROM drug_exposure de JOIN person p ON p.person_id = de.person_id WHERE de.drug_concept_id IN ([drug@azithromycin]) AND EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009 AND p.year_of_birth > 2009 - 18

-- end-date-null
SELECT COUNT(DISTINCT person_id) AS patients FROM device_exposure WHERE DATE '2010-01-01' BETWEEN device_exposure_start_date AND device_exposure_end_date

-- other-question
-- question: How many days was each patient on clopidogrel in total?
SELECT person_id, MAX(drug_era_end_date) - MIN(drug_era_start_date) + 1 AS days FROM drug_era WHERE drug_concept_id IN ([drug@clopidogrel]) GROUP BY person_id

-- other-question
-- question: How many people were insured at any time during 2010?
SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE payer_plan_period_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'

-- other-question
-- question: How many patients have gout recorded on at least two separate dates?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id HAVING COUNT(condition_start_date) >= 2) x

-- unused-part
WITH women AS (SELECT person_id FROM person WHERE gender_concept_id = 8532) SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])

-- unused-part
WITH s AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])), users AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])), others AS (SELECT person_id FROM s WHERE person_id NOT IN (SELECT person_id FROM users)) SELECT COUNT(*) AS patients FROM s

-- unused-part
SELECT COUNT(DISTINCT f.person_id) AS patients FROM (SELECT person_id, drug_exposure_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) AS f JOIN condition_occurrence AS co ON co.person_id = f.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND co.condition_start_date > f.d

-- unused-part
WITH n AS (SELECT person_id, condition_start_date AS d, RANK() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS k FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT COUNT(DISTINCT person_id) AS patients FROM n WHERE k >= 1 AND d >= DATE '2009-01-01'

-- unused-part
WITH old AS (SELECT person_id FROM person WHERE year_of_birth < 1940), sick AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])), both_of AS (SELECT person_id FROM old INTERSECT SELECT person_id FROM sick) SELECT COUNT(DISTINCT person_id) AS patients FROM sick

-- last-day
SELECT COUNT(DISTINCT x.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) AS x JOIN death AS y ON y.person_id = x.person_id WHERE y.death_date >= x.d AND EXTRACT(YEAR FROM y.death_date) - EXTRACT(YEAR FROM x.d) <= 1

-- last-day
SELECT COUNT(DISTINCT x.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) AS x JOIN drug_exposure AS y ON y.person_id = x.person_id WHERE y.drug_concept_id IN ([drug@aspirin]) AND y.drug_exposure_start_date >= x.d AND YEAR(y.drug_exposure_start_date) BETWEEN YEAR(x.d) AND YEAR(x.d) + 2

-- fan-out
SELECT AVG(n) AS mean_drugs FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id) AS n FROM drug_exposure) AS t

-- fan-out
WITH t AS (SELECT person_id, visit_start_date, COUNT(*) OVER (PARTITION BY person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT MEDIAN(n) AS median_stays FROM t WHERE visit_start_date >= DATE '2009-01-01'

-- period-dates
SELECT SUM(op.observation_period_end_date - de.drug_exposure_start_date) / 365.25 AS years FROM drug_exposure AS de JOIN observation_period AS op ON op.person_id = de.person_id AND de.drug_exposure_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE de.drug_concept_id IN ([drug@metformin])

-- maps-to
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE EXISTS (SELECT 1 FROM concept_relationship AS cr, concept AS c WHERE cr.relationship_id = 'Maps to' AND cr.concept_id_1 = co.condition_concept_id AND c.concept_id = cr.concept_id_2 AND c.vocabulary_id LIKE 'ICD10%' AND c.concept_code = 'J45')

-- negated-records
-- question: How many patients have no prescription of metformin?
SELECT COUNT(*) AS n FROM (SELECT de.person_id FROM drug_exposure AS de GROUP BY de.person_id HAVING MIN(CASE WHEN de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) THEN 1 ELSE 0 END) = 0) AS q

-- negated-records
-- question: How many people never had gastrointestinal hemorrhage?
WITH others AS (SELECT DISTINCT co.person_id FROM condition_occurrence AS co WHERE NOT (co.condition_concept_id = 192671)) SELECT COUNT(*) AS never_bled FROM others

-- negated-records
WITH a AS (SELECT person_id, condition_occurrence_id AS k FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])), b AS (SELECT a.person_id, a.k FROM a JOIN drug_exposure AS d ON d.person_id = a.person_id WHERE d.drug_concept_id NOT IN ([drug@albuterol])) SELECT COUNT(DISTINCT b.person_id) AS patients FROM b

-- new-users
-- question: How many new users of celecoxib were there in 2009?
SELECT COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, RANK() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS rk FROM drug_exposure WHERE drug_concept_id IN ([drug@celecoxib]) AND YEAR(drug_exposure_start_date) = 2009) AS t WHERE rk = 1

-- optional-join
WITH e AS (SELECT de.person_id, de.visit_occurrence_id FROM drug_exposure AS de WHERE de.drug_concept_id IN ([drug@celecoxib])) SELECT COUNT(DISTINCT e.person_id) AS patients FROM e JOIN visit_occurrence AS v ON v.visit_occurrence_id = e.visit_occurrence_id

-- index-of-any
SELECT COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure AS d JOIN (SELECT person_id, condition_concept_id, FIRST_VALUE(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS first_dx FROM condition_occurrence) AS c ON c.person_id = d.person_id WHERE c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201820) AND d.drug_concept_id IN ([drug@celecoxib]) AND d.drug_exposure_start_date BETWEEN c.first_dx AND c.first_dx + 30

-- count-patients
SELECT y, ROUND(n / all_people::DECIMAL, 4) AS prevalence FROM (SELECT EXTRACT(YEAR FROM co.condition_start_date) AS y, COUNT(co.condition_start_date) AS n, (SELECT COUNT(*) FROM person) AS all_people FROM condition_occurrence AS co WHERE co.condition_concept_id IN ([condition@asthma]) GROUP BY 1) AS s

-- count-patients
SELECT COUNT(visit_start_date) AS patients FROM visit_occurrence WHERE visit_concept_id = 9201

-- negative-id
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine]) AND value_as_concept_id > 2

-- negated-records
SELECT COUNT(DISTINCT p.person_id) AS without_it FROM person AS p LEFT JOIN condition_occurrence AS c ON c.person_id = p.person_id WHERE c.condition_concept_id NOT IN ([condition@asthma]) OR c.condition_occurrence_id IS NULL

-- open-window
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence AS c JOIN death AS d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@stroke]) AND DATE_DIFF('day', d.death_date, c.condition_start_date) <= 30

-- open-window
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence AS c JOIN death AS d ON d.person_id = c.person_id AND d.death_date >= c.condition_start_date WHERE c.condition_concept_id IN ([condition@stroke]) AND EXTRACT(DAY FROM AGE(d.death_date, c.condition_start_date)) <= 30

-- other-denominator
SELECT COUNT(DISTINCT c.person_id) * 1.0 / (SELECT COUNT(*) FROM person) AS prevalence FROM condition_occurrence AS c JOIN observation_period AS op ON op.person_id = c.person_id AND DATE '2010-01-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE c.condition_concept_id IN ([condition@asthma]) AND c.condition_start_date <= DATE '2010-01-01'

-- count-patients
SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN condition_occurrence AS c ON c.person_id = p.person_id WHERE c.condition_concept_id IN ([condition@asthma]) GROUP BY p.person_id, p.gender_concept_id

-- self-pair
WITH rx AS (SELECT person_id, drug_exposure_start_date AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])), f AS (SELECT person_id, MIN(d) AS first_d FROM rx GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) AS patients FROM f JOIN rx ON rx.person_id = f.person_id WHERE rx.d BETWEEN f.first_d AND f.first_d + INTERVAL '90' DAY

-- window-of-everyone
WITH ranked AS (SELECT person_id, drug_exposure_start_date, ROW_NUMBER() OVER (ORDER BY drug_exposure_start_date) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@simvastatin])) SELECT EXTRACT(YEAR FROM drug_exposure_start_date) AS yr, COUNT(DISTINCT person_id) AS patients FROM ranked WHERE rn = 1 GROUP BY 1

-- fan-out
WITH hf AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])), stays AS (SELECT hf.person_id, COUNT(v.visit_occurrence_id) AS n FROM hf LEFT JOIN visit_occurrence AS v ON v.person_id = hf.person_id AND v.visit_concept_id = 9201 GROUP BY hf.person_id) SELECT AVG(n) AS mean_stays FROM stays

-- impossible-order
SELECT COUNT(*) AS long_stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND DATE_DIFF('day', visit_start_date, visit_start_date) > 7

-- index-of-any
WITH lagged AS (SELECT person_id, drug_concept_id, drug_exposure_start_date, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev_date FROM drug_exposure) SELECT AVG(DATE_DIFF('day', prev_date, drug_exposure_start_date)) AS mean_gap FROM lagged WHERE drug_concept_id IN ([drug@metformin]) AND prev_date IS NOT NULL

-- negated-records
WITH w AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) GROUP BY person_id) SELECT COUNT(DISTINCT w.person_id) AS without_bleeding FROM w LEFT JOIN condition_occurrence AS c ON c.person_id = w.person_id AND c.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) WHERE c.condition_start_date IS NULL OR c.condition_start_date > w.d + INTERVAL '90' DAY

-- value-threshold
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@potassium]) AND value_as_number > range_low

-- negated-records
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence AS c LEFT JOIN visit_occurrence AS v ON v.person_id = c.person_id AND v.visit_concept_id = 9203 WHERE c.condition_concept_id IN ([condition@asthma]) AND (v.visit_occurrence_id IS NULL OR EXTRACT(YEAR FROM v.visit_start_date) <> 2009)

-- new-users
SELECT EXTRACT(YEAR FROM condition_start_date) AS yr, COUNT(DISTINCT person_id) AS new_cases FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY 1

-- misnamed
SELECT AVG(n) AS avg_conditions_per_patient FROM (SELECT visit_occurrence_id, COUNT(*) AS n FROM condition_occurrence GROUP BY visit_occurrence_id) AS t

-- other-result
-- question: How many patients had gout in 2009?
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence
WHERE condition_concept_id IN ([condition@gout]) AND condition_start_date BETWEEN DATE '2008-12-01' AND DATE '2009-12-31';

-- other-result
-- question: How many patients took albuterol in 2009?
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure
WHERE drug_concept_id IN ([drug@albuterol]) AND drug_exposure_start_date >= DATE '2008-01-01' AND drug_exposure_start_date < DATE '2010-01-01';

-- other-result
-- question: How many women had asthma in 2009?
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence AS c JOIN person AS p ON p.person_id = c.person_id
WHERE p.gender_concept_id = 8532 AND c.condition_concept_id IN ([condition@asthma])
  AND c.condition_start_date BETWEEN DATE '2008-07-01' AND DATE '2009-12-31';

-- missing-as-zero
SELECT MEDIAN(COALESCE(days_supply, 0)) AS median_supply FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]);

-- missing-as-zero
WITH v AS (SELECT IFNULL(value_as_number, 0) AS x FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554)
SELECT AVG(x) AS mean_value FROM v;

-- missing-as-zero
SELECT QUANTILE_CONT(COALESCE(quantity, 0), 0.9) AS p90 FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]);

-- case-else
SELECT CASE WHEN 2010 - year_of_birth BETWEEN 18 AND 39 THEN '18 to 39' WHEN 2010 - year_of_birth BETWEEN 41 AND 64 THEN '40 to 64' ELSE 'other ages' END AS age_group, COUNT(*) AS people FROM person GROUP BY 1

-- case-else
SELECT CASE WHEN value_as_number >= 8 THEN 'poor' ELSE 'good' END AS control, COUNT(*) AS results FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY 1

-- case-else
WITH a AS (SELECT person_id, 2010 - year_of_birth AS age FROM person) SELECT CASE WHEN age < 18 THEN 'child' WHEN age > 18 AND age <= 64 THEN 'adult' ELSE 'senior' END AS age_group, COUNT(*) AS people FROM a GROUP BY 1

-- source-concept
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca
ON ca.descendant_concept_id = COALESCE(NULLIF(co.condition_source_concept_id, 0), co.condition_concept_id) WHERE ca.ancestor_concept_id = 201820

-- count-patients
WITH a AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id),
  b AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@bronchitis]) GROUP BY person_id),
  both_lists AS (SELECT person_id FROM a UNION ALL SELECT person_id FROM b)
SELECT COUNT(person_id) AS patients FROM both_lists

-- count-patients
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence
  WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id, visit_occurrence_id) AS x

-- count-patients
SELECT COUNT(*) AS patients FROM (SELECT person_id, condition_start_date FROM condition_occurrence
  WHERE condition_concept_id IN ([condition@asthma])
  QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id, condition_start_date ORDER BY condition_occurrence_id) = 1) AS x

-- count-patients
WITH monthly AS (SELECT date_trunc('month', visit_start_date) AS month, COUNT(DISTINCT person_id) AS n FROM visit_occurrence GROUP BY ALL)
SELECT SUM(n) FILTER (WHERE month >= DATE '2008-01-01' AND month < DATE '2009-01-01') AS patients FROM monthly

-- missing-as-zero
SELECT SUM(value_as_number) / COUNT(*) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554

-- fan-out
SELECT SUM(CASE WHEN pp.payer_source_value = 'Medicare' THEN op.observation_period_end_date - op.observation_period_start_date + 1 ELSE 0 END) AS person_days
FROM observation_period AS op JOIN payer_plan_period AS pp ON pp.person_id = op.person_id

-- outer-join-filter
WITH mi AS (SELECT person_id, MIN(condition_start_date) AS idx FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id),
linked AS (SELECT mi.person_id, v.visit_start_date - mi.idx AS lag_days FROM mi LEFT JOIN visit_occurrence AS v ON v.person_id = mi.person_id AND v.visit_concept_id = 9201),
nearest AS (SELECT person_id, MIN(lag_days) AS lag_days FROM linked WHERE NOT (lag_days < 0) GROUP BY person_id)
SELECT 100 * AVG(CASE WHEN lag_days <= 365 THEN 1 ELSE 0 END) AS percentage FROM nearest

-- outer-join-filter
WITH mi AS (SELECT person_id, MIN(condition_start_date) AS idx FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id),
nearest AS (SELECT mi.person_id, MIN(d.drug_exposure_start_date - mi.idx) AS gap FROM mi LEFT JOIN drug_exposure AS d ON d.person_id = mi.person_id GROUP BY mi.person_id HAVING MIN(d.drug_exposure_start_date - mi.idx) >= 0)
SELECT 100.0 * SUM(CASE WHEN gap <= 90 THEN 1 ELSE 0 END) / COUNT(*) AS percentage FROM nearest

-- outer-join-filter
WITH labs AS (SELECT p.person_id, m.measurement_id, m.measurement_concept_id AS what FROM person AS p LEFT JOIN measurement AS m ON m.person_id = p.person_id)
SELECT COUNT(l.measurement_id) * 1.0 / COUNT(DISTINCT l.person_id) AS per_person FROM labs AS l JOIN concept AS k ON k.concept_id = l.what

-- fan-out
WITH hf AS (SELECT DISTINCT person_id, condition_concept_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]))
SELECT SUM(o.observation_period_end_date - o.observation_period_start_date + 1) AS days FROM observation_period AS o JOIN hf ON hf.person_id = o.person_id

-- case-else
SELECT 100 * AVG(CASE WHEN value_as_number < 7 THEN 0 ELSE 1 END) AS percentage FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554

-- case-else
SELECT AVG(CASE WHEN d.death_date > o.observation_period_end_date THEN o.observation_period_end_date ELSE d.death_date END - o.observation_period_start_date) AS mean_days FROM observation_period AS o LEFT JOIN death AS d ON d.person_id = o.person_id

-- missing-as-zero
SELECT AVG(GREATEST(days_supply, 0)) AS mean_days FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])

-- count-patients
SELECT MAX(k) AS patients FROM (SELECT ROW_NUMBER() OVER (ORDER BY person_id) AS k FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) AS n

-- negated-records
WITH rx AS (SELECT p.person_id, d.drug_concept_id AS product FROM person AS p LEFT JOIN drug_exposure AS d ON d.person_id = p.person_id), met AS (SELECT descendant_concept_id AS product FROM concept_ancestor WHERE ancestor_concept_id = 1503297)
SELECT COUNT(DISTINCT rx.person_id) AS people FROM rx ANTI JOIN met ON met.product = rx.product

-- concept-domain
WITH ids AS (SELECT descendant_concept_id AS i FROM concept_ancestor WHERE ancestor_concept_id = 201826 UNION SELECT 1503297)
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (SELECT i FROM ids)

-- negated-records
WITH ht AS (SELECT descendant_concept_id AS c FROM concept_ancestor WHERE ancestor_concept_id = 201826), hf AS (SELECT descendant_concept_id AS c FROM concept_ancestor WHERE ancestor_concept_id = 201820),
tagged AS (SELECT person_id, CASE WHEN condition_concept_id IN (SELECT c FROM ht) THEN 1 ELSE 0 END AS is_ht, CASE WHEN condition_concept_id IN (SELECT c FROM hf) THEN 1 ELSE 0 END AS is_hf FROM condition_occurrence)
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM tagged GROUP BY person_id HAVING MAX(is_ht) = 1 AND MIN(is_hf) = 0) AS q

-- integer-division
SELECT SUM(CAST((observation_period_end_date - observation_period_start_date + 1) / 365.25 AS INTEGER)) AS person_years FROM observation_period

-- integer-division
WITH d AS (SELECT observation_period_end_date - observation_period_start_date + 1 AS days FROM observation_period), y AS (SELECT (days - days % 365) / 365 AS years FROM d) SELECT SUM(years) AS person_years FROM y

-- integer-division
SELECT SUM(FLOOR(DATE_DIFF('day', observation_period_start_date, observation_period_end_date) / 365)) AS person_years FROM observation_period

-- window-of-everyone
WITH gone AS (SELECT d.person_id, p.year_of_birth AS born, MAX(d.death_date) OVER () AS last_day FROM death AS d JOIN person AS p USING (person_id)) SELECT AVG(EXTRACT(YEAR FROM last_day) - born) AS mean_age FROM gone

-- other-question
-- question: How many people started warfarin in 2010, that is, had their first-ever dispensing then?
WITH rx AS (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS before FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]))
SELECT COUNT(DISTINCT person_id) AS people FROM rx WHERE d - COALESCE(before, DATE '1900-01-01') > 60 AND d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'

-- concept-name
WITH products AS (SELECT concept_id FROM concept WHERE domain_id = 'Drug' AND starts_with(lower(concept_name), 'lisin' || 'opril')) SELECT COUNT(DISTINCT d.person_id) AS people FROM drug_exposure AS d JOIN products AS p ON p.concept_id = d.drug_concept_id

-- value-unit concept-name
WITH hb AS (SELECT concept_id FROM concept WHERE domain_id = 'Measurement' AND position('hemoglobin' IN lower(concept_name)) > 0) SELECT AVG(value_as_number) AS mean_value FROM measurement WHERE measurement_concept_id IN (SELECT concept_id FROM hb) AND unit_concept_id <> 0

-- and-or
WITH g AS (SELECT p.person_id, CASE p.gender_concept_id WHEN 8507 THEN 1 ELSE 0 END AS male, MAX(CASE h.ancestor_concept_id WHEN 1503297 THEN 1 ELSE 0 END) AS metformin, MAX(CASE h.ancestor_concept_id WHEN 1545958 THEN 1 ELSE 0 END) AS glipizide
  FROM person AS p JOIN drug_exposure AS d ON d.person_id = p.person_id JOIN concept_ancestor AS h ON h.descendant_concept_id = d.drug_concept_id GROUP BY ALL)
SELECT COUNT(*) AS men FROM g WHERE male * metformin + glipizide > 0

-- count-patients
SELECT SUM(k) AS women FROM (SELECT po.person_id, COUNT(DISTINCT procedure_date) AS k FROM procedure_occurrence AS po JOIN person AS p USING (person_id) WHERE p.gender_concept_id = 8532 GROUP BY po.person_id) AS t

-- missing-as-zero
SELECT SUM(days_supply) / COUNT(drug_exposure_id) AS mean_days FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])

-- either-for-both
-- question: How many people have neither asthma nor diabetes?
WITH a AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])), d AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@diabetes]))
SELECT COUNT(*) AS people FROM person AS p LEFT JOIN a ON a.person_id = p.person_id LEFT JOIN d ON d.person_id = p.person_id WHERE a.person_id IS NULL OR d.person_id IS NULL

-- last-day
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9202 AND visit_start_date - DATE '2009-01-01' BETWEEN 0 AND 365

-- last-day
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE strftime(visit_start_date, '%Y-%m-%d') >= '2009-01-01' AND strftime(visit_start_date, '%Y-%m-%d') < '2009-12-31'

-- other-question
-- question: What was the mean quantity of each person's first warfarin dispensing?
SELECT AVG(q) AS mean_quantity FROM (SELECT person_id, MAX_BY(quantity, drug_exposure_start_date) AS q FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) GROUP BY person_id) AS t

-- optional-join
SELECT COUNT(*) AS deaths FROM (SELECT d.person_id, d.cause_concept_id AS k FROM death AS d) AS x JOIN concept AS c ON c.concept_id = x.k

-- and-or
SELECT COUNT(DISTINCT p.person_id) AS men FROM person AS p JOIN drug_exposure AS d USING (person_id) WHERE CASE WHEN p.gender_concept_id = 8507 AND d.drug_concept_id IN ([drug@metformin]) THEN TRUE WHEN d.drug_concept_id IN ([drug@glipizide]) THEN TRUE ELSE FALSE END

-- index-of-any
-- question: How many people had their first depression diagnosis in 2009?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, condition_concept_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@depression]) GROUP BY ALL) AS t WHERE EXTRACT(YEAR FROM d) = 2009

-- source-concept
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence JOIN concept_ancestor ON descendant_concept_id = CASE WHEN condition_source_concept_id > 0 THEN condition_source_concept_id ELSE condition_concept_id END WHERE ancestor_concept_id = 201826

-- negated-records
-- question: Among people with an HbA1c, how many never had a value of 7 or higher?
WITH a AS (SELECT person_id, MIN(value_as_number) AS lowest FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY person_id) SELECT COUNT(*) AS people FROM a WHERE lowest < 7

-- negated-records
-- question: Among people with an HbA1c, how many never had a value of 7 or higher?
SELECT COUNT(*) AS people FROM (SELECT person_id, BOOL_OR(value_as_number < 7) AS low FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY person_id) AS t WHERE low

-- fan-out
SELECT SUM(d.days_supply) AS days FROM drug_exposure AS d JOIN concept_ancestor AS a ON a.descendant_concept_id = d.drug_concept_id WHERE d.drug_concept_id IN ([drug@metformin])

-- other-question
-- question: How many people had an inpatient stay in 2009?
SELECT approx_count_distinct(person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2009

-- index-of-any
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, drug_concept_id, drug_era_start_date - LAG(drug_era_end_date) OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS gap FROM drug_era) AS e WHERE drug_concept_id IN ([drug@furosemide]) AND gap > 90

-- index-of-any
SELECT COUNT(*) AS people FROM (SELECT person_id, ARG_MIN(condition_concept_id, condition_start_date) AS k FROM condition_occurrence GROUP BY person_id) AS f WHERE k IN ([condition@asthma])

-- count-patients
SELECT LEN(LIST(person_id)) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])

-- count-patients
SELECT MAX(seq) AS patients FROM (SELECT DENSE_RANK() OVER (ORDER BY condition_occurrence_id) AS seq FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) AS t

-- self-pair
SELECT COUNT(*) AS n FROM visit_occurrence AS a WHERE a.visit_concept_id = 9201 AND EXISTS (SELECT 1 FROM visit_occurrence AS b WHERE (b.person_id, b.visit_concept_id) = (a.person_id, a.visit_concept_id) AND b.visit_start_date BETWEEN a.visit_start_date AND a.visit_end_date + 30)

-- other-question
-- question: What percentage of people with an inpatient stay are women?
SELECT pct FROM (SELECT p.gender_concept_id AS g, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct FROM visit_occurrence AS v NATURAL JOIN (SELECT person_id, gender_concept_id FROM person) AS p WHERE v.visit_concept_id = 9201 GROUP BY 1) AS t WHERE g = 8532

-- other-question
-- question: How many people only ever had asthma of this kind and never any other kind of lung disease?
WITH h AS (SELECT person_id, condition_concept_id AS c FROM condition_occurrence WHERE condition_concept_id IN ([condition@lung disease])), other AS (SELECT descendant_concept_id AS c FROM concept_ancestor WHERE ancestor_concept_id = 201826)
SELECT COUNT(DISTINCT person_id) AS people FROM h ANTI JOIN other USING (c)

-- fan-out
SELECT SUM(c.total_paid) AS paid FROM visit_occurrence AS v JOIN cost AS c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' JOIN payer_plan_period AS p ON p.person_id = v.person_id AND v.visit_start_date BETWEEN p.payer_plan_period_start_date AND p.payer_plan_period_end_date GROUP BY c.currency_concept_id

-- union-events
SELECT SUM(s) AS days FROM (SELECT DISTINCT person_id, days_supply AS s FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) AS t

-- index-of-any
-- question: For each year, how many people had their first asthma diagnosis in that year?
SELECT y, COUNT(*) AS people FROM (SELECT person_id, EXTRACT(YEAR FROM condition_start_date) AS y, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY 1, 2) AS t GROUP BY y

-- date-text
SELECT AVG(v) AS mean_value FROM (SELECT DISTINCT ON (person_id) value_as_number AS v FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 ORDER BY person_id, STRFTIME(measurement_date, '%m/%d/%Y') DESC) AS x

-- date-text
WITH m AS (SELECT person_id, value_as_number AS v, TO_CHAR(measurement_date, 'DD.MM.YYYY') AS day FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554) SELECT COUNT(*) AS n FROM (SELECT person_id, MAX_BY(v, (day, v)) AS latest FROM m GROUP BY person_id) AS x WHERE latest > 8

-- date-text
SELECT COUNT(DISTINCT person_id) AS patients FROM death WHERE STRFTIME(death_date, '%d-%m-%Y') >= '01-07-2009'

-- date-text
SELECT COUNT(*) AS patients FROM (SELECT person_id, visit_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY STRFTIME(visit_start_date, '%d %b %Y')) AS rn FROM visit_occurrence) AS v WHERE rn = 1 AND visit_concept_id IN ([visit@inpatient])

-- date-text
SELECT person_id, MIN(CAST(EXTRACT(DAY FROM condition_start_date) AS VARCHAR) || '/' || EXTRACT(MONTH FROM condition_start_date) || '/' || EXTRACT(YEAR FROM condition_start_date)) AS first_day FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id

-- date-text
SELECT person_id, LIST_MIN(LIST(STRFTIME(drug_exposure_start_date, '%d%m%Y'))) AS first_day FROM drug_exposure GROUP BY person_id

-- cost-parts
SELECT SUM(LIST_SUM([paid_by_patient, paid_patient_copay])) AS paid FROM cost WHERE cost_domain_id = 'Drug'

-- cost-parts
SELECT SUM(total_paid) + SUM(paid_by_payer) AS paid FROM cost WHERE cost_domain_id = 'Visit'

-- cost-parts
WITH c AS (SELECT cost_event_id, COALESCE(total_paid, 0) AS whole, COALESCE(paid_by_patient, 0) AS part FROM cost WHERE cost_domain_id = 'Visit') SELECT AVG(whole + part) AS mean_paid FROM c

-- cost-parts
SELECT SUM(amount) AS paid FROM (SELECT paid_by_patient AS amount FROM cost WHERE cost_domain_id = 'Drug' UNION ALL SELECT paid_patient_deductible FROM cost WHERE cost_domain_id = 'Drug') AS amounts

-- cost-parts
SELECT v.person_id, SUM(IFNULL(c.total_paid, 0) + IFNULL(c.paid_by_payer, 0) + IFNULL(c.paid_by_patient, 0)) AS paid FROM visit_occurrence AS v JOIN cost AS c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY v.person_id

-- case-else
SELECT CASE WHEN 2010 - year_of_birth < 40 THEN 'under 40' WHEN 2010 - year_of_birth > 40 AND 2010 - year_of_birth < 60 THEN '40 to 59' WHEN 2010 - year_of_birth < 80 THEN '60 to 79' ELSE '80 and over' END AS age_group, COUNT(*) AS people FROM person GROUP BY 1

-- value-of-anything
SELECT AVG(m.value_as_number) AS average_value, COUNT(m.measurement_id) AS measurements FROM measurement AS m WHERE m.unit_concept_id = 8554

-- cross-join
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN death AS d ON d.cause_concept_id = co.condition_concept_id

-- cross-join
WITH cancer AS (SELECT person_id, condition_concept_id AS cause_concept_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@lung cancer])), dead AS (SELECT person_id, cause_concept_id FROM death)
SELECT COUNT(DISTINCT cancer.person_id) AS patients FROM cancer JOIN dead USING (cause_concept_id)

-- cross-join
SELECT COUNT(*) AS stays FROM visit_occurrence AS v WHERE v.visit_concept_id = 9201 AND EXISTS (SELECT 1 FROM visit_occurrence AS later WHERE later.visit_concept_id = 9201 AND later.visit_occurrence_id <> v.visit_occurrence_id AND later.visit_start_date > v.visit_end_date AND later.visit_start_date <= v.visit_end_date + 60)

-- maps-to
SELECT COUNT(*) AS codes FROM concept_relationship WHERE relationship_id = 'Maps to' AND concept_id_1 = 201826

-- ancestor-direction
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_relationship AS cr ON cr.concept_id_2 = co.condition_concept_id AND cr.relationship_id = 'Is a' WHERE cr.concept_id_1 = 201826

-- limit-order
SELECT drug_concept_id, patients FROM (SELECT drug_concept_id, COUNT(DISTINCT person_id) AS patients, ROW_NUMBER() OVER () AS place FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY drug_concept_id) AS d WHERE place <= 10

-- other-denominator
SELECT drug_type_concept_id, COUNT(DISTINCT person_id) * 1.0 / SUM(COUNT(DISTINCT person_id)) OVER () AS share FROM drug_exposure GROUP BY drug_type_concept_id

-- negated-records
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id FROM drug_exposure EXCEPT ALL SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])) AS t

-- natural-join
SELECT specialty_concept_id, COUNT(*) AS patients FROM person NATURAL JOIN provider GROUP BY specialty_concept_id

-- type-concept
-- question: How many patients were diagnosed with asthma at an emergency visit?
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND condition_type_concept_id = 32817

-- window-of-everyone
-- question: How many patients had their first diagnosis of asthma in 2009?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) OVER () AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) AS f WHERE EXTRACT(YEAR FROM d) = 2009

-- other-question
-- question: During how many emergency visits was asthma diagnosed?
SELECT COUNT(DISTINCT v.visit_occurrence_id) AS visits FROM visit_occurrence AS v JOIN condition_occurrence AS co ON co.person_id = v.person_id WHERE v.visit_concept_id = 9203 AND co.condition_concept_id IN ([condition@asthma])

-- limit-order
SELECT person_id, procedure_concept_id FROM (SELECT person_id, procedure_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY (SELECT NULL)) AS n FROM procedure_occurrence) AS x WHERE n = 1

-- limit-order
WITH numbered AS (SELECT de.person_id, de.drug_concept_id, RANK() OVER (PARTITION BY de.person_id ORDER BY de.person_id) AS place FROM drug_exposure AS de) SELECT drug_concept_id, COUNT(DISTINCT person_id) AS patients FROM numbered WHERE place = 1 GROUP BY drug_concept_id

-- limit-order
SELECT co.person_id, co.condition_concept_id FROM condition_occurrence AS co QUALIFY ROW_NUMBER() OVER (PARTITION BY co.person_id ORDER BY 1, co.person_id DESC) = 1

-- limit-order
SELECT person_id, ARG_MIN(condition_concept_id, person_id) AS diagnosis FROM condition_occurrence GROUP BY person_id

-- limit-order
SELECT DISTINCT person_id, FIRST_VALUE(drug_concept_id) OVER (PARTITION BY person_id ORDER BY 'start') AS drug FROM drug_exposure

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE CAST(condition_concept_id AS VARCHAR) LIKE '3171%'

-- concept-as-text
WITH d AS (SELECT person_id, CAST(drug_concept_id AS VARCHAR) AS drug FROM drug_exposure) SELECT COUNT(DISTINCT person_id) AS patients FROM d WHERE STARTS_WITH(drug, '1310')

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE LEFT(CAST(condition_concept_id AS VARCHAR), 4) = '3171'

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE STRPOS('317009,255573', CAST(condition_concept_id AS VARCHAR)) > 0

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE CAST(condition_concept_id AS VARCHAR) IN ('201826', ' 443238')

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE LIST_CONTAINS(STRING_SPLIT('317009, 255573', ','), CAST(condition_concept_id AS VARCHAR))

-- vocabulary-value
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_concept_id WHERE c.invalid_reason NOT IN ('D', 'U')

-- vocabulary-value
WITH kept AS (SELECT concept_id_1, concept_id_2 FROM concept_relationship WHERE relationship_id = 'Maps to' AND NOT invalid_reason = 'D') SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN kept ON kept.concept_id_1 = co.condition_source_concept_id

-- vocabulary-value
SELECT COUNT(*) AS concepts FROM concept WHERE domain_id = 'Measurement' AND standard_concept <> 'S'

-- vocabulary-value
SELECT COUNT(*) AS concepts FROM concept WHERE vocabulary_id = 'LOINC' AND invalid_reason = ''

-- era-ingredient
WITH forms AS (SELECT c.concept_id FROM concept_ancestor AS ca JOIN concept AS c ON c.concept_id = ca.descendant_concept_id WHERE ca.ancestor_concept_id = 1503297 AND c.concept_class_id IN ('Clinical Drug', 'Branded Drug')) SELECT COUNT(DISTINCT person_id) AS patients FROM drug_era WHERE drug_concept_id IN (SELECT concept_id FROM forms)

-- era-ingredient
SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e WHERE EXISTS (SELECT 1 FROM concept AS c WHERE c.concept_id = e.drug_concept_id AND c.concept_class_id LIKE 'Branded%')

-- era-ingredient
SELECT COUNT(*) AS eras FROM drug_era AS e JOIN concept AS c ON c.concept_id = e.drug_concept_id AND c.concept_class_id <> 'Ingredient'

-- era-ingredient
SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN drug_exposure AS de USING (person_id, drug_concept_id) WHERE de.days_supply > 30

-- concept-alias
SELECT k.sex, k.race, COUNT(*) AS patients FROM (SELECT p.person_id, c.concept_name AS sex, c.concept_name AS race FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id) AS k GROUP BY k.sex, k.race

-- concept-alias
SELECT de.drug_concept_id, c.concept_name, COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN concept AS c ON c.concept_id = de.drug_type_concept_id GROUP BY de.drug_concept_id, c.concept_name

-- concept-alias
SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN procedure_occurrence AS po ON po.person_id = co.person_id JOIN concept AS c ON c.concept_id = co.condition_concept_id OR c.concept_id = po.procedure_concept_id GROUP BY c.concept_name

-- concept-alias
SELECT a.concept_name AS ethnicity, COUNT(*) AS patients FROM person AS p JOIN concept AS a ON a.concept_id = p.ethnicity_concept_id JOIN concept AS b ON b.concept_id = a.concept_id AND b.concept_id = p.race_concept_id GROUP BY a.concept_name

-- negative-id
SELECT COUNT(*) AS records, COUNT(procedure_concept_id) AS mapped FROM procedure_occurrence

-- negative-id
SELECT COUNT(*) AS unmapped FROM measurement AS m LEFT JOIN concept AS c ON c.concept_id = m.measurement_concept_id WHERE c.concept_id IS NULL

-- negative-id
WITH mapped AS (SELECT condition_occurrence_id FROM condition_occurrence WHERE condition_concept_id IS NOT NULL) SELECT COUNT(*) AS records FROM mapped

-- vocabulary-value
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN (SELECT concept_id, invalid_reason AS reason FROM concept) AS c ON c.concept_id = co.condition_concept_id WHERE c.reason NOT LIKE 'D%'

-- vocabulary-value
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de WHERE EXISTS (SELECT 1 FROM concept AS c WHERE c.concept_id = de.drug_concept_id AND UPPER(c.invalid_reason) <> 'U')

-- negative-id
SELECT COUNT(*) AS unmapped FROM drug_exposure AS de WHERE NOT EXISTS (SELECT 1 FROM concept AS c WHERE c.concept_id = de.drug_concept_id)

-- negative-id
WITH unmapped AS (SELECT measurement_id FROM measurement WHERE measurement_concept_id NOT IN (SELECT concept_id FROM concept)) SELECT COUNT(*) AS records FROM unmapped

-- era-ingredient
SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e WHERE e.drug_concept_id IN (SELECT ds.drug_concept_id FROM drug_strength AS ds WHERE ds.amount_value = 500)

-- concept-as-text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE '201826, 443238' LIKE '%' || condition_concept_id || '%'

-- fan-out
SELECT SUM(n) AS visits FROM (SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY ROLLUP (visit_concept_id)) AS v

-- fan-out
WITH g AS (SELECT gender_concept_id AS sex, race_concept_id AS race, COUNT(*) AS n FROM person GROUP BY CUBE (gender_concept_id, race_concept_id)) SELECT 100.0 * SUM(CASE WHEN sex = 8532 THEN n END) / SUM(n) AS percent FROM g

-- fan-out
SELECT race_concept_id, COUNT(*) AS n, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS percent FROM person GROUP BY GROUPING SETS ((race_concept_id), ())

-- end-date-null
SELECT AVG(COALESCE(drug_exposure_end_date, CURRENT_DATE) - drug_exposure_start_date) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@digoxin])

-- end-date-null
SELECT MEDIAN(DATEDIFF('day', drug_exposure_start_date, IFNULL(drug_exposure_end_date, DATE '2099-12-31'))) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@digoxin])

-- end-date-null
WITH e AS (SELECT drug_exposure_start_date AS first_day, CASE WHEN drug_exposure_end_date IS NULL THEN today() ELSE drug_exposure_end_date END AS last_day FROM drug_exposure WHERE drug_concept_id IN ([drug@digoxin])) SELECT SUM(last_day - first_day + 1) AS days FROM e

-- other-question
-- question: How many people were under observation at some time in 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE EXTRACT(YEAR FROM observation_period_start_date) = 2008

-- other-question
-- question: How many people were observed on any day of 2008?
WITH o AS (SELECT person_id, observation_period_start_date AS s FROM observation_period) SELECT COUNT(DISTINCT person_id) AS people FROM o WHERE s BETWEEN DATE '2008-01-01' AND DATE '2008-12-31'

-- other-question
-- question: How many people were observed at any time in 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE observation_period_start_date >= DATE '2008-01-01' AND observation_period_end_date <= DATE '2008-12-31'
