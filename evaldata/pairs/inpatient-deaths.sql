-- id: inpatient-deaths
-- question: How many patients died during an inpatient visit?
-- paraphrase: What is the number of deaths during inpatient visits?
-- paraphrase: Count the patients who died in an inpatient visit.
-- topic: mortality
-- note: date of death between start and end of the visit, both days included
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM visit_occurrence AS vo
JOIN death AS d ON d.person_id = vo.person_id
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND d.death_date BETWEEN vo.visit_start_date AND COALESCE(vo.visit_end_date, vo.visit_start_date);
