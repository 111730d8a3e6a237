-- id: either-condition-and-drug
-- question: How many patients with stroke or myocardial infarction took atorvastatin?
-- paraphrase: What is the number of people with either stroke or myocardial infarction who were prescribed atorvastatin?
-- paraphrase: Among patients with stroke or myocardial infarction, how many received atorvastatin?
-- paraphrase: stroke or MI pts on atorvastatin, n?
-- topic: combination
-- note: one of the conditions, the other or both
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@stroke], [condition@myocardial infarction])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@atorvastatin]));
