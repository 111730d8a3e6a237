-- Measurements, observations, procedures, visits.

SELECT c.concept_name, COUNT(*) AS num_records, COUNT(DISTINCT m.person_id) AS num_persons FROM measurement m JOIN concept c ON c.concept_id = m.measurement_concept_id GROUP BY c.concept_name ORDER BY num_records DESC, c.concept_name LIMIT 20

SELECT m.unit_concept_id, u.concept_name AS unit, COUNT(*) AS n, MIN(m.value_as_number) AS lo, MAX(m.value_as_number) AS hi FROM measurement m LEFT JOIN concept u ON u.concept_id = m.unit_concept_id WHERE m.measurement_concept_id = 3004410 GROUP BY m.unit_concept_id, u.concept_name

SELECT COUNT(DISTINCT person_id) AS uncontrolled FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number >= 9.0 AND unit_concept_id = 8554

SELECT COUNT(DISTINCT person_id) AS high FROM measurement WHERE measurement_concept_id IN ([measurement@LDL]) AND value_as_number > 160
  AND (unit_concept_id = 8840 OR CASE WHEN COALESCE(unit_concept_id, 0) = 0 THEN unit_source_value END IN ('mg/dL'))

WITH latest AS (
  SELECT m.*, ROW_NUMBER() OVER (PARTITION BY m.person_id ORDER BY m.measurement_date DESC, m.measurement_id DESC) AS rn FROM measurement m WHERE m.measurement_concept_id IN ([measurement@HbA1c]) AND m.unit_concept_id = 8554
)
SELECT COUNT(*) AS patients_controlled FROM latest WHERE rn = 1 AND value_as_number < 7

WITH sbp AS (SELECT person_id, measurement_date, value_as_number AS v FROM measurement WHERE measurement_concept_id = 3004249 AND unit_concept_id = 8876),
 dbp AS (SELECT person_id, measurement_date, value_as_number AS v FROM measurement WHERE measurement_concept_id = 3012888 AND unit_concept_id = 8876)
SELECT COUNT(DISTINCT s.person_id) AS hypertensive FROM sbp s JOIN dbp d ON d.person_id = s.person_id AND d.measurement_date = s.measurement_date WHERE s.v >= 140 OR d.v >= 90

SELECT w.person_id, w.value_as_number / POWER(h.value_as_number / 100.0, 2) AS bmi
FROM measurement w JOIN measurement h ON h.person_id = w.person_id AND h.measurement_date = w.measurement_date
WHERE w.measurement_concept_id = 3025315 AND w.unit_concept_id = 9529 AND h.measurement_concept_id = 3036277 AND h.unit_concept_id = 8582 AND h.value_as_number > 0 ORDER BY w.person_id LIMIT 50

SELECT COUNT(*) AS positive_tests FROM measurement m JOIN concept v ON v.concept_id = m.value_as_concept_id WHERE m.measurement_concept_id IN ([measurement@SARS-CoV-2 RNA]) AND v.concept_name = 'Positive'

SELECT COUNT(*) AS abnormal FROM measurement WHERE value_as_number NOT BETWEEN range_low AND range_high

SELECT COUNT(*) AS missing_values FROM measurement WHERE value_as_number IS NULL AND value_as_concept_id IS NULL

SELECT op.concept_name AS operator, COUNT(*) AS n FROM measurement m JOIN concept op ON op.concept_id = m.operator_concept_id GROUP BY op.concept_name

SELECT before.person_id, after.value_as_number - before.value_as_number AS change
FROM measurement before JOIN measurement after ON after.person_id = before.person_id AND after.measurement_concept_id = before.measurement_concept_id AND after.unit_concept_id = before.unit_concept_id AND after.measurement_date > before.measurement_date
WHERE before.measurement_concept_id IN ([measurement@LDL cholesterol]) ORDER BY before.person_id, change LIMIT 100

SELECT AVG(n) AS tests_per_patient FROM (SELECT person_id, COUNT(*) AS n FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine]) GROUP BY person_id) t

SELECT COUNT(*) AS records, COUNT(DISTINCT person_id) AS persons FROM observation WHERE observation_concept_id IN ([observation@tobacco smoking status])

SELECT COALESCE(v.concept_name, o.value_as_string, CAST(o.value_as_number AS VARCHAR)) AS answer, COUNT(DISTINCT o.person_id) AS persons FROM observation o LEFT JOIN concept v ON v.concept_id = o.value_as_concept_id WHERE o.observation_concept_id IN ([observation@tobacco smoking status]) GROUP BY 1

SELECT COUNT(DISTINCT person_id) AS current_smokers FROM observation WHERE observation_concept_id IN ([observation@tobacco smoking status]) AND value_as_string = 'current'

SELECT c.concept_name AS procedure_name, COUNT(DISTINCT po.person_id) AS patients, COUNT(po.procedure_occurrence_id) AS procedures FROM procedure_occurrence po LEFT JOIN concept c ON c.concept_id = po.procedure_concept_id GROUP BY c.concept_name ORDER BY patients DESC, procedure_name LIMIT 15

SELECT COUNT(DISTINCT po.person_id) AS screened FROM procedure_occurrence po JOIN person p ON p.person_id = po.person_id WHERE po.procedure_concept_id IN ([procedure@colonoscopy]) AND YEAR(po.procedure_date) - p.year_of_birth BETWEEN 50 AND 75

