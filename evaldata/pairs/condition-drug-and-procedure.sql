-- id: condition-drug-and-procedure
-- question: How many patients with myocardial infarction took metoprolol and had a coronary artery bypass graft?
-- paraphrase: What is the number of people with myocardial infarction who were prescribed metoprolol and underwent coronary artery bypass graft?
-- paraphrase: Among patients with myocardial infarction, how many received metoprolol and had a coronary artery bypass graft?
-- paraphrase: # of MI pts on metoprolol who had CABG
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@metoprolol]))
  AND co.person_id IN (SELECT po.person_id FROM procedure_occurrence AS po
                       WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft]));
