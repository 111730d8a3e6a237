-- id: drug-between-years
-- question: How many patients took omeprazole between 2008 and 2009?
-- paraphrase: What is the number of people who were prescribed omeprazole from 2008 to 2009?
-- paraphrase: Count the patients who received omeprazole in the years 2008 to 2009.
-- paraphrase: omeprazol users 2008-2009, n?
-- topic: count-in-period
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@omeprazole])
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) BETWEEN 2008 AND 2009;
