-- id: records-of-condition
-- question: How many diagnoses of pneumonia are there?
-- paraphrase: What is the number of records of pneumonia?
-- paraphrase: Count the diagnosis records of pneumonia.
-- paraphrase: How often was pneumonia recorded?
-- paraphrase: How many times was pneumonia diagnosed?
-- paraphrase: How many pneumonia records are there?
-- paraphrase: How many diagnoses of pnuemonia are there?
-- paraphrase: # of pneumonia diagnoses
-- topic: records
-- note: records, not patients
-- note: trap: a join to persons' addresses, visits or other records multiplies these records; count their own key
SELECT COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia]);
