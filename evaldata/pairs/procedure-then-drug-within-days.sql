-- id: procedure-then-drug-within-days
-- question: How many patients took clopidogrel within 30 days of their first percutaneous coronary intervention?
-- paraphrase: What is the number of people who received clopidogrel no later than 30 days after percutaneous coronary intervention?
-- paraphrase: Count the people who had a percutaneous coronary intervention and got clopidogrel in the 30 days that followed.
-- paraphrase: Within 30 days after their first percutaneous coronary intervention, how many patients got clopidogrel?
-- paraphrase: clopidogrel w/in 30d of PCI, n of pts?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
      GROUP BY po.person_id) AS index_event
JOIN drug_exposure AS later ON later.person_id = index_event.person_id
WHERE later.drug_concept_id IN ([drug@clopidogrel])
  AND later.drug_exposure_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '30' DAY;
