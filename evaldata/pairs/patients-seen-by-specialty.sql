-- id: patients-seen-by-specialty
-- question: How many patients were seen by each specialty?
-- paraphrase: What is the number of patients per provider specialty?
-- paraphrase: For each specialty, how many patients had a visit?
-- topic: provider
-- note: visits without a provider, or whose provider has no known specialty, are left out
SELECT COALESCE(c.concept_name, CAST(r.specialty_concept_id AS VARCHAR)) AS specialty,
       r.patients
FROM (SELECT pr.specialty_concept_id, COUNT(DISTINCT vo.person_id) AS patients
      FROM visit_occurrence AS vo
      JOIN provider AS pr ON pr.provider_id = vo.provider_id
      WHERE pr.specialty_concept_id <> 0
      GROUP BY pr.specialty_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.specialty_concept_id
ORDER BY patients DESC, specialty;
