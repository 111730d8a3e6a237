-- id: procedure-older-than
-- question: How many patients older than 75 had a knee replacement?
-- paraphrase: What is the number of people over 75 who underwent knee replacement?
-- paraphrase: Among patients aged more than 75, how many received a knee replacement?
-- paraphrase: so how many people older than 75 had a knee replacement?
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN person AS p ON p.person_id = po.person_id
WHERE po.procedure_concept_id IN ([procedure@knee replacement])
  AND EXTRACT(YEAR FROM po.procedure_date) - p.year_of_birth > 75;