SELECT m.concept_name AS modifier, COUNT(*) AS n FROM procedure_occurrence po JOIN concept m ON m.concept_id = po.modifier_concept_id GROUP BY m.concept_name

SELECT vc.concept_name AS visit_type, COUNT(*) AS visits, COUNT(DISTINCT v.person_id) AS persons, ROUND(1.0 * COUNT(*) / COUNT(DISTINCT v.person_id), 2) AS visits_per_person FROM visit_occurrence v JOIN concept vc ON vc.concept_id = v.visit_concept_id GROUP BY vc.concept_name

SELECT AVG(DATE_DIFF('day', visit_start_date, visit_end_date)) AS mean_los, QUANTILE_CONT(DATE_DIFF('day', visit_start_date, visit_end_date), 0.5) AS median_los FROM visit_occurrence WHERE visit_concept_id IN (9201, 262) AND visit_end_date IS NOT NULL

WITH stays AS (SELECT visit_occurrence_id, person_id, visit_start_date, COALESCE(visit_end_date, visit_start_date) AS visit_end_date FROM visit_occurrence WHERE visit_concept_id = 9201)
SELECT COUNT(DISTINCT a.visit_occurrence_id) AS readmitted_stays FROM stays a JOIN stays b ON a.person_id = b.person_id AND b.visit_start_date > a.visit_end_date AND b.visit_start_date <= a.visit_end_date + INTERVAL 30 DAYS

SELECT adm.concept_name AS admitted_from, dis.concept_name AS discharged_to, COUNT(*) AS visits FROM visit_occurrence vo LEFT JOIN concept adm ON adm.concept_id = vo.admitted_from_concept_id LEFT JOIN concept dis ON dis.concept_id = vo.discharged_to_concept_id GROUP BY adm.concept_name, dis.concept_name

SELECT dayname(visit_start_date) AS weekday, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY weekday

SELECT COUNT(DISTINCT vd.visit_detail_id) AS icu_stays FROM visit_detail vd JOIN visit_occurrence vo ON vo.visit_occurrence_id = vd.visit_occurrence_id AND vo.person_id = vd.person_id WHERE vd.visit_detail_concept_id = 32037

SELECT COUNT(DISTINCT e.person_id) AS patients FROM episode e JOIN episode_event ee ON ee.episode_id = e.episode_id JOIN condition_occurrence co ON co.condition_occurrence_id = ee.event_id

SELECT n.note_title, COUNT(*) AS notes FROM note n GROUP BY n.note_title

SELECT sp.specimen_concept_id, COUNT(*) AS specimens FROM specimen sp GROUP BY sp.specimen_concept_id

SELECT cdm_source_name, cdm_version, vocabulary_version FROM cdm_source

SELECT vocabulary_id, vocabulary_version FROM vocabulary ORDER BY vocabulary_id

SELECT 'condition_occurrence' AS tbl, COUNT(*) AS n FROM condition_occurrence UNION ALL SELECT 'drug_exposure', COUNT(*) FROM drug_exposure UNION ALL SELECT 'measurement', COUNT(*) FROM measurement ORDER BY tbl

SELECT COUNT(*) AS orphans FROM condition_occurrence co LEFT JOIN person p ON p.person_id = co.person_id WHERE p.person_id IS NULL

SELECT COUNT(*) AS outside FROM drug_exposure de WHERE NOT EXISTS (SELECT 1 FROM observation_period op WHERE op.person_id = de.person_id AND de.drug_exposure_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date)

SELECT SUM(CASE WHEN condition_concept_id = 0 THEN 1 ELSE 0 END) AS unmapped, COUNT(*) AS total, 100.0 * SUM(CASE WHEN condition_concept_id = 0 THEN 1 ELSE 0 END) / COUNT(*) AS pct_unmapped FROM condition_occurrence

SELECT co.condition_source_value, COUNT(*) AS n FROM condition_occurrence co WHERE co.condition_concept_id = 0 GROUP BY co.condition_source_value ORDER BY n DESC LIMIT 10

SELECT COUNT(*) AS duplicates FROM (SELECT person_id, condition_concept_id, condition_start_date FROM condition_occurrence GROUP BY person_id, condition_concept_id, condition_start_date HAVING COUNT(*) > 1) d

SELECT c.cohort_definition_id, COUNT(*) AS entries, COUNT(DISTINCT c.subject_id) AS persons FROM cohort c GROUP BY c.cohort_definition_id

SELECT cd.cohort_definition_name, COUNT(DISTINCT c.subject_id) AS subjects FROM cohort_definition cd JOIN cohort c ON c.cohort_definition_id = cd.cohort_definition_id GROUP BY cd.cohort_definition_name

SELECT COUNT(DISTINCT t.subject_id) AS with_outcome FROM cohort t JOIN cohort o ON o.subject_id = t.subject_id AND o.cohort_start_date >= t.cohort_start_date AND o.cohort_start_date <= t.cohort_end_date WHERE t.cohort_definition_id = 1 AND o.cohort_definition_id = 2

SELECT d.domain_id, COUNT(*) AS concepts FROM concept c JOIN domain d ON d.domain_id = c.domain_id WHERE c.standard_concept = 'S' AND c.invalid_reason IS NULL GROUP BY d.domain_id ORDER BY concepts DESC, d.domain_id
