-- id: condition-of-sex
-- question: How many women have rheumatoid arthritis?
-- paraphrase: What is the number of female patients with rheumatoid arthritis?
-- paraphrase: Count the women diagnosed with rheumatoid arthritis.
-- paraphrase: Among female patients, how many have rheumatoid arthritis?
-- paraphrase: How many female patients were diagnosed with rheumatoid arthritis?
-- paraphrase: How many patients with rheumatoid arthritis are women?
-- paraphrase: women w/ RA, n?
-- paraphrase: ok so how many women do we have with rheumatoid arthritis?
-- topic: count-demographic
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@rheumatoid arthritis])
  AND p.gender_concept_id = 8532;
