-- id: condition-and-procedure
-- question: How many patients with breast cancer had a mammography?
-- paraphrase: What is the number of people with breast cancer who underwent mammography?
-- paraphrase: Count the patients who had a mammography and have breast cancer.
-- paraphrase: Among patients with breast cancer, how many received a mammography?
-- paraphrase: How many breast cancer patients underwent a mammography?
-- paraphrase: Of the people with breast cancer, how many had a mammography?
-- paraphrase: breast cancer pts with mammogrphy, how many?
-- paraphrase: by any chance, how many patients with breast cancer had a mammography?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@breast cancer])
  AND co.person_id IN (SELECT po.person_id FROM procedure_occurrence AS po
                       WHERE po.procedure_concept_id IN ([procedure@mammography]));
