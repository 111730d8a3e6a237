-- id: drug-in-year
-- question: How many patients took furosemide in 2009?
-- paraphrase: What is the number of people who were prescribed furosemide in 2009?
-- paraphrase: In 2009, how many patients received furosemide?
-- paraphrase: Count the patients exposed to furosemide during the year 2009.
-- paraphrase: furosemide users 2009, n?
-- paraphrase: How many patients took furosmide in 2009?
-- topic: count-in-period
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@furosemide])
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009;
