-- id: either-condition-without-drug
-- question: How many patients with stroke or myocardial infarction never took atorvastatin?
-- paraphrase: What is the number of people with either stroke or myocardial infarction who were not prescribed atorvastatin?
-- paraphrase: Among patients with stroke or myocardial infarction, how many did not receive atorvastatin?
-- topic: combination
-- note: no exposure at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@stroke], [condition@myocardial infarction])
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS de
                  WHERE de.person_id = co.person_id
                    AND de.drug_concept_id IN ([drug@atorvastatin]));
