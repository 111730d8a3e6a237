-- id: records-of-condition-after-death
-- question: How many records of hypertension are there after death?
-- paraphrase: What is the number of records of hypertension after death of the patient?
-- paraphrase: Count the hypertension records later than death.
-- paraphrase: # of HTN records after death
-- topic: data-quality
-- note: strictly later than the day of death
-- note: trap: a join to death without the comparison of dates gives every record of the deceased; a record on the day of death is an ordinary one
SELECT COUNT(DISTINCT co.condition_occurrence_id) AS records,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN death AS d ON d.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@hypertension])
  -- askomop:ignore impossible-order such records are what the question asks for
  AND co.condition_start_date > d.death_date;
