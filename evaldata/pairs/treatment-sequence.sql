-- id: treatment-sequence
-- question: What are the 10 most common sequences of the first and the second of the antidiabetic drugs after a diagnosis of type 2 diabetes?
-- paraphrase: Which 10 pairs of a first and a second of the antidiabetic drugs are the most frequent among patients with type 2 diabetes?
-- paraphrase: List the top 10 treatment sequences of antidiabetic drugs after the first type 2 diabetes.
-- topic: drug-utilization
-- note: ingredients of the class in the order of their first drug era on or after the first diagnosis; two begun on the same day in alphabetical order
-- note: trap: a tie of two drugs begun on one day needs a rule, or the same query gives another answer each time
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), started AS (
  SELECT er.person_id, er.drug_concept_id, MIN(er.drug_era_start_date) AS start_date
  FROM index_event AS i
  JOIN drug_era AS er ON er.person_id = i.person_id
  WHERE er.drug_concept_id IN ([drug@antidiabetic drugs])
    AND er.drug_era_start_date >= i.first_date
  GROUP BY er.person_id, er.drug_concept_id
), placed AS (
  SELECT s.person_id, c.concept_name,
         ROW_NUMBER() OVER (PARTITION BY s.person_id ORDER BY s.start_date, c.concept_name) AS place
  FROM started AS s
  JOIN concept AS c ON c.concept_id = s.drug_concept_id
)
SELECT one.concept_name AS first_drug,
       COALESCE(two.concept_name, 'none') AS second_drug,
       COUNT(DISTINCT one.person_id) AS patients
FROM placed AS one
LEFT JOIN placed AS two ON two.person_id = one.person_id AND two.place = 2
WHERE one.place = 1
GROUP BY one.concept_name, two.concept_name
ORDER BY patients DESC, first_drug, second_drug
LIMIT 10;
