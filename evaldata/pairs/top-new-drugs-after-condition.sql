-- id: top-new-drugs-after-condition
-- question: Which 10 drugs not taken before are most often started within 180 days after a diagnosis of heart failure?
-- paraphrase: What are the 10 most common new drugs in the 180 days after patients are diagnosed with heart failure?
-- paraphrase: List the top 10 drugs newly prescribed within 180 days after the first heart failure.
-- topic: top-n
-- note: ranked by the number of patients; drugs as recorded; only drugs that the patient had not taken before the diagnosis; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
            FROM condition_occurrence AS co
            WHERE co.condition_concept_id IN ([condition@heart failure])
            GROUP BY co.person_id) AS index_event
      JOIN drug_exposure AS de ON de.person_id = index_event.person_id
      WHERE de.drug_concept_id <> 0
        AND de.drug_exposure_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '180' DAY
        AND NOT EXISTS (SELECT 1 FROM drug_exposure AS before
                        WHERE before.person_id = de.person_id
                          AND before.drug_concept_id = de.drug_concept_id
                          AND before.drug_exposure_start_date < index_event.first_date)
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 10;
