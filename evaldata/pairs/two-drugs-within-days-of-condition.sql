-- id: two-drugs-within-days-of-condition
-- question: How many patients with heart failure started both metoprolol and lisinopril within 90 days of diagnosis?
-- paraphrase: What is the number of heart failure patients who received metoprolol and lisinopril no later than 90 days after being diagnosed?
-- paraphrase: Within 90 days of a diagnosis of heart failure, how many patients took both metoprolol and lisinopril?
-- paraphrase: # of HF pts who started both metoprolol and lisinopril w/in 90d of dx
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date,
             MIN(co.condition_start_date) + INTERVAL '90' DAY AS last_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
WHERE EXISTS (SELECT 1 FROM drug_exposure AS de1
              WHERE de1.person_id = index_event.person_id
                AND de1.drug_concept_id IN ([drug@metoprolol])
                AND de1.drug_exposure_start_date BETWEEN index_event.first_date AND index_event.last_date)
  AND EXISTS (SELECT 1 FROM drug_exposure AS de2
              WHERE de2.person_id = index_event.person_id
                AND de2.drug_concept_id IN ([drug@lisinopril])
                AND de2.drug_exposure_start_date BETWEEN index_event.first_date AND index_event.last_date);
