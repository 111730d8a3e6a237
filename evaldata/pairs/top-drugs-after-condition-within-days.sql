-- id: top-drugs-after-condition-within-days
-- question: Which 10 drugs are most often prescribed within 90 days after the first diagnosis of atrial fibrillation?
-- paraphrase: What are the 10 most common drugs in the 90 days after patients are diagnosed with atrial fibrillation?
-- paraphrase: List the top 10 drugs prescribed within 90 days after the first atrial fibrillation.
-- paraphrase: which 10 meds are most often prescribed w/in 90 days after the first afib dx?
-- topic: top-n
-- note: ranked by the number of patients; drugs as recorded; the day of the diagnosis is counted; drugs taken before are not left out; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
            FROM condition_occurrence AS co
            WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
            GROUP BY co.person_id) AS index_event
      JOIN drug_exposure AS de ON de.person_id = index_event.person_id
      WHERE de.drug_concept_id <> 0
        AND de.drug_exposure_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '90' DAY
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 10;
