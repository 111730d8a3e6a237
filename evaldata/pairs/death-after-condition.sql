-- id: death-after-condition
-- question: How many patients died after a diagnosis of heart failure?
-- paraphrase: What is the number of deaths after a diagnosis of heart failure?
-- paraphrase: After a diagnosis of heart failure, how many patients died?
-- paraphrase: deaths after HF dx, n of pts?
-- topic: mortality
-- note: death of any cause, strictly later than the first record, whenever it comes
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
JOIN death AS d ON d.person_id = index_event.person_id
WHERE d.death_date > index_event.first_date;
