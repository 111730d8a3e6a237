-- id: condition-without-drug
-- question: How many patients with type 2 diabetes never took metformin?
-- paraphrase: What is the number of people with type 2 diabetes without metformin?
-- paraphrase: Count the patients with type 2 diabetes who were not prescribed metformin.
-- paraphrase: Among patients with type 2 diabetes, how many did not take metformin?
-- paraphrase: How many type 2 diabetes patients have no record of metformin?
-- paraphrase: How many patients with type 2 diabetes did not take metformin?
-- paraphrase: How many patients with type 2 diabetes are not on metformin?
-- paraphrase: How many patients have type 2 diabetes but never received metformin?
-- paraphrase: Of the people with type 2 diabetes, how many were never prescribed metformin?
-- paraphrase: T2DM pts never on metformin, n?
-- paraphrase: How many patients with type 2 diabetes never took metfromin?
-- topic: combination
-- note: no exposure at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS de
              WHERE de.person_id = co.person_id
                AND de.drug_concept_id IN ([drug@metformin]));
