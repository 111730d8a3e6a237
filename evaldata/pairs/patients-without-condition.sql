-- id: patients-without-condition
-- question: How many patients do not have hypertension?
-- paraphrase: What is the number of people without hypertension?
-- paraphrase: Count the patients who were never diagnosed with hypertension.
-- paraphrase: pts w/o HTN, n?
-- topic: count
-- note: of everyone in the database; no record at any time
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
                  WHERE co.person_id = p.person_id
                    AND co.condition_concept_id IN ([condition@hypertension]));
