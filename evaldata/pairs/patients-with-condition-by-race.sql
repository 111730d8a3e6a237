-- id: patients-with-condition-by-race
-- question: How many patients have hypertension, by race?
-- paraphrase: Number of patients diagnosed with hypertension, broken down by race
-- paraphrase: For each race, how many patients have hypertension?
-- paraphrase: Count the patients with hypertension per race.
-- paraphrase: What is the race distribution of patients with hypertension?
-- paraphrase: HTN pts by race, n?
-- paraphrase: hey, how many people have hypertension, by race?
-- topic: grouping
-- note: trap: an inner join to the concepts or a list of known races drops people of unknown race without a word, and the rows no longer add up to everyone
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
WHERE co.condition_concept_id IN ([condition@hypertension])
GROUP BY race
ORDER BY race;
