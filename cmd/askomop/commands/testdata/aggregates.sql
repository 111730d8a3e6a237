-- What analysts ask every day of the demo database, large groups all: each is shown whole. One statement a paragraph.

-- counts
SELECT COUNT(*) AS people FROM person;

SELECT COUNT(DISTINCT person_id) AS people, COUNT(*) AS records FROM condition_occurrence;

SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY gender_concept_id;

SELECT c.concept_name AS sex, COUNT(*) AS n FROM person p JOIN concept c ON c.concept_id = p.gender_concept_id GROUP BY c.concept_name ORDER BY n DESC;

SELECT c.*, COUNT(*) AS n FROM person p JOIN concept c ON c.concept_id = p.gender_concept_id GROUP BY ALL;

SELECT EXTRACT(YEAR FROM visit_start_date) AS year, COUNT(*) AS visits, COUNT(DISTINCT person_id) AS people FROM visit_occurrence GROUP BY 1 ORDER BY 1;

SELECT DATE_TRUNC('month', condition_start_date) AS month, COUNT(*) AS n FROM condition_occurrence GROUP BY 1 ORDER BY 1;

SELECT FLOOR(year_of_birth / 10) * 10 AS decade, COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1920 AND 1939 GROUP BY 1;

SELECT CASE WHEN year_of_birth < 1930 THEN 'old' WHEN year_of_birth < 1940 THEN 'middle' ELSE 'young' END AS age_group, COUNT(*) AS n FROM person GROUP BY 1;

SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY visit_concept_id HAVING COUNT(DISTINCT person_id) >= 100;

SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS women, COUNT(*) AS everybody FROM person;

SELECT SUM(CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 0 END) AS men FROM person;

-- top lists
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1 ORDER BY n DESC LIMIT 5;

SELECT c.concept_name, COUNT(*) AS n FROM drug_exposure d JOIN concept c ON c.concept_id = d.drug_concept_id GROUP BY 1 ORDER BY 2 DESC LIMIT 10;

SELECT c.concept_name, (SELECT COUNT(DISTINCT o.person_id) FROM condition_occurrence o WHERE o.condition_concept_id = c.concept_id) AS n FROM concept c ORDER BY n DESC LIMIT 5;

WITH t AS (SELECT drug_concept_id AS id, COUNT(DISTINCT person_id) AS n FROM drug_exposure GROUP BY 1) SELECT c.concept_name, t.n FROM t JOIN concept c ON c.concept_id = t.id ORDER BY t.n DESC LIMIT 10;

SELECT year, concept_id, n FROM (SELECT EXTRACT(YEAR FROM condition_start_date) AS year, condition_concept_id AS concept_id, COUNT(*) AS n, ROW_NUMBER() OVER (PARTITION BY EXTRACT(YEAR FROM condition_start_date) ORDER BY COUNT(*) DESC) AS place FROM condition_occurrence GROUP BY 1, 2) t WHERE place <= 3 ORDER BY year, n DESC;

-- zeros
SELECT COUNT(*) AS n FROM specimen;

SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_start_date > DATE '2050-01-01';

SELECT gender_concept_id, COUNT(*) FILTER (WHERE year_of_birth > 2020) AS born_later, COUNT(*) AS n FROM person GROUP BY 1;

-- means, sums, spread
SELECT AVG(2010 - year_of_birth) AS mean_age FROM person;

SELECT gender_concept_id, AVG(2010 - year_of_birth) AS mean_age, STDDEV(2010 - year_of_birth) AS sd, COUNT(*) AS n FROM person GROUP BY 1;

SELECT MEDIAN(2010 - year_of_birth) AS median_age, QUANTILE_CONT(2010 - year_of_birth, 0.25) AS q1, QUANTILE_CONT(2010 - year_of_birth, 0.75) AS q3 FROM person;

SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY days_supply) AS p90 FROM drug_exposure;

SELECT AVG(DATE_DIFF('day', visit_start_date, visit_end_date)) AS days FROM visit_occurrence WHERE visit_concept_id = 9201;

SELECT visit_concept_id, AVG(visit_end_date - visit_start_date) AS days, MAX(visit_end_date - visit_start_date) AS longest FROM visit_occurrence WHERE visit_concept_id IN (9201, 9202) GROUP BY 1;

