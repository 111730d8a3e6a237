-- id: subtypes-of-condition
-- question: What are the 5 most common specific diagnoses among patients with heart failure?
-- paraphrase: Which 5 specific kinds of heart failure are recorded for the most patients?
-- paraphrase: List the top 5 specific diagnoses within heart failure by number of patients.
-- topic: top-n
-- note: the concepts recorded within the condition and its descendants; ranked by the number of patients
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 5;
