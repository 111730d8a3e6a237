-- id: average-days-condition-to-condition
-- question: What is the average number of days from the first diagnosis of osteoporosis to the first hip fracture?
-- paraphrase: How many days pass on average between the first diagnosis of osteoporosis and a hip fracture?
-- paraphrase: What is the mean time in days between osteoporosis and hip fracture?
-- paraphrase: avg days from first osteoporosis to first hip fracture
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT ROUND(AVG(second_event.first_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@osteoporosis])
      GROUP BY co.person_id) AS first_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@hip fracture])
      GROUP BY co.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
