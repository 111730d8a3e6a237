-- id: condition-drug-then-condition
-- question: How many patients with type 2 diabetes had heart failure after they started metformin?
-- paraphrase: What is the number of people with type 2 diabetes who were diagnosed with heart failure after taking metformin?
-- paraphrase: Among patients with type 2 diabetes, how many had heart failure after starting metformin?
-- topic: temporal
-- note: the condition named first may be recorded at any time
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@heart failure])
  AND later.condition_start_date > index_event.first_date
  AND index_event.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                                WHERE co.condition_concept_id IN ([condition@type 2 diabetes]));
