-- id: procedure-without-drug-within-days
-- question: How many patients did not take clopidogrel within 30 days of a percutaneous coronary intervention?
-- paraphrase: What is the number of percutaneous coronary intervention patients with no clopidogrel in the 30 days after the procedure?
-- paraphrase: In the 30 days after a percutaneous coronary intervention, how many patients received no clopidogrel?
-- topic: temporal
-- note: counted from the first record, that day included; people who leave observation earlier are counted as untreated
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
      GROUP BY po.person_id) AS index_event
WHERE NOT EXISTS (SELECT 1 FROM drug_exposure AS follow_up
                  WHERE follow_up.person_id = index_event.person_id
                    AND follow_up.drug_concept_id IN ([drug@clopidogrel])
                    AND follow_up.drug_exposure_start_date BETWEEN index_event.first_date
                                         AND index_event.first_date + INTERVAL '30' DAY);
