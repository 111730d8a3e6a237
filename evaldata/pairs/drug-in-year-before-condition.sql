-- id: drug-in-year-before-condition
-- question: How many patients took alendronate in the year before their first hip fracture?
-- paraphrase: What is the number of people prescribed alendronate within 1 year before their first diagnosis of hip fracture?
-- paraphrase: In the 1 year before their first hip fracture, how many patients received alendronate?
-- topic: temporal
-- note: the day of the later event itself is not counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@hip fracture])
      GROUP BY co.person_id) AS index_event
JOIN drug_exposure AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.drug_concept_id IN ([drug@alendronate])
  AND earlier.drug_exposure_start_date >= index_event.first_date - INTERVAL '1' YEAR
  AND earlier.drug_exposure_start_date < index_event.first_date;
