-- id: average-days-condition-to-death
-- question: What is the average number of days from the first diagnosis of heart failure to death?
-- paraphrase: How many days pass on average between the first diagnosis of heart failure and death?
-- paraphrase: What is the mean time in days between heart failure and death?
-- paraphrase: avg days from first dx of HF to death
-- topic: mortality
-- note: among people who died; from the first record to death
SELECT ROUND(AVG(d.death_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS first_event
JOIN death AS d ON d.person_id = first_event.person_id
WHERE d.death_date >= first_event.first_date;
