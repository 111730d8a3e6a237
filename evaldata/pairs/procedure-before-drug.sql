-- id: procedure-before-drug
-- question: How many patients had a percutaneous coronary intervention before they started clopidogrel?
-- paraphrase: What is the number of people who underwent percutaneous coronary intervention before taking clopidogrel?
-- paraphrase: Before starting clopidogrel, how many patients had a percutaneous coronary intervention?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@clopidogrel])
      GROUP BY de.person_id) AS index_event
JOIN procedure_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
  AND earlier.procedure_date < index_event.first_date;
