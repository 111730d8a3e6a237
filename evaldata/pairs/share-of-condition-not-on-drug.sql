-- id: share-of-condition-not-on-drug
-- question: What percentage of patients with osteoporosis never took alendronate?
-- paraphrase: What share of patients with osteoporosis was not prescribed alendronate?
-- paraphrase: Of the patients with osteoporosis, what percent have no record of alendronate?
-- paraphrase: % of osteoporosis pts never on alendronte
-- topic: share
-- note: no exposure at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@osteoporosis])
), treated AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@alendronate])
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE t.person_id IS NULL)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE t.person_id IS NULL) AS untreated_patients,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN treated AS t ON t.person_id = pop.person_id;
