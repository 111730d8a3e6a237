-- id: two-drugs-and-procedure
-- question: How many patients who took clopidogrel and metoprolol had a percutaneous coronary intervention?
-- paraphrase: What is the number of people prescribed both clopidogrel and metoprolol who underwent percutaneous coronary intervention?
-- paraphrase: Among patients who took clopidogrel and metoprolol, how many had a percutaneous coronary intervention?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@clopidogrel])
  AND de.person_id IN (SELECT other.person_id FROM drug_exposure AS other
                       WHERE other.drug_concept_id IN ([drug@metoprolol]))
  AND de.person_id IN (SELECT po.person_id FROM procedure_occurrence AS po
                       WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention]));