SELECT SUM(days_supply) AS days FROM drug_exposure;

SELECT SUM(quantity) / SUM(days_supply) AS a_day FROM drug_exposure WHERE days_supply > 0;

SELECT measurement_concept_id, AVG(value_as_number) AS mean, COUNT(value_as_number) AS n FROM measurement WHERE value_as_number IS NOT NULL GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 200;

SELECT AVG(n) AS visits_each FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY person_id) v;

SELECT MEDIAN(n) AS drugs_each FROM (SELECT person_id, COUNT(DISTINCT drug_concept_id) AS n FROM drug_exposure GROUP BY person_id) d;

SELECT CORR(n, age) AS r FROM (SELECT p.person_id, 2010 - p.year_of_birth AS age, COUNT(*) AS n FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY 1, 2) t;

-- costs
SELECT SUM(total_paid) AS paid, AVG(total_paid) AS mean, COUNT(*) AS n FROM cost WHERE cost_domain_id = 'Visit';

SELECT cost_domain_id, COUNT(*) AS n, SUM(total_paid) AS paid, AVG(total_paid) AS mean FROM cost WHERE cost_domain_id IN ('Procedure', 'Device') GROUP BY 1;

SELECT EXTRACT(YEAR FROM v.visit_start_date) AS year, SUM(c.total_paid) AS paid FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' GROUP BY 1;

-- places
SELECT l.state, COUNT(*) AS n FROM person p JOIN location l ON l.location_id = p.location_id GROUP BY l.state HAVING COUNT(*) >= 50 ORDER BY n DESC;

SELECT COUNT(*) AS places, COUNT(DISTINCT state) AS states FROM location;

SELECT state, COUNT(*) AS places FROM location GROUP BY state HAVING COUNT(*) >= 5 ORDER BY places DESC;

SELECT place_of_service_concept_id, COUNT(*) AS n FROM care_site GROUP BY 1;

SELECT specialty_concept_id, COUNT(*) AS n FROM provider GROUP BY 1 ORDER BY 2 DESC LIMIT 5;

-- shares
SELECT 100.0 * COUNT(*) FILTER (WHERE gender_concept_id = 8532) / COUNT(*) AS women_percent FROM person;

SELECT AVG(CASE WHEN gender_concept_id = 8532 THEN 1.0 ELSE 0.0 END) AS women FROM person;

SELECT gender_concept_id, ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (), 1) AS percent FROM person GROUP BY 1;

SELECT 1.0 * (SELECT COUNT(DISTINCT person_id) FROM death) / (SELECT COUNT(*) FROM person) AS died;

SELECT EXTRACT(YEAR FROM death_date) AS year, COUNT(*) AS deaths, 100.0 * COUNT(*) / (SELECT COUNT(*) FROM person) AS percent FROM death GROUP BY 1;

SELECT p.gender_concept_id, COUNT(d.person_id) * 100.0 / COUNT(*) AS died_percent FROM person p LEFT JOIN death d ON d.person_id = p.person_id GROUP BY 1;

SELECT COUNT(DISTINCT person_id) * 1000.0 / SUM(observation_period_end_date - observation_period_start_date) AS rate FROM observation_period;

-- months as columns
SELECT COUNT(*) FILTER (WHERE EXTRACT(MONTH FROM visit_start_date) = 1) AS jan, COUNT(*) FILTER (WHERE EXTRACT(MONTH FROM visit_start_date) = 2) AS feb, COUNT(*) FILTER (WHERE EXTRACT(MONTH FROM visit_start_date) = 3) AS mar FROM visit_occurrence;

SELECT visit_concept_id, SUM(CASE WHEN EXTRACT(YEAR FROM visit_start_date) = 2008 THEN 1 ELSE 0 END) AS y2008, SUM(CASE WHEN EXTRACT(YEAR FROM visit_start_date) = 2009 THEN 1 ELSE 0 END) AS y2009 FROM visit_occurrence WHERE visit_concept_id IN (9201, 9202) GROUP BY 1;

