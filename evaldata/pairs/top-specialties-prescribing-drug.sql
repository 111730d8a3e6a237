-- id: top-specialties-prescribing-drug
-- question: Which 5 specialties prescribe metformin most often?
-- paraphrase: What are the 5 most common specialties of the providers who prescribe metformin?
-- paraphrase: List the top 5 provider specialties by number of metformin prescriptions.
-- paraphrase: Which 5 specialties prescribe metformn most often?
-- topic: top-n
-- note: ranked by the number of prescriptions; those without a provider of known specialty are left out
SELECT COALESCE(c.concept_name, CAST(pr.specialty_concept_id AS VARCHAR)) AS specialty,
       COUNT(de.drug_exposure_id) AS prescriptions,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN provider AS pr ON pr.provider_id = de.provider_id
LEFT JOIN concept AS c ON c.concept_id = pr.specialty_concept_id
WHERE de.drug_concept_id IN ([drug@metformin])
  AND pr.specialty_concept_id <> 0
GROUP BY pr.specialty_concept_id, c.concept_name
ORDER BY prescriptions DESC, specialty
LIMIT 5;
