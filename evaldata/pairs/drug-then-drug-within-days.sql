-- id: drug-then-drug-within-days
-- question: How many patients who took lisinopril started furosemide within 180 days?
-- paraphrase: What is the number of people who began furosemide no later than 180 days after their first lisinopril?
-- paraphrase: How many patients started furosemide within 180 days after starting lisinopril?
-- paraphrase: lisinopril pts starting furosemide within 180d, n?
-- topic: temporal
-- note: started: the first record of the drug ever lies in that time; from the day of the first record of the other drug, that day included, to the last day named
SELECT COUNT(DISTINCT started.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@lisinopril])
      GROUP BY de.person_id) AS index_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@furosemide])
      GROUP BY de.person_id) AS started ON started.person_id = index_event.person_id
WHERE started.first_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '180' DAY;
