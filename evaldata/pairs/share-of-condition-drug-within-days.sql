-- id: share-of-condition-drug-within-days
-- question: What percentage of patients with type 2 diabetes started metformin within 90 days of diagnosis?
-- paraphrase: What share of patients with type 2 diabetes began metformin no later than 90 days after being diagnosed?
-- paraphrase: Of the patients with type 2 diabetes, what percent started metformin within 90 days after diagnosis?
-- paraphrase: % of T2DM pts starting metformin w/in 90d of dx
-- topic: share
-- note: started: the first record of the drug ever lies in that time; from the day of the first diagnosis, that day included, to the last day named
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), outcome AS (
  SELECT pop.person_id
  FROM population AS pop
  JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
        FROM drug_exposure AS de
        WHERE de.drug_concept_id IN ([drug@metformin])
        GROUP BY de.person_id) AS started ON started.person_id = pop.person_id
  WHERE started.first_date BETWEEN pop.first_date AND pop.first_date + INTERVAL '90' DAY
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
