-- id: four-drugs-at-the-same-time
-- question: How many patients with heart failure took lisinopril, metoprolol, spironolactone and furosemide at the same time?
-- paraphrase: What is the number of heart failure patients with overlapping exposures to lisinopril, metoprolol, spironolactone and furosemide?
-- paraphrase: Among patients with heart failure, how many took lisinopril, metoprolol, spironolactone and furosemide simultaneously?
-- topic: drug-utilization
-- note: drug eras of all four that share at least one day, at any time
-- note: trap: everyone who ever took all four also holds those who took them one after the other; overlaps of two and two are no overlap of the four
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN drug_era AS e1 ON e1.person_id = co.person_id
JOIN drug_era AS e2 ON e2.person_id = co.person_id
JOIN drug_era AS e3 ON e3.person_id = co.person_id
JOIN drug_era AS e4 ON e4.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND e1.drug_concept_id IN ([drug@lisinopril])
  AND e2.drug_concept_id IN ([drug@metoprolol])
  AND e3.drug_concept_id IN ([drug@spironolactone])
  AND e4.drug_concept_id IN ([drug@furosemide])
  AND GREATEST(e1.drug_era_start_date, e2.drug_era_start_date, e3.drug_era_start_date, e4.drug_era_start_date)
      <= LEAST(e1.drug_era_end_date, e2.drug_era_end_date, e3.drug_era_end_date, e4.drug_era_end_date);
