-- id: average-distinct-conditions-per-patient
-- question: What is the average number of different conditions per patient?
-- paraphrase: How many different conditions does a patient have on average?
-- paraphrase: What is the mean number of distinct diagnoses per person?
-- paraphrase: I was wondering what the average number of different conditions per patient is
-- topic: average
-- note: distinct condition concepts as recorded; everyone counts, also people without a condition
SELECT ROUND(AVG(d.conditions), 2) AS average_conditions,
       COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT p.person_id, COUNT(DISTINCT co.condition_concept_id) AS conditions
      FROM person AS p
      LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id
                                          AND co.condition_concept_id <> 0
      GROUP BY p.person_id) AS d;
