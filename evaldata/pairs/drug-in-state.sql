-- id: drug-in-state
-- question: How many patients who took warfarin live in the state of FL?
-- paraphrase: What is the number of people in FL who were prescribed warfarin?
-- paraphrase: Count the patients on warfarin whose state of residence is FL.
-- paraphrase: warfarin pts in FL, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
JOIN location AS l ON l.location_id = p.location_id
WHERE de.drug_concept_id IN ([drug@warfarin])
  AND l.state = 'FL';
