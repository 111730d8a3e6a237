-- id: patients-on-drug-by-state
-- question: How many patients took lisinopril, by state?
-- paraphrase: Number of patients prescribed lisinopril, broken down by state of residence
-- paraphrase: For each state, how many patients took lisinopril?
-- paraphrase: hello, how many people took lisinopril, by state, please?
-- topic: grouping
SELECT l.state AS state,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
JOIN location AS l ON l.location_id = p.location_id
WHERE de.drug_concept_id IN ([drug@lisinopril])
GROUP BY l.state
ORDER BY l.state;
