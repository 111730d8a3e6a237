-- id: drug-without-condition
-- question: How many patients took omeprazole without having gastroesophageal reflux disease?
-- paraphrase: What is the number of people on omeprazole who do not have gastroesophageal reflux disease?
-- paraphrase: Count the patients prescribed omeprazole who were never diagnosed with gastroesophageal reflux disease.
-- paraphrase: Among patients who took omeprazole, how many have no diagnosis of gastroesophageal reflux disease?
-- paraphrase: How many patients took omeprazole but do not have gastroesophageal reflux disease?
-- paraphrase: How many people on omeprazole were never diagnosed with gastroesophageal reflux disease?
-- paraphrase: pts on omeprazole w/o GERD, n?
-- paraphrase: hey, how many people do we have who took omeprazole without having gastroesophageal reflux disease?
-- topic: combination
-- note: no record of the condition at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@omeprazole])
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
              WHERE co.person_id = de.person_id
                AND co.condition_concept_id IN ([condition@gastroesophageal reflux disease]));
