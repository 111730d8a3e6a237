-- id: switch-of-drug
-- question: How many patients switched from lisinopril to amlodipine?
-- paraphrase: What is the number of people who stopped lisinopril and then started amlodipine?
-- paraphrase: Count the patients who changed from lisinopril to amlodipine.
-- paraphrase: switch from lisinoprl to amlodipine, n of pts?
-- paraphrase: hey, how many of our patients switched from lisinopril to amlodipine?
-- topic: drug-utilization
-- note: switched: the first exposure to the second drug comes after the last start of the first drug
-- note: trap: everyone who took both, in that order, also holds those who went on with the first drug beside the second
SELECT COUNT(DISTINCT former.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date, MAX(de.drug_exposure_start_date) AS last_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@lisinopril])
      GROUP BY de.person_id) AS former
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@amlodipine])
      GROUP BY de.person_id) AS latter ON latter.person_id = former.person_id
WHERE latter.first_date > former.first_date
  AND former.last_date < latter.first_date;
