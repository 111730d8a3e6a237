-- id: share-of-condition-on-drug
-- question: What percentage of patients with atrial fibrillation took warfarin?
-- paraphrase: What share of patients with atrial fibrillation was prescribed warfarin?
-- paraphrase: Of the patients with atrial fibrillation, what percent received warfarin?
-- paraphrase: Among people with atrial fibrillation, what proportion is treated with warfarin?
-- paraphrase: Percentage of atrial fibrillation patients who take warfarin
-- paraphrase: How many percent of the patients with atrial fibrillation took warfarin?
-- paraphrase: What percentage of atrial fibrillation patients received warfarin?
-- paraphrase: % of afib pts on warfarin
-- paraphrase: What percentage of patients with atrial fibrilation took warfrin?
-- paraphrase: hey, do you know what share of our patients with atrial fibrillation took warfarin?
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@warfarin])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
