-- id: top-drugs-in-year
-- question: What were the 10 most commonly prescribed drugs in 2009?
-- paraphrase: Which 10 drugs were taken by the most patients in 2009?
-- paraphrase: List the top 10 drugs of 2009 by number of patients.
-- paraphrase: top 10 drugs 2009
-- topic: top-n
-- note: ranked by the number of patients; drugs as recorded; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      WHERE de.drug_concept_id <> 0
        AND EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 10;
