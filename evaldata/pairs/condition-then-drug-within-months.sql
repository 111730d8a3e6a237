-- id: condition-then-drug-within-months
-- question: How many patients with osteoporosis started alendronate within 6 months of diagnosis?
-- paraphrase: What is the number of osteoporosis patients beginning alendronate no later than 6 months after being diagnosed?
-- paraphrase: How many patients initiated alendronate within 6 months after being diagnosed with osteoporosis?
-- paraphrase: osteoporosis pts starting alendronte within 6 months of dx, n?
-- topic: temporal
-- note: started: the first record of the drug ever lies in that time; from the day of the first diagnosis, that day included, to the last day named
SELECT COUNT(DISTINCT started.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@osteoporosis])
      GROUP BY co.person_id) AS index_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@alendronate])
      GROUP BY de.person_id) AS started ON started.person_id = index_event.person_id
WHERE started.first_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '6' MONTH;
