-- id: death-within-days-of-discharge
-- question: How many patients died within 30 days of an inpatient visit?
-- paraphrase: What is the number of deaths no later than 30 days after discharge from an inpatient visit?
-- paraphrase: Within 30 days after an inpatient visit, how many patients died?
-- topic: mortality
-- note: counted from the end of any inpatient visit, that day included
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM visit_occurrence AS vo
JOIN death AS d ON d.person_id = vo.person_id
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND d.death_date BETWEEN COALESCE(vo.visit_end_date, vo.visit_start_date)
                       AND COALESCE(vo.visit_end_date, vo.visit_start_date) + INTERVAL '30' DAY;
