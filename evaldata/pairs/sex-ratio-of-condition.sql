-- id: sex-ratio-of-condition
-- question: What is the ratio of women to men among patients with osteoporosis?
-- paraphrase: How many women are there per man with osteoporosis?
-- paraphrase: What is the female to male ratio of patients with osteoporosis?
-- paraphrase: What is the ratio of women to men among patients with osteoprosis?
-- topic: change
-- note: not adjusted for the share of women among all patients
SELECT ROUND(1.0 * COUNT(DISTINCT co.person_id) FILTER (WHERE p.gender_concept_id = 8532)
             / NULLIF(COUNT(DISTINCT co.person_id) FILTER (WHERE p.gender_concept_id = 8507), 0), 2) AS ratio,
       COUNT(DISTINCT co.person_id) FILTER (WHERE p.gender_concept_id = 8532) AS women,
       COUNT(DISTINCT co.person_id) FILTER (WHERE p.gender_concept_id = 8507) AS men
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@osteoporosis]);
