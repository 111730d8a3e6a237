-- id: score-from-conditions-age-and-sex
-- question: Let the risk score at the first diagnosis of atrial fibrillation be 1 point each for heart failure, hypertension, type 2 diabetes, being female, and either myocardial infarction or peripheral vascular disease, 2 points for stroke or transient ischemic attack, 1 point for an age of 65 to 74 and 2 points for an age of 75 or older: how many patients have which score?
-- paraphrase: Define a risk score at the first diagnosis of atrial fibrillation as 1 point each for heart failure, hypertension, type 2 diabetes, being female, and either myocardial infarction or peripheral vascular disease, 2 points for stroke or transient ischemic attack, 1 point for an age of 65 to 74 and 2 points for an age of 75 or older; what is the distribution of the score?
-- paraphrase: Score patients at their first diagnosis of atrial fibrillation with 1 point each for heart failure, hypertension, type 2 diabetes, being female, and either myocardial infarction or peripheral vascular disease, 2 points for stroke or transient ischemic attack, 1 point for an age of 65 to 74 and 2 points for an age of 75 or older. How many patients are there with each score?
-- topic: cohort
-- note: everything recorded on or before the day of the first diagnosis of the condition that the score is for; a condition counts once however often it is recorded
-- note: trap: records of later years let the score know the future: a stroke that came after the diagnosis would raise the risk of having one; two conditions that share a point may not both add it
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
  SELECT h.person_id,
         h.points
         + CASE WHEN EXTRACT(YEAR FROM h.first_date) - p.year_of_birth >= 75 THEN 2
                WHEN EXTRACT(YEAR FROM h.first_date) - p.year_of_birth >= 65 THEN 1 ELSE 0 END
         + CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END AS score
  FROM history AS h
  JOIN person AS p ON p.person_id = h.person_id
)
SELECT s.score,
       COUNT(DISTINCT s.person_id) AS patients
FROM scored AS s
GROUP BY s.score
ORDER BY s.score;
