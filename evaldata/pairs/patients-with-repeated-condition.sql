-- id: patients-with-repeated-condition
-- question: How many patients had pneumonia more than once?
-- paraphrase: What is the number of people with pneumonia on more than one day?
-- paraphrase: Count the patients whose pneumonia was recorded more than once.
-- paraphrase: Just curious, how many patients had pneumonia more than once?
-- topic: records
-- note: on more than one day
-- note: trap: counting records takes duplicates of one day for a repetition; days are what repeats
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT co.person_id
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@pneumonia])
      GROUP BY co.person_id
      HAVING COUNT(DISTINCT co.condition_start_date) > 1) AS r;
