-- id: number-of-different-drugs-among-condition
-- question: How many different drugs were prescribed to patients with heart failure?
-- paraphrase: What is the number of distinct drugs taken by people with heart failure?
-- paraphrase: Among patients with heart failure, how many distinct drugs were ever prescribed?
-- topic: records
-- note: distinct concepts as recorded; unmapped records (concept 0) are left out
SELECT COUNT(DISTINCT de.drug_concept_id) AS drugs,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id <> 0
  AND de.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                       WHERE co.condition_concept_id IN ([condition@heart failure]));
