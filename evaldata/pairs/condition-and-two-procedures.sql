-- id: condition-and-two-procedures
-- question: How many patients with myocardial infarction had both a coronary angiography and a percutaneous coronary intervention?
-- paraphrase: What is the number of people with myocardial infarction who underwent coronary angiography and percutaneous coronary intervention?
-- paraphrase: Among patients with myocardial infarction, how many had a coronary angiography as well as a percutaneous coronary intervention?
-- paraphrase: # of MI pts who had both coronary angiography and PCI
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  AND co.person_id IN (SELECT po1.person_id FROM procedure_occurrence AS po1
                       WHERE po1.procedure_concept_id IN ([procedure@coronary angiography]))
  AND co.person_id IN (SELECT po2.person_id FROM procedure_occurrence AS po2
                       WHERE po2.procedure_concept_id IN ([procedure@percutaneous coronary intervention]));
