-- id: two-conditions-without-drug
-- question: How many patients with atrial fibrillation and stroke never took warfarin?
-- paraphrase: What is the number of people diagnosed with both atrial fibrillation and stroke who were not prescribed warfarin?
-- paraphrase: Among patients with atrial fibrillation and stroke, how many did not receive warfarin?
-- paraphrase: # of pts w/ afib and stroke never on warfarin
-- topic: combination
-- note: no exposure at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
  AND co.person_id IN (SELECT other.person_id FROM condition_occurrence AS other
                       WHERE other.condition_concept_id IN ([condition@stroke]))
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS de
              WHERE de.person_id = co.person_id
                AND de.drug_concept_id IN ([drug@warfarin]));
