-- id: two-conditions-and-drug
-- question: How many patients with atrial fibrillation and stroke took warfarin?
-- paraphrase: What is the number of people diagnosed with both atrial fibrillation and stroke who were prescribed warfarin?
-- paraphrase: Among patients with atrial fibrillation and stroke, how many received warfarin?
-- paraphrase: # of afib and stroke pts on warfarin
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
  AND co.person_id IN (SELECT other.person_id FROM condition_occurrence AS other
                       WHERE other.condition_concept_id IN ([condition@stroke]))
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@warfarin]));
