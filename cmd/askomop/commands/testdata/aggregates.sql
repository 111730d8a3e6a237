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

SELECT drug_type_concept_id, SUM(quantity) / SUM(days_supply) AS a_day FROM drug_exposure WHERE days_supply > 0 GROUP BY 1;

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

-- incidence rate per 1000 person-years by sex: first heart failure, never before within observation
WITH hf AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 319835 GROUP BY person_id),
pt AS (SELECT p.person_id, p.gender_concept_id, hf.d, op.observation_period_start_date AS s, LEAST(COALESCE(hf.d, op.observation_period_end_date), op.observation_period_end_date) AS e FROM person p JOIN observation_period op ON op.person_id = p.person_id LEFT JOIN hf ON hf.person_id = p.person_id)
SELECT gender_concept_id, COUNT(*) FILTER (WHERE d BETWEEN s AND e) AS cases, SUM(DATE_DIFF('day', s, e)) / 365.25 AS person_years, 1000 * COUNT(*) FILTER (WHERE d BETWEEN s AND e) / (SUM(DATE_DIFF('day', s, e)) / 365.25) AS rate FROM pt WHERE e > s GROUP BY gender_concept_id;

-- 30-day readmission after an inpatient stay
WITH ip AS (SELECT person_id, visit_start_date, visit_end_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS next_start FROM visit_occurrence WHERE visit_concept_id = 9201)
SELECT COUNT(*) AS discharges, SUM(CASE WHEN next_start <= visit_end_date + 30 THEN 1 ELSE 0 END) AS readmitted, ROUND(100.0 * SUM(CASE WHEN next_start <= visit_end_date + 30 THEN 1 ELSE 0 END) / COUNT(*), 1) AS pct FROM ip;

-- age pyramid in ten-year bands by sex, percent within sex
SELECT gender_concept_id, FLOOR((2009 - year_of_birth) / 10) * 10 AS band, COUNT(*) AS n, ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (PARTITION BY gender_concept_id), 1) AS pct FROM person WHERE 2009 - year_of_birth BETWEEN 40 AND 89 GROUP BY 1, 2 ORDER BY 1, 2;

-- polypharmacy: five ingredients or more in 2009, by age group
WITH n AS (SELECT e.person_id, COUNT(DISTINCT e.drug_concept_id) AS drugs FROM drug_era e WHERE e.drug_era_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31' GROUP BY e.person_id)
SELECT CASE WHEN 2009 - p.year_of_birth >= 75 THEN '75+' WHEN 2009 - p.year_of_birth >= 65 THEN '65-74' ELSE '<65' END AS age, COUNT(*) AS people, AVG(CASE WHEN COALESCE(n.drugs, 0) >= 5 THEN 1.0 ELSE 0 END) AS share FROM person p LEFT JOIN n ON n.person_id = p.person_id GROUP BY 1 ORDER BY 1;

-- median days from first hypertension to first lisinopril
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 320128 GROUP BY 1), rx AS (SELECT person_id, MIN(drug_exposure_start_date) AS r FROM drug_exposure WHERE drug_concept_id = 19080128 GROUP BY 1)
SELECT COUNT(*) AS people, MEDIAN(r - d) AS median_days, QUANTILE_CONT(r - d, 0.25) AS q1, QUANTILE_CONT(r - d, 0.75) AS q3 FROM dx JOIN rx USING (person_id) WHERE r >= d;

-- visits by day of the week
SELECT EXTRACT(DOW FROM visit_start_date) AS weekday, COUNT(*) AS visits FROM visit_occurrence GROUP BY 1 ORDER BY 1;

-- seasonality: conditions by calendar month
SELECT EXTRACT(MONTH FROM condition_start_date) AS month, COUNT(*) AS n, COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 81902 GROUP BY 1 ORDER BY 1;

-- year on year change in visits, percent
WITH y AS (SELECT EXTRACT(YEAR FROM visit_start_date) AS year, COUNT(*) AS n FROM visit_occurrence GROUP BY 1)
SELECT year, n, LAG(n) OVER (ORDER BY year) AS before, ROUND(100.0 * (n - LAG(n) OVER (ORDER BY year)) / LAG(n) OVER (ORDER BY year), 1) AS change_pct FROM y ORDER BY year;

