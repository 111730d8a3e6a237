-- id: share-of-condition-with-visit
-- question: What percentage of patients with heart failure had an inpatient visit?
-- paraphrase: What share of patients with heart failure had at least one inpatient visit?
-- paraphrase: Of the patients with heart failure, what percent had an inpatient visit?
-- paraphrase: % of HF pts with inpatient visit
-- topic: share
-- note: any such visit, whatever its reason
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
), outcome AS (
  SELECT DISTINCT vo.person_id
  FROM visit_occurrence AS vo
  WHERE vo.visit_concept_id IN ([visit@inpatient visit])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_visit,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
