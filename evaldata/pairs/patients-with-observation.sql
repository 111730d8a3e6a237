-- id: patients-with-observation
-- question: How many patients were recorded as tobacco user?
-- paraphrase: What is the number of people with tobacco user among their observations?
-- paraphrase: Count the patients who have tobacco user as an observation.
-- topic: count
SELECT COUNT(DISTINCT ob.person_id) AS patients
FROM observation AS ob
WHERE ob.observation_concept_id IN ([observation@tobacco user]);
