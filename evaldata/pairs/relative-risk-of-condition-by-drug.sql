-- id: relative-risk-of-condition-by-drug
-- question: How does the percentage of patients with a gastrointestinal hemorrhage differ between patients who did and did not take warfarin?
-- paraphrase: What percentage of patients had a gastrointestinal hemorrhage, among those who took warfarin and among those who did not?
-- paraphrase: Compare the share of patients with a gastrointestinal hemorrhage with and without warfarin.
-- topic: change
-- note: crude comparison in any order of time: no adjustment, no causal claim
WITH population AS (
  SELECT p.person_id,
         CASE WHEN p.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                                   WHERE de.drug_concept_id IN ([drug@warfarin]))
              THEN 'with warfarin' ELSE 'without warfarin' END AS exposure
  FROM person AS p
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
)
SELECT pop.exposure,
       ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id
GROUP BY pop.exposure
ORDER BY pop.exposure;
