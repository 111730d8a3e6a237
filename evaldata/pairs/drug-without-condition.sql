-- id: drug-without-condition
-- question: How many patients took metformin without having type 2 diabetes?
-- paraphrase: What is the number of people on metformin who do not have type 2 diabetes?
-- paraphrase: Count the patients prescribed metformin who were never diagnosed with type 2 diabetes.
-- paraphrase: Among patients who took metformin, how many have no diagnosis of type 2 diabetes?
-- paraphrase: How many patients took metformin but do not have type 2 diabetes?
-- paraphrase: How many people on metformin were never diagnosed with type 2 diabetes?
-- topic: combination
-- note: no record of the condition at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin])
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
              WHERE co.person_id = de.person_id
                AND co.condition_concept_id IN ([condition@type 2 diabetes]));