-- change from year to year in people per condition, largest growth first
WITH y AS (SELECT condition_concept_id, COUNT(DISTINCT person_id) FILTER (WHERE EXTRACT(YEAR FROM condition_start_date) = 2008) AS n08, COUNT(DISTINCT person_id) FILTER (WHERE EXTRACT(YEAR FROM condition_start_date) = 2009) AS n09 FROM condition_occurrence GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 500)
SELECT condition_concept_id, n08, n09, n09 - n08 AS change FROM y ORDER BY change DESC LIMIT 10;

-- change from year to year by self join
WITH y AS (SELECT EXTRACT(YEAR FROM condition_start_date) AS year, COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 320128 GROUP BY 1)
SELECT a.year, a.people, a.people - b.people AS change FROM y a JOIN y b ON b.year = a.year - 1 ORDER BY a.year;

-- three-month moving average of visits
WITH m AS (SELECT DATE_TRUNC('month', visit_start_date) AS month, COUNT(*) AS n FROM visit_occurrence GROUP BY 1)
SELECT month, n, AVG(n) OVER (ORDER BY month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS moving FROM m ORDER BY month;

-- prevalence per year with everybody observed in that year as denominator
WITH years AS (SELECT * FROM (VALUES (2008), (2009), (2010)) v(y)), den AS (SELECT y, COUNT(DISTINCT person_id) AS d FROM years JOIN observation_period ON EXTRACT(YEAR FROM observation_period_start_date) <= y AND EXTRACT(YEAR FROM observation_period_end_date) >= y GROUP BY y), num AS (SELECT EXTRACT(YEAR FROM condition_start_date) AS y, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 319835 GROUP BY 1)
SELECT den.y, num.n, den.d, ROUND(1000.0 * num.n / den.d, 1) AS per_1000 FROM den JOIN num ON num.y = den.y ORDER BY 1;

-- odds ratio of death with heart failure, from a two by two table
WITH t AS (SELECT p.person_id, MAX(CASE WHEN c.person_id IS NOT NULL THEN 1 ELSE 0 END) AS e, MAX(CASE WHEN d.person_id IS NOT NULL THEN 1 ELSE 0 END) AS o FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id = 319835 LEFT JOIN death d ON d.person_id = p.person_id GROUP BY p.person_id)
SELECT SUM(e * o) AS a, SUM(e * (1 - o)) AS b, SUM((1 - e) * o) AS c, SUM((1 - e) * (1 - o)) AS d, 1.0 * SUM(e * o) * SUM((1 - e) * (1 - o)) / (SUM(e * (1 - o)) * SUM((1 - e) * o)) AS odds_ratio FROM t;

-- the same table by COUNT FILTER
WITH t AS (SELECT p.person_id, p.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 319835) AS hf, p.person_id IN (SELECT person_id FROM death) AS died FROM person p)
SELECT hf, COUNT(*) AS n, COUNT(*) FILTER (WHERE died) AS deaths, 100.0 * COUNT(*) FILTER (WHERE died) / COUNT(*) AS risk FROM t GROUP BY hf;

-- latest creatinine per person, mean and SD by sex
WITH last AS (SELECT m.person_id, m.value_as_number, ROW_NUMBER() OVER (PARTITION BY m.person_id ORDER BY m.measurement_date DESC, m.measurement_id DESC) AS rn FROM measurement m WHERE m.measurement_concept_id = 3016723 AND m.value_as_number IS NOT NULL)
SELECT p.gender_concept_id, COUNT(*) AS n, ROUND(AVG(l.value_as_number), 2) AS mean, ROUND(STDDEV(l.value_as_number), 2) AS sd FROM last l JOIN person p ON p.person_id = l.person_id WHERE l.rn = 1 GROUP BY 1;

-- stages of kidney function by the latest eGFR
WITH last AS (SELECT DISTINCT ON (person_id) person_id, value_as_number AS egfr FROM measurement WHERE measurement_concept_id = 46236952 AND value_as_number IS NOT NULL ORDER BY person_id, measurement_date DESC)
SELECT CASE WHEN egfr >= 90 THEN 'G1' WHEN egfr >= 60 THEN 'G2' WHEN egfr >= 45 THEN 'G3a' ELSE 'G3b-5' END AS stage, COUNT(*) AS people FROM last GROUP BY 1 ORDER BY 1;

