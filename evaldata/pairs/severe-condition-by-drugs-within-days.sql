-- id: severe-condition-by-drugs-within-days
-- question: Let severe disease be chronic obstructive pulmonary disease with at least 2 of the drugs tiotropium, albuterol, fluticasone and prednisone taken within 365 days of diagnosis: how many patients have severe disease, by gender?
-- paraphrase: Define severe disease as chronic obstructive pulmonary disease with 2 or more of the drugs tiotropium, albuterol, fluticasone and prednisone taken within 365 days of diagnosis; how many patients with severe disease are there, by sex?
-- paraphrase: Let's say severe disease is COPD with at least 2 of the drugs tiotropium, albuterol, fluticasone and prednisone taken within 365 days of dx. So how many pts have severe disease, by gender?
-- topic: cohort
-- note: different drugs, each from the day of the first record, that day included, to the last day named
-- note: trap: counting exposures makes two refills of one drug severe disease; drugs taken years later say nothing of the disease at its diagnosis
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease])
  GROUP BY co.person_id
), severe AS (
  SELECT i.person_id
  FROM index_event AS i
  JOIN drug_exposure AS de ON de.person_id = i.person_id
                          AND de.drug_exposure_start_date BETWEEN i.first_date AND i.first_date + INTERVAL '365' DAY
  GROUP BY i.person_id
  HAVING MAX(CASE WHEN de.drug_concept_id IN ([drug@tiotropium]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@albuterol]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@fluticasone]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@prednisone]) THEN 1 ELSE 0 END) >= 2
)
SELECT g.concept_name AS gender,
       COUNT(DISTINCT s.person_id) AS patients
FROM severe AS s
JOIN person AS p ON p.person_id = s.person_id
JOIN concept AS g ON g.concept_id = p.gender_concept_id
GROUP BY g.concept_name
ORDER BY gender;
