-- id: drug-started-during-drug
-- question: How many patients started furosemide for the first time during an era of lisinopril?
-- paraphrase: What is the number of people who first took furosemide during a lisinopril era?
-- paraphrase: Count the patients whose first furosemide was started during an era of lisinopril.
-- topic: drug-utilization
-- note: add-on: the first era of the new drug begins after the start and before the end of an era of the other, and the other goes on beyond that day
-- note: trap: everyone who took both also holds those who switched, those who had the new drug first, and those who took them years apart
SELECT COUNT(DISTINCT added.person_id) AS patients
FROM (SELECT er.person_id, MIN(er.drug_era_start_date) AS first_date
      FROM drug_era AS er
      WHERE er.drug_concept_id IN ([drug@furosemide])
      GROUP BY er.person_id) AS added
JOIN drug_era AS base ON base.person_id = added.person_id
WHERE base.drug_concept_id IN ([drug@lisinopril])
  AND added.first_date > base.drug_era_start_date
  AND added.first_date < base.drug_era_end_date;
