-- id: median-days-condition-to-death
-- question: What is the median number of days from the first diagnosis of heart failure to death?
-- paraphrase: What is the median time in days between the first diagnosis of heart failure and death?
-- paraphrase: Median days from heart failure diagnosis to death among those who died
-- paraphrase: median days from first HF dx to death
-- topic: average
-- note: from the first record to the death; people who did not die are left out, so that this is no survival time
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY second_event.first_date - first_event.first_date) AS median_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS first_event
JOIN (SELECT d.person_id, MIN(d.death_date) AS first_date
      FROM death AS d
      GROUP BY d.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
