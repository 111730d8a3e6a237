-- id: drug-without-drug
-- question: How many patients took insulin glargine but not metformin?
-- paraphrase: What is the number of people on insulin glargine without metformin?
-- paraphrase: Count the patients who received insulin glargine and never took metformin.
-- paraphrase: Among patients who took insulin glargine, how many did not take metformin?
-- paraphrase: How many patients on insulin glargine never took metformin?
-- paraphrase: How many patients were prescribed insulin glargine without ever taking metformin?
-- paraphrase: insulin glargine but not metformin, n of pts?
-- paraphrase: do you happen to know how many people take insulin glargine but not metformin?
-- topic: combination
-- note: no exposure to the second drug at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@insulin glargine])
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS other
              WHERE other.person_id = de.person_id
                AND other.drug_concept_id IN ([drug@metformin]));
