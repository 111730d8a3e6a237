-- id: share-of-condition-then-drug
-- question: What percentage of patients with myocardial infarction took metoprolol afterwards?
-- paraphrase: What share of patients with myocardial infarction was later prescribed metoprolol?
-- paraphrase: Of the patients with myocardial infarction, what percent took metoprolol after the diagnosis?
-- topic: share
-- note: strictly after the first record of the first event; crude, whatever the length of follow-up
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM population AS pop
  JOIN drug_exposure AS de ON de.person_id = pop.person_id
  WHERE de.drug_concept_id IN ([drug@metoprolol])
    AND de.drug_exposure_start_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
