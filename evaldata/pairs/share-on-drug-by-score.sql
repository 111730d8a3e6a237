-- id: share-on-drug-by-score
-- question: Let the risk score at the first diagnosis of atrial fibrillation be 1 point each for heart failure, hypertension, type 2 diabetes, being female, and either myocardial infarction or peripheral vascular disease, 2 points for stroke or transient ischemic attack, 1 point for an age of 65 to 74 and 2 points for an age of 75 or older: what percentage of patients with each score took warfarin within 90 days?
-- paraphrase: Define a risk score at the first diagnosis of atrial fibrillation as 1 point each for heart failure, hypertension, type 2 diabetes, being female, and either myocardial infarction or peripheral vascular disease, 2 points for stroke or transient ischemic attack, 1 point for an age of 65 to 74 and 2 points for an age of 75 or older; for each score, what share of patients started warfarin no later than 90 days after it?
-- paraphrase: Hi, quick question. Let the risk score at the first dx of afib be 1 point each for heart failure, hypertension, type 2 diabetes, being female, and either myocardial infarction or peripheral vascular disease, 2 points for stroke or transient ischemic attack, 1 point for an age of 65 to 74 and 2 points for an age of 75 or older. What percentage of pts with each score took warfarin w/in 90 days?
-- topic: cohort
-- note: warfarin from the day of the first diagnosis, that day included, to the last day named
-- note: everything recorded on or before the day of the first diagnosis of the condition that the score is for; a condition counts once however often it is recorded
-- note: trap: records of later years let the score know the future: a stroke that came after the diagnosis would raise the risk of having one; two conditions that share a point may not both add it
-- note: trap: the share of all warfarin users in each score answers another question; each score needs its own denominator
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
  GROUP BY co.person_id
), history AS (
  SELECT i.person_id, i.first_date,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@hypertension]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@type 2 diabetes]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@stroke],
                                                     [condition@transient ischemic attack]) THEN 2 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@myocardial infarction],
                                                     [condition@peripheral vascular disease]) THEN 1 ELSE 0 END) AS points
  FROM index_event AS i
  JOIN condition_occurrence AS co ON co.person_id = i.person_id
                                 AND co.condition_start_date <= i.first_date
  GROUP BY i.person_id, i.first_date
), scored AS (
  SELECT h.person_id, h.first_date,
         h.points
         + CASE WHEN EXTRACT(YEAR FROM h.first_date) - p.year_of_birth >= 75 THEN 2
                WHEN EXTRACT(YEAR FROM h.first_date) - p.year_of_birth >= 65 THEN 1 ELSE 0 END
         + CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END AS score
  FROM history AS h
  JOIN person AS p ON p.person_id = h.person_id
)
SELECT s.score,
       ROUND(100.0 * COUNT(DISTINCT de.person_id) / NULLIF(COUNT(DISTINCT s.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT de.person_id) AS on_drug,
       COUNT(DISTINCT s.person_id) AS patients
FROM scored AS s
LEFT JOIN drug_exposure AS de ON de.person_id = s.person_id
                             AND de.drug_concept_id IN ([drug@warfarin])
                             AND de.drug_exposure_start_date BETWEEN s.first_date AND s.first_date + INTERVAL '90' DAY
GROUP BY s.score
ORDER BY s.score;
