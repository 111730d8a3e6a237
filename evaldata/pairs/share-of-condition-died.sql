-- id: share-of-condition-died
-- question: What percentage of patients with heart failure died?
-- paraphrase: What share of patients with heart failure is deceased?
-- paraphrase: Of the patients with heart failure, what percent died?
-- paraphrase: Among people with heart failure, what proportion has died?
-- paraphrase: How many percent of the patients with heart failure died?
-- paraphrase: % of HF pts who died
-- topic: mortality
-- note: death of any cause; crude, whatever the length of follow-up
-- note: trap: an inner join to death gives 100 percent; and groups followed for different times are compared by rates, not by this share
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
), outcome AS (
  SELECT DISTINCT d.person_id
  FROM death AS d
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS deaths,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
