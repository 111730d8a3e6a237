-- id: readmission-rate-with-condition
-- question: What percentage of inpatient visits with heart failure was followed by a readmission within 30 days?
-- paraphrase: What is the 30-day readmission rate of inpatient visits at which heart failure was recorded, in percent?
-- paraphrase: Of the inpatient visits with a diagnosis of heart failure, what percent led to another inpatient visit no later than 30 days after discharge?
-- paraphrase: % of inpatient visits w/ HF followed by a readmission w/in 30d
-- topic: visit
-- note: readmitted: another inpatient visit that begins after the day of discharge and at most that many days later, for any reason; the condition is recorded at the first of the two visits
WITH stays AS (
  SELECT vo.visit_occurrence_id, vo.person_id, vo.visit_start_date,
         COALESCE(vo.visit_end_date, vo.visit_start_date) AS discharge_date
  FROM visit_occurrence AS vo
  WHERE vo.visit_concept_id IN ([visit@inpatient visit])
), flagged AS (
  SELECT s.visit_occurrence_id, s.person_id,
         CASE WHEN EXISTS (SELECT 1 FROM stays AS next
                           WHERE next.person_id = s.person_id
                             AND next.visit_start_date > s.discharge_date
                             AND next.visit_start_date <= s.discharge_date + INTERVAL '30' DAY)
              THEN 1 ELSE 0 END AS readmitted
  FROM stays AS s
  WHERE s.visit_occurrence_id IN (SELECT co.visit_occurrence_id FROM condition_occurrence AS co
                                  WHERE co.condition_concept_id IN ([condition@heart failure]))
)
SELECT ROUND(100.0 * SUM(f.readmitted) / NULLIF(COUNT(f.visit_occurrence_id), 0), 2) AS percentage,
       SUM(f.readmitted) AS readmissions,
       COUNT(f.visit_occurrence_id) AS visits
FROM flagged AS f;
