-- id: patients-without-visits
-- question: How many patients have no visit?
-- paraphrase: What is the number of people without any visit?
-- paraphrase: Count the patients who never had a visit of any type.
-- paraphrase: do we have any patients who have no visit, and how many?
-- topic: records
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE NOT EXISTS (SELECT 1 FROM visit_occurrence AS vo
                  WHERE vo.person_id = p.person_id);
