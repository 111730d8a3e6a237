-- id: share-of-drug-died
-- question: What percentage of patients who took furosemide died?
-- paraphrase: What share of patients on furosemide is deceased?
-- paraphrase: Of the patients who took furosemide, what percent died?
-- paraphrase: % of furosemde pts who died
-- topic: mortality
-- note: death of any cause; crude, whatever the length of follow-up
WITH population AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@furosemide])
), outcome AS (
  SELECT DISTINCT d.person_id
  FROM death AS d
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS deaths,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
