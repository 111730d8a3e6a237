-- id: death-within-days-of-condition
-- question: How many patients died within 180 days of their first diagnosis of heart failure?
-- paraphrase: What is the number of deaths no later than 180 days after the first diagnosis of heart failure?
-- paraphrase: Within 180 days after their first diagnosis of heart failure, how many patients died?
-- paraphrase: died w/in 180d of HF dx, n of pts?
-- topic: mortality
-- note: death of any cause, from the day of the first record, that day included
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
JOIN death AS d ON d.person_id = index_event.person_id
WHERE d.death_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '180' DAY;
