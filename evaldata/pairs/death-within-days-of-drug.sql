-- id: death-within-days-of-drug
-- question: How many patients died within 365 days of starting furosemide?
-- paraphrase: What is the number of deaths no later than 365 days after the first furosemide?
-- paraphrase: Within 365 days after starting furosemide, how many patients died?
-- paraphrase: died within 365d of starting furosemide, n of pts?
-- topic: mortality
-- note: death of any cause, from the day of the first record, that day included
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@furosemide])
      GROUP BY de.person_id) AS index_event
JOIN death AS d ON d.person_id = index_event.person_id
WHERE d.death_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '365' DAY;
