-- id: average-comorbidity-count-by-sex
-- question: Let the comorbidity count be the number of myocardial infarction, heart failure, peripheral vascular disease, stroke, dementia, chronic obstructive pulmonary disease, rheumatoid arthritis, peptic ulcer, cirrhosis of liver, type 2 diabetes, chronic kidney disease, breast cancer, prostate cancer, colon cancer and lung cancer recorded: what is the average comorbidity count, by gender?
-- paraphrase: Define the comorbidity count as the number of myocardial infarction, heart failure, peripheral vascular disease, stroke, dementia, chronic obstructive pulmonary disease, rheumatoid arthritis, peptic ulcer, cirrhosis of liver, type 2 diabetes, chronic kidney disease, breast cancer, prostate cancer, colon cancer and lung cancer; what is the mean comorbidity count of men and women?
-- paraphrase: comorbidity count = number of MI, HF, PVD, stroke, dementia, COPD, RA, peptic ulcer, cirrhosis of liver, T2DM, CKD, breast cancer, prostate cancer, colon cancer and lung cancer. avg comorbidity count by sex?
-- topic: cohort
-- note: different conditions of the fifteen, at any time; people with none count with 0
-- note: trap: an average over people with at least one of the conditions leaves out all the healthy; counting records counts how often people see a doctor
WITH counted AS (
  SELECT co.person_id,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@myocardial infarction]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@peripheral vascular disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@stroke]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@dementia]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@rheumatoid arthritis]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@peptic ulcer]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@cirrhosis of liver]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@type 2 diabetes]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic kidney disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@breast cancer]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@prostate cancer]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@colon cancer]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@lung cancer]) THEN 1 ELSE 0 END) AS conditions
  FROM condition_occurrence AS co
  GROUP BY co.person_id
)
SELECT g.concept_name AS gender,
       ROUND(AVG(COALESCE(n.conditions, 0)), 2) AS average_count,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
JOIN concept AS g ON g.concept_id = p.gender_concept_id
LEFT JOIN counted AS n ON n.person_id = p.person_id
GROUP BY g.concept_name
ORDER BY gender;
