-- id: share-of-condition-on-all-of-four-drugs-within-days
-- question: What percentage of patients with myocardial infarction took all of metoprolol, lisinopril, atorvastatin and clopidogrel within 180 days of diagnosis?
-- paraphrase: Of the patients with myocardial infarction, what percent received all of metoprolol, lisinopril, atorvastatin and clopidogrel in the 180 days after diagnosis?
-- paraphrase: % of MI pts on all of metoprolol, lisinopril, atorvastatin and clopidogrel within 180 days of dx
-- topic: drug-utilization
-- note: from the day of the first record, that day included, to the last day named; of the people observed for that whole time
-- note: trap: dividing by the people on any of the four, or joining them, leaves the untreated out of the denominator
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date, MIN(co.condition_start_date) + INTERVAL '180' DAY AS last_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  GROUP BY co.person_id
), population AS (
  SELECT i.person_id, i.first_date, i.last_date
  FROM index_event AS i
  WHERE EXISTS (SELECT 1 FROM observation_period AS op
                WHERE op.person_id = i.person_id
                  AND i.first_date >= op.observation_period_start_date
                  AND i.last_date <= op.observation_period_end_date)
), taken AS (
  SELECT pop.person_id,
         MAX(CASE WHEN de.drug_concept_id IN ([drug@metoprolol]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@lisinopril]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@atorvastatin]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@clopidogrel]) THEN 1 ELSE 0 END) AS drugs
  FROM population AS pop
  LEFT JOIN drug_exposure AS de ON de.person_id = pop.person_id
                               AND de.drug_exposure_start_date BETWEEN pop.first_date AND pop.last_date
  GROUP BY pop.person_id
)
SELECT ROUND(100.0 * COUNT(DISTINCT t.person_id) FILTER (WHERE t.drugs = 4) / NULLIF(COUNT(DISTINCT t.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT t.person_id) FILTER (WHERE t.drugs = 4) AS on_all_drugs,
       COUNT(DISTINCT t.person_id) AS patients
FROM taken AS t;
