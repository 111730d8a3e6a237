-- id: share-of-patients-on-drug
-- question: What percentage of patients took atorvastatin?
-- paraphrase: What share of all patients was prescribed atorvastatin?
-- paraphrase: What proportion of people have ever received atorvastatin?
-- paraphrase: Of all patients, what percent took atorvastatin?
-- paraphrase: % of pts on atorvastatn
-- topic: share
-- note: of everyone in the database; ever recorded
WITH population AS (
  SELECT p.person_id
  FROM person AS p
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
