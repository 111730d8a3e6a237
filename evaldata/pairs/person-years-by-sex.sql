-- id: person-years-by-sex
-- question: How many person-years of observation are there, by gender?
-- paraphrase: What is the total observation time in person-years of men and women?
-- paraphrase: For each sex, how many years of follow-up do the patients have together?
-- topic: observation-time
-- note: days from start to end of each observation period, both included, over 365.25
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(SUM(op.observation_period_end_date - op.observation_period_start_date + 1) / 365.25, 1) AS person_years,
       COUNT(DISTINCT op.person_id) AS patients
FROM observation_period AS op
JOIN person AS p ON p.person_id = op.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
GROUP BY gender
ORDER BY gender;
