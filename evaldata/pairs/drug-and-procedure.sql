-- id: drug-and-procedure
-- question: How many patients who took clopidogrel had a coronary artery bypass graft?
-- paraphrase: What is the number of people who were prescribed clopidogrel and underwent coronary artery bypass graft?
-- paraphrase: Count the patients with a coronary artery bypass graft who received clopidogrel.
-- paraphrase: Among patients who took clopidogrel, how many had a coronary artery bypass graft?
-- paraphrase: How many patients took clopidogrel and had a coronary artery bypass graft?
-- paraphrase: clopidogrel pts who had CABG, n?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@clopidogrel])
  AND de.person_id IN (SELECT po.person_id FROM procedure_occurrence AS po
                       WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft]));
