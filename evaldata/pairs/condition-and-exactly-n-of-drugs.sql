-- id: condition-and-exactly-n-of-drugs
-- question: How many patients with type 2 diabetes took exactly 1 of the drugs metformin, glipizide, pioglitazone, sitagliptin and insulin glargine?
-- paraphrase: Among patients with type 2 diabetes, how many took exactly 1 of the drugs metformin, glipizide, pioglitazone, sitagliptin and insulin glargine?
-- paraphrase: What is the number of people with type 2 diabetes who were prescribed exactly 1 of the drugs metformin, glipizide, pioglitazone, sitagliptin and insulin glargine?
-- topic: drug-utilization
-- note: different drugs of the five, at any time; a combination product counts for each of its ingredients
-- note: trap: a DISTINCT over products counts the strengths and brands of one drug as several
WITH taken AS (
  SELECT de.person_id,
         MAX(CASE WHEN de.drug_concept_id IN ([drug@metformin]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@glipizide]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@pioglitazone]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@sitagliptin]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@insulin glargine]) THEN 1 ELSE 0 END) AS drugs
  FROM drug_exposure AS de
  GROUP BY de.person_id
)
SELECT COUNT(DISTINCT t.person_id) AS patients
FROM taken AS t
WHERE t.drugs = 1
  AND t.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                      WHERE co.condition_concept_id IN ([condition@type 2 diabetes]));
