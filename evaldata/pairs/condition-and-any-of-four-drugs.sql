-- id: condition-and-any-of-four-drugs
-- question: How many patients with hypertension took lisinopril, amlodipine, metoprolol or hydrochlorothiazide?
-- paraphrase: What is the number of people with hypertension who were prescribed lisinopril, amlodipine, metoprolol or hydrochlorothiazide?
-- paraphrase: Among patients with hypertension, how many received lisinopril, amlodipine, metoprolol or hydrochlorothiazide?
-- paraphrase: # of HTN pts on lisinopril, amlodipine, metoprolol or HCTZ
-- topic: combination
-- note: at least one of the four, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@hypertension])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine], [drug@metoprolol],
                                                    [drug@hydrochlorothiazide]));