-- missing values of measurements, by concept
SELECT measurement_concept_id, COUNT(*) AS records, COUNT(value_as_number) AS with_value, ROUND(100.0 * COUNT(value_as_number) / COUNT(*), 1) AS pct FROM measurement GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 1000 ORDER BY records DESC LIMIT 10;

-- unmapped share of conditions
SELECT COUNT(*) AS records, SUM(CASE WHEN condition_concept_id = 0 THEN 1 ELSE 0 END) AS unmapped, AVG(CASE WHEN condition_concept_id = 0 THEN 1.0 ELSE 0.0 END) AS share FROM condition_occurrence;

-- comorbidity: of those with heart failure, how many have each of three others
WITH hf AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id = 319835)
SELECT o.condition_concept_id, COUNT(DISTINCT o.person_id) AS people, 100.0 * COUNT(DISTINCT o.person_id) / (SELECT COUNT(*) FROM hf) AS pct FROM condition_occurrence o JOIN hf ON hf.person_id = o.person_id WHERE o.condition_concept_id IN (320128, 437827, 80180) GROUP BY 1 ORDER BY 2 DESC;

-- top ten drugs among people who died
SELECT c.concept_name, COUNT(DISTINCT d.person_id) AS people FROM drug_era d JOIN death x ON x.person_id = d.person_id JOIN concept c ON c.concept_id = d.drug_concept_id GROUP BY c.concept_name ORDER BY people DESC LIMIT 10;

-- emergency visits per 1000 member months
WITH m AS (SELECT SUM(observation_period_end_date - observation_period_start_date + 1) / 30.4375 AS months FROM observation_period), e AS (SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203)
SELECT e.visits, m.months, 1000 * e.visits / m.months AS per_1000_months FROM e CROSS JOIN m;

-- proportion of days covered by statin, mean over users
WITH u AS (SELECT person_id, SUM(days_supply) AS days, MIN(drug_exposure_start_date) AS f, MAX(drug_exposure_start_date) AS l FROM drug_exposure WHERE drug_concept_id IN (1539407, 1539411) GROUP BY person_id)
SELECT COUNT(*) AS users, AVG(LEAST(1.0, days / NULLIF(l - f, 0))) AS pdc FROM u WHERE l > f;

-- standardised mean difference of age, two groups
WITH a AS (SELECT 2009 - year_of_birth AS age, person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 319835) AS hf FROM person)
SELECT AVG(age) FILTER (WHERE hf) AS with_hf, AVG(age) FILTER (WHERE NOT hf) AS without, (AVG(age) FILTER (WHERE hf) - AVG(age) FILTER (WHERE NOT hf)) / SQRT((VAR_SAMP(age) FILTER (WHERE hf) + VAR_SAMP(age) FILTER (WHERE NOT hf)) / 2) AS smd FROM a;

-- age-standardised share with direct weights
WITH s AS (SELECT CASE WHEN 2009 - year_of_birth >= 75 THEN 1 ELSE 0 END AS old, COUNT(*) AS n, AVG(CASE WHEN person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 319835) THEN 1.0 ELSE 0 END) AS p FROM person GROUP BY 1)
SELECT SUM(n * p) / SUM(n) AS standardised FROM s;

-- length of stay percentiles by year
SELECT EXTRACT(YEAR FROM visit_start_date) AS year, COUNT(*) AS stays, QUANTILE_CONT(visit_end_date - visit_start_date, 0.5) AS median, QUANTILE_CONT(visit_end_date - visit_start_date, 0.9) AS p90 FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1 ORDER BY 1;

-- people by number of chronic conditions of four
WITH f AS (SELECT p.person_id, MAX(CASE WHEN c.condition_concept_id = 320128 THEN 1 ELSE 0 END) + MAX(CASE WHEN c.condition_concept_id = 437827 THEN 1 ELSE 0 END) + MAX(CASE WHEN c.condition_concept_id = 319835 THEN 1 ELSE 0 END) + MAX(CASE WHEN c.condition_concept_id = 80180 THEN 1 ELSE 0 END) AS k FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id GROUP BY p.person_id)
SELECT k, COUNT(*) AS people FROM f GROUP BY k ORDER BY k;

