-- id: average-days-condition-to-drug
-- question: What is the average number of days from the first diagnosis of type 2 diabetes to the first metformin?
-- paraphrase: How many days pass on average between the first diagnosis of type 2 diabetes and the start of metformin?
-- paraphrase: What is the mean time in days between type 2 diabetes and first exposure to metformin?
-- paraphrase: How long after diagnosis of type 2 diabetes do patients start metformin on average?
-- paraphrase: avg days from first T2DM dx to first metformin
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT ROUND(AVG(second_event.first_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS first_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
