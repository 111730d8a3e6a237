-- id: separate-hospital-stays
-- question: How many separate hospital stays are there?
-- paraphrase: What is the number of distinct hospital stays?
-- paraphrase: Count the different hospital stays.
-- paraphrase: we need to know how many separate hospital stays there are
-- topic: visit
-- note: inpatient visits (9201) and emergency room visits that led to one (262); what overlaps or begins no later than the day after is one stay
-- note: trap: an admission through the emergency room and a transfer are several visits of one stay; counting visits counts them twice
WITH visits AS (
  SELECT vo.person_id, vo.visit_occurrence_id, vo.visit_start_date AS start_date,
         COALESCE(vo.visit_end_date, vo.visit_start_date) AS end_date
  FROM visit_occurrence AS vo
  WHERE vo.visit_concept_id IN (9201, 262)
), placed AS (
  SELECT v.person_id, v.start_date,
         MAX(v.end_date) OVER (PARTITION BY v.person_id
                               ORDER BY v.start_date, v.visit_occurrence_id
                               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS end_so_far
  FROM visits AS v
)
SELECT COUNT(CASE WHEN q.end_so_far IS NULL OR q.start_date > q.end_so_far + 1 THEN 1 END) AS stays,
       COUNT(DISTINCT q.person_id) AS patients,
       COUNT(q.person_id) AS visits
FROM placed AS q;
