-- id: share-of-condition-on-each-of-drugs
-- question: What percentage of patients with heart failure took each of the drugs lisinopril, metoprolol, spironolactone and digoxin?
-- paraphrase: For each of the drugs lisinopril, metoprolol, spironolactone and digoxin, what share of patients with heart failure took it?
-- paraphrase: % of HF pts on each of lisinopril, metoprolol, spironolactone and digoxin
-- topic: share-by-group
-- note: a row each, by ingredient; someone on two of them is in two rows
-- note: trap: dividing by the patients on any of the drugs, or by the sum of the rows, instead of by all patients with the condition
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
), everyone AS (
  SELECT COUNT(DISTINCT pop.person_id) AS patients
  FROM population AS pop
)
SELECT c.concept_name AS drug,
       ROUND(100.0 * COUNT(DISTINCT er.person_id) / NULLIF(MAX(e.patients), 0), 2) AS percentage,
       COUNT(DISTINCT er.person_id) AS on_drug,
       MAX(e.patients) AS patients
FROM drug_era AS er
JOIN concept AS c ON c.concept_id = er.drug_concept_id
JOIN population AS pop ON pop.person_id = er.person_id
CROSS JOIN everyone AS e
WHERE er.drug_concept_id IN ([drug@lisinopril], [drug@metoprolol], [drug@spironolactone], [drug@digoxin])
GROUP BY c.concept_name
ORDER BY percentage DESC, drug;
