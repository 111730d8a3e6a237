-- id: older-patients-with-at-least-n-of-drugs
-- question: How many patients older than 70 took at least 2 of the drugs zolpidem, trazodone, meclizine, clonidine, digoxin, nifedipine, glyburide, nitrofurantoin, ibuprofen and naproxen?
-- paraphrase: What is the number of people older than 70 who were prescribed at least 2 of the drugs zolpidem, trazodone, meclizine, clonidine, digoxin, nifedipine, glyburide, nitrofurantoin, ibuprofen and naproxen?
-- paraphrase: Count the patients older than 70 who received 2 or more of the drugs zolpidem, trazodone, meclizine, clonidine, digoxin, nifedipine, glyburide, nitrofurantoin, ibuprofen and naproxen.
-- topic: drug-utilization
-- note: different drugs of the ten, each at an age over the one named; not necessarily at the same time
-- note: trap: the age today, instead of at each exposure, counts what was taken at a younger age; counting products counts the strengths of one drug as several
WITH taken AS (
  SELECT de.person_id,
         MAX(CASE WHEN de.drug_concept_id IN ([drug@zolpidem]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@trazodone]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@meclizine]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@clonidine]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@digoxin]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@nifedipine]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@glyburide]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@nitrofurantoin]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@ibuprofen]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN de.drug_concept_id IN ([drug@naproxen]) THEN 1 ELSE 0 END) AS drugs
  FROM drug_exposure AS de
  JOIN person AS p ON p.person_id = de.person_id
  WHERE EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth > 70
  GROUP BY de.person_id
)
SELECT COUNT(DISTINCT t.person_id) AS patients
FROM taken AS t
WHERE t.drugs >= 2;
