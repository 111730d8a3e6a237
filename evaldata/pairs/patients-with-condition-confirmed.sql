-- id: patients-with-condition-confirmed
-- question: How many patients have at least 2 diagnoses of heart failure at least 30 days apart?
-- paraphrase: What is the number of people with 2 or more records of heart failure that are 30 days or more apart?
-- paraphrase: Count the patients whose heart failure was recorded at least 2 times with at least 30 days between the first and the last record.
-- paraphrase: # of pts w/ at least 2 HF diagnoses at least 30 days apart
-- topic: records
-- note: a confirmed diagnosis: the first and the last record lie that far apart
-- note: trap: two records of one day, or of one stay, confirm nothing: the days between the first and the last do
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT co.person_id
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id
      HAVING COUNT(co.condition_occurrence_id) >= 2
         AND MAX(co.condition_start_date) >= MIN(co.condition_start_date) + INTERVAL '30' DAY) AS r;
