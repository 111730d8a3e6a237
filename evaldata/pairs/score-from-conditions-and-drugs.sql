-- id: score-from-conditions-and-drugs
-- question: Let the risk score at the start of warfarin be the number of the conditions hypertension, chronic kidney disease, stroke, gastrointestinal hemorrhage and anemia recorded before it, and 1 more for any of aspirin, ibuprofen or naproxen before it: how many patients are there by risk score?
-- paraphrase: Define the risk score at the start of warfarin as the number of the conditions hypertension, chronic kidney disease, stroke, gastrointestinal hemorrhage and anemia before it, and 1 more for any of aspirin, ibuprofen or naproxen before it; what is the distribution of the risk score?
-- paraphrase: risk score at start of warfarin = number of the conditions hypertension, chronic kidney disease, stroke, gastrointestinal hemorrhage and anemia before it, 1 more for any of aspirin, ibuprofen or naproxen before it. # of pts by risk score?
-- topic: cohort
-- note: history strictly before the first exposure, a condition or the group of drugs once however often recorded
-- note: trap: adding up records instead of kinds of history; conditions and drugs joined in one step multiply each other, so each is counted on its own first
WITH index_event AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@warfarin])
  GROUP BY de.person_id
), history AS (
  SELECT i.person_id,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@hypertension]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic kidney disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@stroke]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@anemia]) THEN 1 ELSE 0 END) AS conditions
  FROM index_event AS i
  JOIN condition_occurrence AS co ON co.person_id = i.person_id
                                 AND co.condition_start_date < i.first_date
  GROUP BY i.person_id
), taken AS (
  SELECT DISTINCT i.person_id
  FROM index_event AS i
  JOIN drug_exposure AS de ON de.person_id = i.person_id
                          AND de.drug_exposure_start_date < i.first_date
  WHERE de.drug_concept_id IN ([drug@aspirin], [drug@ibuprofen], [drug@naproxen])
)
SELECT COALESCE(h.conditions, 0) + CASE WHEN t.person_id IS NULL THEN 0 ELSE 1 END AS score,
       COUNT(DISTINCT i.person_id) AS patients
FROM index_event AS i
LEFT JOIN history AS h ON h.person_id = i.person_id
LEFT JOIN taken AS t ON t.person_id = i.person_id
GROUP BY score
ORDER BY score;