-- mean number of those
WITH f AS (SELECT p.person_id, MAX(CASE WHEN c.condition_concept_id = 320128 THEN 1 ELSE 0 END) + MAX(CASE WHEN c.condition_concept_id = 437827 THEN 1 ELSE 0 END) AS k FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id GROUP BY p.person_id)
SELECT AVG(k) AS mean, MAX(k) AS most FROM f;

-- sum of flags by boolean
SELECT SUM((year_of_birth < 1930)::INT) AS old, AVG((year_of_birth < 1930)::INT) AS share FROM person;

-- crude mortality per 1000 by race, large groups
SELECT c.concept_name AS race, COUNT(*) AS people, COUNT(d.person_id) AS deaths, ROUND(1000.0 * COUNT(d.person_id) / COUNT(*), 1) AS per_1000 FROM person p JOIN concept c ON c.concept_id = p.race_concept_id LEFT JOIN death d ON d.person_id = p.person_id WHERE p.race_concept_id IN (8527, 8516) GROUP BY 1 ORDER BY 2 DESC;

-- mean age at death by sex
SELECT p.gender_concept_id, AVG(EXTRACT(YEAR FROM d.death_date) - p.year_of_birth) AS mean_age, COUNT(*) AS deaths FROM death d JOIN person p ON p.person_id = d.person_id GROUP BY 1;

-- share of visits with a provider
SELECT COUNT(*) AS visits, COUNT(provider_id) AS with_provider, 1.0 * COUNT(provider_id) / COUNT(*) AS share FROM visit_occurrence;

-- visits per specialty
SELECT c.concept_name, COUNT(*) AS visits FROM visit_occurrence v JOIN provider p ON p.provider_id = v.provider_id JOIN concept c ON c.concept_id = p.specialty_concept_id GROUP BY 1 ORDER BY 2 DESC LIMIT 8;

-- systolic and diastolic on the same day, mean pulse pressure
SELECT COUNT(*) AS pairs, AVG(s.value_as_number - d.value_as_number) AS pulse_pressure FROM measurement s JOIN measurement d ON d.person_id = s.person_id AND d.measurement_date = s.measurement_date AND d.measurement_concept_id = 3012888 WHERE s.measurement_concept_id = 3004249;

-- controlled blood pressure at the last reading
WITH last AS (SELECT person_id, value_as_number AS sbp, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS rn FROM measurement WHERE measurement_concept_id = 3004249)
SELECT COUNT(*) AS people, COUNT(*) FILTER (WHERE sbp < 140) AS controlled, ROUND(100.0 * COUNT(*) FILTER (WHERE sbp < 140) / COUNT(*), 1) AS pct FROM last WHERE rn = 1;

-- top condition in each sex
SELECT gender_concept_id, condition_concept_id, n FROM (SELECT p.gender_concept_id, c.condition_concept_id, COUNT(DISTINCT c.person_id) AS n, RANK() OVER (PARTITION BY p.gender_concept_id ORDER BY COUNT(DISTINCT c.person_id) DESC) AS r FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id GROUP BY 1, 2) t WHERE r <= 3 ORDER BY 1, n DESC;

-- months from first to last visit, average
SELECT AVG(DATE_DIFF('month', f, l)) AS months FROM (SELECT person_id, MIN(visit_start_date) AS f, MAX(visit_start_date) AS l FROM visit_occurrence GROUP BY 1) v;

-- cumulative new diagnoses of hypertension by quarter
WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 320128 GROUP BY 1), q AS (SELECT DATE_TRUNC('quarter', d) AS q, COUNT(*) AS n FROM f WHERE d < DATE '2010-07-01' GROUP BY 1)
SELECT q, n, SUM(n) OVER (ORDER BY q) AS so_far FROM q ORDER BY q;

-- cost per member per year, inpatient against outpatient
SELECT v.visit_concept_id, COUNT(*) AS visits, SUM(c.total_paid) AS paid, SUM(c.total_paid) / COUNT(DISTINCT v.person_id) AS per_person FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Visit' AND v.visit_concept_id IN (9201, 9202, 9203) GROUP BY 1;

