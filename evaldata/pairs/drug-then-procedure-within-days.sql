-- id: drug-then-procedure-within-days
-- question: How many patients who took clopidogrel had a coronary artery bypass graft within 180 days of starting it?
-- paraphrase: What is the number of people who underwent coronary artery bypass graft no later than 180 days after their first clopidogrel?
-- paraphrase: How many patients had a coronary artery bypass graft within 180 days after starting clopidogrel?
-- paraphrase: clopidogrel pts who had CABG w/in 180d of starting it, n?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@clopidogrel])
      GROUP BY de.person_id) AS index_event
JOIN procedure_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.procedure_concept_id IN ([procedure@coronary artery bypass graft])
  AND later.procedure_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '180' DAY;
