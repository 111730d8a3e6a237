-- id: condition-and-none-of-four-drugs
-- question: How many patients with hypertension took none of lisinopril, amlodipine, metoprolol and hydrochlorothiazide?
-- paraphrase: What is the number of people with hypertension who were prescribed none of lisinopril, amlodipine, metoprolol and hydrochlorothiazide?
-- paraphrase: Among patients with hypertension, how many got none of lisinopril, amlodipine, metoprolol and hydrochlorothiazide?
-- topic: combination
-- note: no exposure to any of the four at any time
-- note: trap: counting people with some other drug finds nearly everyone, and leaves out those with no drug at all
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@hypertension])
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS de
                  WHERE de.person_id = co.person_id
                    AND de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine], [drug@metoprolol],
                                               [drug@hydrochlorothiazide]));
