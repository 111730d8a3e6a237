-- id: share-of-two-conditions-on-drug
-- question: What percentage of patients with heart failure and chronic kidney disease took lisinopril?
-- paraphrase: What share of patients with both heart failure and chronic kidney disease was prescribed lisinopril?
-- paraphrase: Of the patients with heart failure and chronic kidney disease, what percent received lisinopril?
-- paraphrase: % of pts w/ HF and CKD on lisinopril
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
    AND co.person_id IN (SELECT other.person_id FROM condition_occurrence AS other
                         WHERE other.condition_concept_id IN ([condition@chronic kidney disease]))
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@lisinopril])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
