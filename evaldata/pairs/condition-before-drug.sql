-- id: condition-before-drug
-- question: How many patients had depression before they started levothyroxine?
-- paraphrase: What is the number of people diagnosed with depression before taking levothyroxine?
-- paraphrase: Before starting levothyroxine, how many patients had depression?
-- paraphrase: Count the patients with depression prior to their first levothyroxine.
-- paraphrase: just wondering, how many people had depression before they started levothyroxine?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@levothyroxine])
      GROUP BY de.person_id) AS index_event
JOIN condition_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.condition_concept_id IN ([condition@depression])
  AND earlier.condition_start_date < index_event.first_date;
