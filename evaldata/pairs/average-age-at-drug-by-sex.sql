-- id: average-age-at-drug-by-sex
-- question: What is the average age at first exposure to atorvastatin, by gender?
-- paraphrase: How old are men and women on average when they start atorvastatin?
-- paraphrase: For each sex, what is the mean age at first exposure to atorvastatin?
-- paraphrase: What is the avrage age at first exposure to atorvastatn, by gender?
-- topic: average
-- note: age at the first exposure: year of the event minus year of birth
WITH population AS (
  SELECT de.person_id, p.gender_concept_id, EXTRACT(YEAR FROM MIN(de.drug_exposure_start_date)) - p.year_of_birth AS age
  FROM drug_exposure AS de
  JOIN person AS p ON p.person_id = de.person_id
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
  GROUP BY de.person_id, p.gender_concept_id, p.year_of_birth
)
SELECT COALESCE(g.concept_name, CAST(pop.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(AVG(pop.age), 1) AS average_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN concept AS g ON g.concept_id = pop.gender_concept_id
GROUP BY gender
ORDER BY gender;
