-- id: severe-condition-by-number-of-drugs
-- question: Let severe heart failure be heart failure with at least 2 of the drugs furosemide, spironolactone and digoxin: how many patients with severe heart failure were hospitalized within 365 days of diagnosis?
-- paraphrase: Define severe heart failure as heart failure with 2 or more of the drugs furosemide, spironolactone and digoxin; how many of these patients were hospitalized within 365 days of diagnosis?
-- paraphrase: Let's say severe heart failure is heart failure with at least 2 of the drugs furosemide, spironolactone and digoxin. So how many pts with severe heart failure were hospitalized w/in 365 days of dx?
-- topic: cohort
-- note: the drugs may be taken at any time; from the day of the first record, that day included; a hospitalization is an inpatient visit (9201) or an emergency room visit that led to one (262)
-- note: trap: counting exposures instead of different drugs makes two refills of one drug severe; an inner join of the three drugs demands all of them
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
), taken AS (
  SELECT de.person_id,
         CASE WHEN de.drug_concept_id IN ([drug@furosemide]) THEN 1
              WHEN de.drug_concept_id IN ([drug@spironolactone]) THEN 2
              WHEN de.drug_concept_id IN ([drug@digoxin]) THEN 3 END AS drug
  FROM drug_exposure AS de
), severe AS (
  SELECT i.person_id, i.first_date
  FROM index_event AS i
  JOIN taken AS t ON t.person_id = i.person_id
  WHERE t.drug IS NOT NULL
  GROUP BY i.person_id, i.first_date
  HAVING COUNT(DISTINCT t.drug) >= 2
)
SELECT COUNT(DISTINCT s.person_id) AS patients
FROM severe AS s
JOIN visit_occurrence AS vo ON vo.person_id = s.person_id
WHERE vo.visit_concept_id IN (9201, 262)
  AND vo.visit_start_date BETWEEN s.first_date AND s.first_date + INTERVAL '365' DAY;
