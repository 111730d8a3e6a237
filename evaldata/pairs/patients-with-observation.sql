-- id: patients-with-observation
-- question: How many patients were recorded as current smoker?
-- paraphrase: What is the number of people with current smoker among their observations?
-- paraphrase: Count the patients who have current smoker as an observation.
-- paraphrase: How many patients have the observation current smoker?
-- paraphrase: In how many patients was current smoker observed?
-- topic: count
SELECT COUNT(DISTINCT ob.person_id) AS patients
FROM observation AS ob
WHERE ob.observation_concept_id IN ([observation@current smoker]);
