-- id: top-drugs-after-procedure-within-days
-- question: Which 10 drugs are most often prescribed within 30 days after the first percutaneous coronary intervention?
-- paraphrase: What are the 10 most common drugs in the 30 days after patients undergo percutaneous coronary intervention?
-- paraphrase: List the top 10 drugs prescribed within 30 days after the first percutaneous coronary intervention.
-- topic: top-n
-- note: ranked by the number of patients; drugs as recorded; the day of the procedure is counted; drugs taken before are not left out; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
            FROM procedure_occurrence AS po
            WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
            GROUP BY po.person_id) AS index_event
      JOIN drug_exposure AS de ON de.person_id = index_event.person_id
      WHERE de.drug_concept_id <> 0
        AND de.drug_exposure_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '30' DAY
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 10;
