-- id: first-drugs-after-condition
-- question: What are the 5 most common first drug ingredients after a diagnosis of atrial fibrillation?
-- paraphrase: Which 5 ingredients do patients most often take first after being diagnosed with atrial fibrillation?
-- paraphrase: List the top 5 first-line ingredients after the first atrial fibrillation.
-- paraphrase: top 5 first drug ingredients after afib dx
-- topic: drug-utilization
-- note: the drug eras that begin first on or after the day of the first diagnosis; several that begin on the same day all count
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
  GROUP BY co.person_id
), started AS (
  SELECT er.person_id, er.drug_concept_id,
         RANK() OVER (PARTITION BY er.person_id ORDER BY er.drug_era_start_date) AS place
  FROM index_event AS i
  JOIN drug_era AS er ON er.person_id = i.person_id
  WHERE er.drug_concept_id <> 0
    AND er.drug_era_start_date >= i.first_date
)
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS ingredient,
       r.patients
FROM (SELECT s.drug_concept_id, COUNT(DISTINCT s.person_id) AS patients
      FROM started AS s
      WHERE s.place = 1
      GROUP BY s.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, ingredient
LIMIT 5;
