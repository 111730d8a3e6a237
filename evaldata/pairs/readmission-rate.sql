-- id: readmission-rate
-- question: What percentage of inpatient visits was followed by a readmission within 30 days?
-- paraphrase: What is the 30-day readmission rate of inpatient visits in percent?
-- paraphrase: Of all inpatient visits, what percent led to another inpatient visit no later than 30 days after discharge?
-- paraphrase: % of inpatient visits with a readmission within 30d
-- topic: visit
-- note: readmitted: another inpatient visit that begins after the day of discharge and at most that many days later; all stays count, also those at the end of observation
-- note: trap: without a strictly later start a transfer on the day of discharge, and the stay itself, count as readmissions
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
)
SELECT ROUND(100.0 * SUM(f.readmitted) / NULLIF(COUNT(f.visit_occurrence_id), 0), 2) AS percentage,
       SUM(f.readmitted) AS readmissions,
       COUNT(f.visit_occurrence_id) AS visits
FROM flagged AS f;