-- washout: new users of lisinopril in 2009 without one in 2008
SELECT COUNT(DISTINCT d.person_id) AS new_users FROM drug_exposure d WHERE d.drug_concept_id = 19080128 AND d.drug_exposure_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31' AND NOT EXISTS (SELECT 1 FROM drug_exposure b WHERE b.person_id = d.person_id AND b.drug_concept_id = 19080128 AND b.drug_exposure_start_date < DATE '2009-01-01');

-- persons with two diagnoses at least 30 days apart
SELECT COUNT(*) AS confirmed FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 320128 GROUP BY person_id HAVING MAX(condition_start_date) - MIN(condition_start_date) >= 30) x;

-- drugs ordered by the first day of anybody, beside counts
SELECT drug_concept_id, COUNT(DISTINCT person_id) AS n FROM drug_exposure GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 300 ORDER BY MIN(drug_exposure_start_date);

-- bands of age in the order of the ages
SELECT CASE WHEN year_of_birth < 1930 THEN 'old' WHEN year_of_birth < 1940 THEN 'middle' ELSE 'young' END AS age_group, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY MIN(year_of_birth);

-- a cycle of years in its own order
SELECT year_of_birth % 12 AS sign, COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1920 AND 1940 GROUP BY 1 ORDER BY MIN(year_of_birth % 12);

-- months by name, in order
SELECT strftime(visit_start_date, '%B') AS month, COUNT(*) AS visits FROM visit_occurrence GROUP BY 1 ORDER BY MIN(EXTRACT(MONTH FROM visit_start_date));

-- chi-square of sex and death
WITH t AS (SELECT gender_concept_id = 8532 AS f, person_id IN (SELECT person_id FROM death) AS o, COUNT(*) AS n FROM person GROUP BY 1, 2), m AS (SELECT f, o, n, SUM(n) OVER (PARTITION BY f) AS r, SUM(n) OVER (PARTITION BY o) AS c, SUM(n) OVER () AS t FROM t)
SELECT f, o, n, r * c * 1.0 / t AS expected FROM m;

-- relative risk with its logarithm's standard error
WITH t AS (SELECT SUM(CASE WHEN p.gender_concept_id = 8507 AND d.person_id IS NOT NULL THEN 1 ELSE 0 END) AS a, SUM(CASE WHEN p.gender_concept_id = 8507 THEN 1 ELSE 0 END) AS n1, SUM(CASE WHEN p.gender_concept_id = 8532 AND d.person_id IS NOT NULL THEN 1 ELSE 0 END) AS b, SUM(CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END) AS n0 FROM person p LEFT JOIN death d ON d.person_id = p.person_id)
SELECT a, n1, b, n0, (1.0 * a / n1) / (1.0 * b / n0) AS rr, SQRT(1.0 / a - 1.0 / n1 + 1.0 / b - 1.0 / n0) AS se FROM t;

-- days in hospital by month, beside all of them
SELECT EXTRACT(MONTH FROM visit_start_date) AS month, SUM(visit_end_date - visit_start_date) AS days, (SELECT SUM(visit_end_date - visit_start_date) FROM visit_occurrence) AS all_days FROM visit_occurrence GROUP BY 1;

-- the ten drugs that are dispensed most often, with their places
SELECT drug_concept_id, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) DESC) AS place FROM drug_exposure GROUP BY 1 ORDER BY 3 LIMIT 10;

-- constants of a list beside counts, with nobody
SELECT t.name, t.c, COUNT(p.person_id) AS n FROM (VALUES (8507, 'men'), (8532, 'women'), (0, 'unknown')) AS t(c, name) LEFT JOIN person p ON p.gender_concept_id = t.c GROUP BY 1, 2;

-- percent of the total by race
SELECT race_concept_id, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct FROM person GROUP BY 1;

-- race and sex, with all totals
SELECT race_concept_id, gender_concept_id, COUNT(*) AS n FROM person GROUP BY CUBE(1, 2) ORDER BY 1, 2;

-- patients by the sex of their provider, joined by USING
SELECT o.gender_concept_id, COUNT(*) AS n, AVG(2010 - p.year_of_birth) AS age FROM person p JOIN provider o USING (provider_id) GROUP BY 1;

-- first, second and third visits of people
SELECT n, COUNT(*) AS people FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS n FROM visit_occurrence) x WHERE n <= 3 GROUP BY 1 ORDER BY 1;
