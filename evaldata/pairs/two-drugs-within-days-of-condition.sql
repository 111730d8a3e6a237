-- id: two-drugs-within-days-of-condition
-- question: How many patients with heart failure started both metoprolol and lisinopril within 90 days of diagnosis?
-- paraphrase: What is the number of heart failure patients who began metoprolol and lisinopril no later than 90 days after being diagnosed?
-- paraphrase: Within 90 days of their first diagnosis of heart failure, how many patients started both metoprolol and lisinopril?
-- paraphrase: # of HF pts who started both metoprolol and lisinopril w/in 90d of dx
-- topic: temporal
-- note: started: the first record of each drug ever lies in that time; from the day of the first diagnosis, that day included, to the last day named
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date,
             MIN(co.condition_start_date) + INTERVAL '90' DAY AS last_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
JOIN (SELECT de1.person_id, MIN(de1.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de1
      WHERE de1.drug_concept_id IN ([drug@metoprolol])
      GROUP BY de1.person_id) AS started1 ON started1.person_id = index_event.person_id
JOIN (SELECT de2.person_id, MIN(de2.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de2
      WHERE de2.drug_concept_id IN ([drug@lisinopril])
      GROUP BY de2.person_id) AS started2 ON started2.person_id = index_event.person_id
WHERE started1.first_date BETWEEN index_event.first_date AND index_event.last_date
  AND started2.first_date BETWEEN index_event.first_date AND index_event.last_date;
