-- id: share-of-drug-on-drug
-- question: What percentage of patients who took metformin also took insulin glargine?
-- paraphrase: What share of patients on metformin was also prescribed insulin glargine?
-- paraphrase: Of the patients who took metformin, what percent received insulin glargine as well?
-- paraphrase: Among metformin users, what proportion also took insulin glargine?
-- paraphrase: What percentage of patients who took metformn also took insulin glargine?
-- topic: share
-- note: in any order, at any time: not necessarily together
WITH population AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@metformin])
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@insulin glargine])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
