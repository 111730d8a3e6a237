-- id: top-specialties-diagnosing-condition
-- question: Which 5 specialties diagnose heart failure most often?
-- paraphrase: What are the 5 most common specialties of the providers who record heart failure?
-- paraphrase: List the top 5 provider specialties by number of heart failure patients.
-- topic: top-n
-- note: ranked by the number of patients; records without a provider of known specialty are left out
SELECT COALESCE(c.concept_name, CAST(r.specialty_concept_id AS VARCHAR)) AS specialty,
       r.patients
FROM (SELECT pr.specialty_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      JOIN provider AS pr ON pr.provider_id = co.provider_id
      WHERE co.condition_concept_id IN ([condition@heart failure])
        AND pr.specialty_concept_id <> 0
      GROUP BY pr.specialty_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.specialty_concept_id
ORDER BY patients DESC, specialty
LIMIT 5;
