-- id: share-of-condition-on-drug-by-sex
-- question: What percentage of patients with heart failure took metoprolol, by gender?
-- paraphrase: For each sex, what share of patients with heart failure was prescribed metoprolol?
-- paraphrase: Of the patients with heart failure, what percent received metoprolol, per gender?
-- paraphrase: % of HF pts on metoprolol by sex
-- topic: share-by-group
-- note: percentage within each group; in any order, at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@metoprolol])
)
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
JOIN person AS p ON p.person_id = pop.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id
GROUP BY gender
ORDER BY gender;
