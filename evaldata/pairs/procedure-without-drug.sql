-- id: procedure-without-drug
-- question: How many patients had a knee replacement but never took warfarin?
-- paraphrase: What is the number of people who underwent knee replacement without warfarin?
-- paraphrase: Among patients who had a knee replacement, how many did not receive warfarin?
-- topic: combination
-- note: no exposure at any time
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@knee replacement])
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS de
              WHERE de.person_id = po.person_id
                AND de.drug_concept_id IN ([drug@warfarin]));
