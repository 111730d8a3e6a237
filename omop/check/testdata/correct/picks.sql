-- Correct SQL that numbers records, keeps parts apart, or computes with years.

-- the last number is the count: the first of a descending order
SELECT AVG(EXTRACT(YEAR FROM x.d) - p.year_of_birth) AS mean_age FROM (SELECT person_id, condition_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date DESC) AS rn, COUNT(*) OVER (PARTITION BY person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) AS x JOIN person AS p ON p.person_id = x.person_id WHERE x.rn = x.n

-- kept by a CTE of its own
WITH r AS (SELECT person_id, drug_exposure_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])), f AS (SELECT person_id, d FROM r WHERE rn < 2) SELECT COUNT(*) AS patients FROM f

-- the first and the second
WITH s AS (SELECT person_id, condition_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) AS rn FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT COUNT(*) AS patients FROM s AS a JOIN s AS b ON b.person_id = a.person_id AND a.rn = 1 AND b.rn = 2 WHERE b.d - a.d <= 90

-- numbers that are shown
SELECT person_id, condition_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS nr FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) ORDER BY person_id, nr

-- the highest number
SELECT MAX(nr) AS most_records FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS nr FROM condition_occurrence) AS t

-- the same calendar year
SELECT COUNT(DISTINCT co.person_id) AS patients FROM (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) AS f JOIN condition_occurrence AS co ON co.person_id = f.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND EXTRACT(YEAR FROM co.condition_start_date) = EXTRACT(YEAR FROM f.d)

-- constants that nothing reads
WITH parameters AS (SELECT DATE '2009-01-01' AS from_day) SELECT COUNT(*) AS patients FROM person

-- one row a person before the mean
SELECT AVG(n) AS mean_drugs FROM (SELECT DISTINCT person_id, n FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id) AS n FROM drug_exposure) AS x) AS t

-- any or none, whatever is repeated
SELECT COUNT(*) AS patients FROM (SELECT co.person_id FROM condition_occurrence AS co LEFT JOIN drug_exposure AS de ON de.person_id = co.person_id GROUP BY co.person_id HAVING SUM(CASE WHEN co.condition_concept_id IN ([condition@asthma]) THEN 1 ELSE 0 END) > 0 AND SUM(CASE WHEN de.drug_concept_id IN ([drug@albuterol]) THEN 1 ELSE 0 END) = 0) AS t

-- the record before, of another disease
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, condition_concept_id, LAG(condition_concept_id) OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) AS earlier FROM condition_occurrence) AS x WHERE condition_concept_id IN ([condition@asthma]) AND earlier IN ([condition@bronchitis])
