-- id: first-diagnoses-in-year
-- question: How many patients were first diagnosed with atrial fibrillation in 2009?
-- paraphrase: What is the number of first diagnoses of atrial fibrillation in 2009?
-- paraphrase: In 2009, how many patients had their first diagnosis of atrial fibrillation?
-- paraphrase: pts first dx'd with afib in 2009, n?
-- paraphrase: hi, could you tell me how many patients were first diagnosed with atrial fibrillation in 2009?
-- topic: incidence
-- note: first record in the database, without a washout
SELECT COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS f
WHERE EXTRACT(YEAR FROM f.first_date) = 2009;
