-- id: top-year-of-first-diagnoses
-- question: In which year were the most patients diagnosed with pneumonia for the first time?
-- paraphrase: Which year has the highest number of first diagnoses of pneumonia?
-- paraphrase: What is the year with the most new diagnoses of pneumonia?
-- topic: top-n
-- note: first record in the database, without a washout: the first years also hold old cases; all years that have the highest number
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@pneumonia])
      GROUP BY co.person_id) AS f
GROUP BY year
QUALIFY RANK() OVER (ORDER BY COUNT(DISTINCT f.person_id) DESC) = 1
ORDER BY year;
