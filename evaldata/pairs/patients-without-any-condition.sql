-- id: patients-without-any-condition
-- question: How many patients have no condition recorded?
-- paraphrase: What is the number of people without any diagnosis?
-- paraphrase: Count the patients who never had a diagnosis of any kind.
-- paraphrase: pts with no condition at all, n?
-- topic: records
-- note: no record in the table of conditions: not observed to have none
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
                  WHERE co.person_id = p.person_id);
