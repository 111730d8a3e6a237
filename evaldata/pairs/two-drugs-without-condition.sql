-- id: two-drugs-without-condition
-- question: How many patients took lisinopril and amlodipine without having heart failure?
-- paraphrase: What is the number of people prescribed both lisinopril and amlodipine who do not have heart failure?
-- paraphrase: Among patients who took lisinopril and amlodipine, how many were never diagnosed with heart failure?
-- paraphrase: # of pts on lisinopril and amlodipine w/o HF
-- topic: combination
-- note: no record of the condition at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@lisinopril])
  AND de.person_id IN (SELECT other.person_id FROM drug_exposure AS other
                       WHERE other.drug_concept_id IN ([drug@amlodipine]))
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
              WHERE co.person_id = de.person_id
                AND co.condition_concept_id IN ([condition@heart failure]));
