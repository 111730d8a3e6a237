-- id: first-of-drugs-after-condition
-- question: Which of the drugs metformin, glipizide, glyburide, pioglitazone and insulin glargine did patients with type 2 diabetes take first after diagnosis, and how many patients each?
-- paraphrase: By first drug after diagnosis, how many patients with type 2 diabetes started with which of metformin, glipizide, glyburide, pioglitazone and insulin glargine?
-- paraphrase: After diagnosis of type 2 diabetes, which of metformin, glipizide, glyburide, pioglitazone and insulin glargine came first, and in how many patients each?
-- topic: drug-utilization
-- note: the first drug era on or after the first diagnosis; two begun on the same day both count as first
-- note: trap: MIN over the names, or the first row of a join without an order, gives another first drug than the dates do; a tie on one day needs a rule
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), started AS (
  SELECT er.person_id, er.drug_concept_id,
         RANK() OVER (PARTITION BY er.person_id ORDER BY er.drug_era_start_date) AS place
  FROM index_event AS i
  JOIN drug_era AS er ON er.person_id = i.person_id
                     AND er.drug_era_start_date >= i.first_date
  WHERE er.drug_concept_id IN ([drug@metformin], [drug@glipizide], [drug@glyburide], [drug@pioglitazone],
                               [drug@insulin glargine])
)
SELECT c.concept_name AS drug,
       COUNT(DISTINCT s.person_id) AS patients
FROM started AS s
JOIN concept AS c ON c.concept_id = s.drug_concept_id
WHERE s.place = 1
GROUP BY c.concept_name
ORDER BY patients DESC, drug;
