-- id: top-specialties-prescribing-drug
-- question: Which 5 specialties prescribe metformin most often?
-- paraphrase: What are the 5 most common specialties of the providers who prescribe metformin?
-- paraphrase: List the top 5 provider specialties by number of metformin prescriptions.
-- paraphrase: Which 5 specialties prescribe metformn most often?
-- topic: top-n
-- note: ranked by the number of prescriptions; those without a provider of known specialty are left out
SELECT COALESCE(c.concept_name, CAST(r.specialty_concept_id AS VARCHAR)) AS specialty,
       r.prescriptions, r.patients
FROM (SELECT pr.specialty_concept_id, COUNT(de.drug_exposure_id) AS prescriptions,
             COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      JOIN provider AS pr ON pr.provider_id = de.provider_id
      WHERE de.drug_concept_id IN ([drug@metformin])
        AND pr.specialty_concept_id <> 0
      GROUP BY pr.specialty_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.specialty_concept_id
ORDER BY prescriptions DESC, specialty
LIMIT 5;
