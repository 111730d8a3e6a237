-- id: death-within-years-of-condition
-- question: How many patients died within 1 year of their first diagnosis of chronic kidney disease?
-- paraphrase: What is the number of deaths no later than 1 year after the first diagnosis of chronic kidney disease?
-- paraphrase: Within 1 year after being diagnosed with chronic kidney disease, how many patients died?
-- paraphrase: died w/in 1 yr of CKD dx, n of pts?
-- topic: mortality
-- note: death of any cause, from the day of the first record, that day included
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
      GROUP BY co.person_id) AS index_event
JOIN death AS d ON d.person_id = index_event.person_id
WHERE d.death_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '1' YEAR;
