-- id: patients-with-visit
-- question: How many patients had an inpatient visit?
-- paraphrase: What is the number of people with at least one inpatient visit?
-- paraphrase: Count the patients who had an inpatient visit.
-- paraphrase: Number of patients with inpatient visits
-- paraphrase: How many people have ever had an inpatient visit?
-- paraphrase: How many patients have at least one inpatient visit on record?
-- paraphrase: ok, and how many people had an inpatient visit?
-- paraphrase: pts with inpatient visit, n?
-- topic: count
-- note: people, not visits
SELECT COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit]);
