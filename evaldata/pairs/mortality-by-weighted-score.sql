-- id: mortality-by-weighted-score
-- question: Let the comorbidity score at the first inpatient visit be 1 point each for myocardial infarction, heart failure, stroke, dementia, chronic obstructive pulmonary disease, rheumatoid arthritis, peptic ulcer and type 2 diabetes, 2 points each for chronic kidney disease, breast cancer, prostate cancer and lung cancer and 3 points for cirrhosis of liver: what percentage of patients died within 365 days, by score?
-- paraphrase: Define the comorbidity score at the first inpatient visit as 1 point each for myocardial infarction, heart failure, stroke, dementia, chronic obstructive pulmonary disease, rheumatoid arthritis, peptic ulcer and type 2 diabetes, 2 points each for chronic kidney disease, breast cancer, prostate cancer and lung cancer and 3 points for cirrhosis of liver; for each score, what share of patients died within 365 days?
-- paraphrase: I need a comorbidity score at the first inpatient visit: 1 point each for myocardial infarction, heart failure, stroke, dementia, chronic obstructive pulmonary disease, rheumatoid arthritis, peptic ulcer and type 2 diabetes, 2 points each for chronic kidney disease, breast cancer, prostate cancer and lung cancer and 3 points for cirrhosis of liver. What percentage of our patients died within 365 days, by score?
-- topic: cohort
-- note: conditions recorded on or before the day of the first inpatient visit, each once; crude, of everybody, however long they were observed afterwards
-- note: trap: conditions recorded later, among them those of the last illness, raise the score of the people who died
WITH index_event AS (
  SELECT vo.person_id, MIN(vo.visit_start_date) AS first_date, MIN(vo.visit_start_date) + INTERVAL '365' DAY AS last_date
  FROM visit_occurrence AS vo
  WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  GROUP BY vo.person_id
), scored AS (
  SELECT i.person_id, i.first_date, i.last_date,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@myocardial infarction]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@stroke]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@dementia]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@rheumatoid arthritis]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@peptic ulcer]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@type 2 diabetes]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic kidney disease]) THEN 2 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@breast cancer]) THEN 2 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@prostate cancer]) THEN 2 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@lung cancer]) THEN 2 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@cirrhosis of liver]) THEN 3 ELSE 0 END) AS score
  FROM index_event AS i
  LEFT JOIN condition_occurrence AS co ON co.person_id = i.person_id
                                      AND co.condition_start_date <= i.first_date
  GROUP BY i.person_id, i.first_date, i.last_date
), population AS (
  SELECT s.person_id, s.score, d.death_date
  FROM scored AS s
  LEFT JOIN death AS d ON d.person_id = s.person_id
                      AND d.death_date BETWEEN s.first_date AND s.last_date
)
SELECT pop.score,
       ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.death_date IS NOT NULL)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.death_date IS NOT NULL) AS deaths,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
GROUP BY pop.score
ORDER BY pop.score;
