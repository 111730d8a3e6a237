-- id: top-drugs-in-year
-- question: What were the 10 most commonly prescribed drugs in 2009?
-- paraphrase: Which 10 drugs were taken by the most patients in 2009?
-- paraphrase: List the top 10 drugs of 2009 by number of patients.
-- topic: top-n
-- note: ranked by the number of patients; drugs as recorded; unmapped records (concept 0) are left out
SELECT c.concept_name AS drug,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN concept AS c ON c.concept_id = de.drug_concept_id
WHERE de.drug_concept_id <> 0
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009
GROUP BY c.concept_id, c.concept_name
ORDER BY patients DESC, drug
LIMIT 10;
