-- id: top-conditions-older-than
-- question: What are the 10 most common conditions among patients older than 80?
-- paraphrase: Which 10 conditions are most frequent in patients over 80?
-- paraphrase: List the top 10 diagnoses of people aged more than 80 by number of patients.
-- paraphrase: top 10 conditions, pts > 80 yo
-- topic: top-n
-- note: ranked by the number of patients; age at the record: year of the event minus year of birth; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      JOIN person AS p ON p.person_id = co.person_id
      WHERE co.condition_concept_id <> 0
        AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth > 80
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
