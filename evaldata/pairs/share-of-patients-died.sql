-- id: share-of-patients-died
-- question: What percentage of patients died?
-- paraphrase: What share of all patients is deceased?
-- paraphrase: What proportion of people have died?
-- paraphrase: Of all patients, what percent died?
-- paraphrase: % of pts who died
-- paraphrase: hi, what percentage of our patients died?
-- topic: mortality
-- note: crude share of everyone in the database, whatever the length of follow-up
WITH population AS (
  SELECT p.person_id
  FROM person AS p
), outcome AS (
  SELECT DISTINCT d.person_id
  FROM death AS d
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS deaths,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
