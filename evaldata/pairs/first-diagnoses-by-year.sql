-- id: first-diagnoses-by-year
-- question: How many patients were first diagnosed with heart failure, by year?
-- paraphrase: What is the number of first diagnoses of heart failure per year?
-- paraphrase: For each year, how many patients had their first diagnosis of heart failure?
-- paraphrase: first dx of HF by yr, n of pts?
-- topic: incidence
-- note: first record in the database, without a washout: the first years also hold old cases
-- note: trap: counting records per year mixes old cases with new ones; without a washout the first years of the data look like an epidemic
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS f
GROUP BY year
ORDER BY year;
