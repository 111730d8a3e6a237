-- id: hospitalized-patients
-- question: How many patients were hospitalized?
-- paraphrase: What is the number of people who were admitted to hospital?
-- paraphrase: Count the patients with a hospitalization.
-- paraphrase: How many patients had a hospital admission?
-- paraphrase: hospitalized pts, n?
-- paraphrase: ok, quick one: how many of our patients were hospitalized?
-- topic: visit
-- note: a hospitalization is an inpatient visit (9201) or an emergency room visit that led to one (262)
-- note: trap: inpatient visits (9201) alone leave out those admitted through the emergency room (262); adding both counts people twice without DISTINCT
SELECT COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN (9201, 262);