-- attrition
SELECT 1 AS step, 'everybody' AS what, COUNT(*) AS n FROM person UNION ALL SELECT 2, 'women', COUNT(*) FROM person WHERE gender_concept_id = 8532 UNION ALL SELECT 3, 'women born before 1930', COUNT(*) FROM person WHERE gender_concept_id = 8532 AND year_of_birth < 1930 ORDER BY 1;

WITH a AS (SELECT DISTINCT person_id FROM visit_occurrence), b AS (SELECT DISTINCT person_id FROM drug_exposure WHERE person_id IN (SELECT person_id FROM a)) SELECT (SELECT COUNT(*) FROM person) AS everybody, (SELECT COUNT(*) FROM a) AS with_visit, (SELECT COUNT(*) FROM b) AS and_drug;

-- unions
SELECT 'condition' AS what, COUNT(*) AS n FROM condition_occurrence UNION ALL SELECT 'drug', COUNT(*) FROM drug_exposure UNION ALL SELECT 'visit', COUNT(*) FROM visit_occurrence;

SELECT COUNT(DISTINCT person_id) AS n FROM (SELECT person_id FROM drug_exposure WHERE days_supply > 30 UNION SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201) u;

SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY ROLLUP (gender_concept_id);

SELECT gender_concept_id, EXTRACT(YEAR FROM v.visit_start_date) AS year, COUNT(*) AS n FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY GROUPING SETS ((gender_concept_id, year), (gender_concept_id), ());

-- first events, times between, series
SELECT EXTRACT(YEAR FROM first_visit) AS year, COUNT(*) AS n FROM (SELECT person_id, MIN(visit_start_date) AS first_visit FROM visit_occurrence GROUP BY person_id) f WHERE first_visit < DATE '2010-01-01' GROUP BY 1;

SELECT AVG(d.first_drug - v.first_visit) AS days FROM (SELECT person_id, MIN(visit_start_date) AS first_visit FROM visit_occurrence GROUP BY 1) v JOIN (SELECT person_id, MIN(drug_exposure_start_date) AS first_drug FROM drug_exposure GROUP BY 1) d ON d.person_id = v.person_id;

SELECT month, n, SUM(n) OVER (ORDER BY month) AS so_far FROM (SELECT DATE_TRUNC('month', visit_start_date) AS month, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) m ORDER BY month;

SELECT year, n, n - LAG(n) OVER (ORDER BY year) AS change FROM (SELECT EXTRACT(YEAR FROM visit_start_date) AS year, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) y ORDER BY year;

SELECT CASE WHEN n = 1 THEN '1' WHEN n <= 10 THEN '2-10' ELSE '11+' END AS visits, COUNT(*) AS people FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) v WHERE n > 1 GROUP BY 1;

SELECT COUNT(DISTINCT a.person_id) AS n FROM condition_occurrence a JOIN drug_exposure b ON b.person_id = a.person_id AND b.drug_exposure_start_date BETWEEN a.condition_start_date AND a.condition_start_date + INTERVAL '30' DAY;

SELECT COUNT(*) AS n FROM person p WHERE NOT EXISTS (SELECT 1 FROM death d WHERE d.person_id = p.person_id);

SELECT COUNT(*) AS n FROM person p WHERE EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND v.visit_concept_id = 9201);

SELECT MIN(visit_start_date) AS first_day, MAX(visit_start_date) AS last_day FROM visit_occurrence;

SELECT COUNT(DISTINCT condition_concept_id) AS kinds FROM condition_occurrence;

SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) AS people, COUNT(v.visit_occurrence_id) AS visits, 1.0 * COUNT(v.visit_occurrence_id) / COUNT(DISTINCT p.person_id) AS each FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY 1;

SELECT LN(COUNT(*)) AS log_n, COUNT(*) / 1000.0 AS thousands, CAST(COUNT(*) AS VARCHAR) || ' people' AS said FROM person;

SELECT domain_id, COUNT(*) AS concepts, COUNT(*) FILTER (WHERE standard_concept = 'S') AS standard FROM concept GROUP BY 1;

SELECT a.ancestor_concept_id, COUNT(DISTINCT o.person_id) AS people FROM condition_occurrence o JOIN concept_ancestor a ON a.descendant_concept_id = o.condition_concept_id GROUP BY 1 HAVING COUNT(DISTINCT o.person_id) >= 1000 ORDER BY 2 DESC LIMIT 8;
