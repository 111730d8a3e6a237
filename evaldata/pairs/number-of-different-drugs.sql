-- id: number-of-different-drugs
-- question: How many different drugs were prescribed?
-- paraphrase: What is the number of distinct drugs in the database?
-- paraphrase: Count the distinct drugs that were ever prescribed.
-- paraphrase: any idea how many different drugs were prescribed?
-- topic: records
-- note: distinct concepts as recorded; unmapped records (concept 0) are left out
SELECT COUNT(DISTINCT de.drug_concept_id) AS drugs
FROM drug_exposure AS de
WHERE de.drug_concept_id <> 0;
