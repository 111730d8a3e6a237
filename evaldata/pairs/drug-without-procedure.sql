-- id: drug-without-procedure
-- question: How many patients took warfarin but never had a knee replacement?
-- paraphrase: What is the number of people on warfarin without a knee replacement?
-- paraphrase: Among patients who took warfarin, how many did not have a knee replacement?
-- paraphrase: warfarin pts who never had a knee replacement, n?
-- topic: combination
-- note: no such procedure at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@warfarin])
  AND NOT EXISTS (SELECT 1 FROM procedure_occurrence AS po
              WHERE po.person_id = de.person_id
                AND po.procedure_concept_id IN ([procedure@knee replacement]));
