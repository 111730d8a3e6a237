-- id: drug-and-death
-- question: How many patients who took warfarin died?
-- paraphrase: What is the number of people prescribed warfarin who have died?
-- paraphrase: Count the deaths among patients on warfarin.
-- paraphrase: Among patients who took warfarin, how many are deceased?
-- paraphrase: warfarin pts who died, n?
-- topic: mortality
-- note: death of any cause, at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN death AS d ON d.person_id = de.person_id
WHERE de.drug_concept_id IN ([drug@warfarin]);
