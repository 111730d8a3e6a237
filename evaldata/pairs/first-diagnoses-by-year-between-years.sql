-- id: first-diagnoses-by-year-between-years
-- question: How many patients were first diagnosed with type 2 diabetes in each year between 2008 and 2010?
-- paraphrase: Number of new diagnoses of type 2 diabetes per year from 2008 to 2010
-- paraphrase: For each year from 2008 to 2010, how many patients had their first diagnosis of type 2 diabetes?
-- paraphrase: first T2DM dx per year from 2008 to 2010, n?
-- topic: incidence
-- note: first record in the whole database, without a washout; both years included
-- note: trap: taking the first record within the period makes new cases of old ones
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS f
WHERE EXTRACT(YEAR FROM f.first_date) BETWEEN 2008 AND 2010
GROUP BY year
ORDER BY year;
