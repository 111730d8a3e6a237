-- id: readmitted-patients
-- question: How many patients were readmitted within 30 days of an inpatient visit?
-- paraphrase: What is the number of people with another inpatient visit no later than 30 days after discharge from an inpatient visit?
-- paraphrase: Count the patients who had a readmission within 30 days after an inpatient visit.
-- paraphrase: hey, how many patients were readmitted within 30 days of an inpatient visit?
-- topic: visit
-- note: readmitted: another inpatient visit that begins after the day of discharge and at most that many days later
WITH stays AS (
  SELECT vo.visit_occurrence_id, vo.person_id, vo.visit_start_date,
         COALESCE(vo.visit_end_date, vo.visit_start_date) AS discharge_date
  FROM visit_occurrence AS vo
  WHERE vo.visit_concept_id IN ([visit@inpatient visit])
)
SELECT COUNT(DISTINCT s.person_id) AS patients
FROM stays AS s
WHERE EXISTS (SELECT 1 FROM stays AS next
              WHERE next.person_id = s.person_id
                AND next.visit_start_date > s.discharge_date
                AND next.visit_start_date <= s.discharge_date + INTERVAL '30' DAY);
