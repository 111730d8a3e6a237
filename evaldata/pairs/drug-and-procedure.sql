-- id: drug-and-procedure
-- question: How many patients who took warfarin had a knee replacement?
-- paraphrase: What is the number of people who were prescribed warfarin and underwent knee replacement?
-- paraphrase: Count the patients with a knee replacement who received warfarin.
-- paraphrase: Among patients who took warfarin, how many had a knee replacement?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@warfarin])
  AND EXISTS (SELECT 1 FROM procedure_occurrence AS po
              WHERE po.person_id = de.person_id
                AND po.procedure_concept_id IN ([procedure@knee replacement]));
