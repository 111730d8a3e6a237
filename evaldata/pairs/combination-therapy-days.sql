-- id: combination-therapy-days
-- question: How many patients took lisinopril and furosemide at the same time for at least 30 days?
-- paraphrase: What is the number of people whose lisinopril and furosemide eras overlap by 30 or more days?
-- paraphrase: Count the patients on lisinopril and furosemide simultaneously for 30 days or longer.
-- paraphrase: lisinopril and furosemide at the same time for at least 30 days, n of pts?
-- topic: drug-utilization
-- note: days common to two drug eras, in which gaps of up to 30 days are bridged
-- note: trap: adding up overlaps of exposures instead of eras counts a day as often as refills overlap on it
SELECT COUNT(DISTINCT e1.person_id) AS patients
FROM drug_era AS e1
JOIN drug_era AS e2 ON e2.person_id = e1.person_id
WHERE e1.drug_concept_id IN ([drug@lisinopril])
  AND e2.drug_concept_id IN ([drug@furosemide])
  AND LEAST(e1.drug_era_end_date, e2.drug_era_end_date)
    - GREATEST(e1.drug_era_start_date, e2.drug_era_start_date) + 1 >= 30;
