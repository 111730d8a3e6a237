-- id: source-code-and-drug
-- question: How many patients with the ICD-10-CM code I50 took furosemide?
-- paraphrase: What is the number of people with ICD10CM code I50 who were prescribed furosemide?
-- paraphrase: Among patients with a diagnosis under the ICD-10-CM code I50, how many received furosemide?
-- paraphrase: How many patients with the ICD-10-CM code I50 took furosmide?
-- topic: source-code
-- note: through the standard concepts that the code maps to; in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@ICD10CM:I50])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@furosemide]));
