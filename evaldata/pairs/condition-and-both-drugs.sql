-- id: condition-and-both-drugs
-- question: How many patients with type 2 diabetes took both metformin and insulin glargine?
-- paraphrase: What is the number of people with type 2 diabetes who were prescribed metformin and insulin glargine?
-- paraphrase: Among patients with type 2 diabetes, how many received metformin as well as insulin glargine?
-- paraphrase: T2DM pts on both metformin and insulin glargine, n?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT de1.person_id FROM drug_exposure AS de1
                       WHERE de1.drug_concept_id IN ([drug@metformin]))
  AND co.person_id IN (SELECT de2.person_id FROM drug_exposure AS de2
                       WHERE de2.drug_concept_id IN ([drug@insulin glargine]));
