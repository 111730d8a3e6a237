-- id: top-drugs-among-drug
-- question: What are the 10 most common other drugs of patients who took warfarin?
-- paraphrase: Which 10 other drugs are most frequent among patients on warfarin?
-- paraphrase: List the top 10 drugs that people who were prescribed warfarin also took.
-- topic: top-n
-- note: ranked by the number of patients; the drug itself is left out; drugs as recorded, at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      WHERE de.drug_concept_id <> 0
        AND de.drug_concept_id NOT IN ([drug@warfarin])
        AND de.person_id IN (SELECT population.person_id FROM drug_exposure AS population
                             WHERE population.drug_concept_id IN ([drug@warfarin]))
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 10;
