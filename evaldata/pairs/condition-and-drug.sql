-- id: condition-and-drug
-- question: How many patients with type 2 diabetes took metformin?
-- paraphrase: What is the number of people with type 2 diabetes who were prescribed metformin?
-- paraphrase: Count the patients on metformin who have type 2 diabetes.
-- paraphrase: Among patients with type 2 diabetes, how many received metformin?
-- paraphrase: How many people who took metformin have been diagnosed with type 2 diabetes?
-- paraphrase: How many type 2 diabetes patients were prescribed metformin?
-- paraphrase: How many patients diagnosed with type 2 diabetes received metformin?
-- paraphrase: How many patients who have type 2 diabetes are on metformin?
-- paraphrase: Number of patients with type 2 diabetes treated with metformin
-- paraphrase: Of the people with type 2 diabetes, how many took metformin?
-- paraphrase: T2DM pts on metformin, n?
-- paraphrase: how many pateints with type 2 diabtes took metformn?
-- paraphrase: hey, can you tell me how many of our folks with type 2 diabetes are on metformin?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@metformin]));
