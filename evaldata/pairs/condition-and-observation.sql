-- id: condition-and-observation
-- question: How many patients with chronic obstructive pulmonary disease were recorded as current smoker?
-- paraphrase: What is the number of people with COPD who have current smoker among their observations?
-- paraphrase: Among patients with chronic obstructive pulmonary disease, how many have the observation current smoker?
-- paraphrase: COPD pts recorded as current smoker, n?
-- topic: combination
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease])
  AND co.person_id IN (SELECT ob.person_id FROM observation AS ob
                       WHERE ob.observation_concept_id IN ([observation@current smoker]));
