-- id: average-days-drug-to-death
-- question: What is the average number of days from the first warfarin to death?
-- paraphrase: How many days pass on average between the start of warfarin and death?
-- paraphrase: avg days from first warfarin to death
-- topic: average
-- note: from the first record to the death; people who did not die are left out, so that this is no survival time
SELECT ROUND(AVG(second_event.first_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS first_event
JOIN (SELECT d.person_id, MIN(d.death_date) AS first_date
      FROM death AS d
      GROUP BY d.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
