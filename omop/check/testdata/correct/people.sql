-- People, observation and places.

SELECT COUNT(*) FROM person

SELECT COUNT(person_id) AS num_persons FROM person

SELECT gender_concept_id, COUNT(person_id) AS num_persons FROM person GROUP BY gender_concept_id

SELECT p.year_of_birth, COUNT(*) AS n FROM person p GROUP BY p.year_of_birth ORDER BY p.year_of_birth

SELECT g.concept_name AS sex, COUNT(*) AS cnt
FROM person p
INNER JOIN concept g ON p.gender_concept_id = g.concept_id
GROUP BY g.concept_name

SELECT NVL.gender, NVL.n
FROM (SELECT COALESCE(c.concept_name, 'unknown') AS gender, COUNT(DISTINCT p.person_id) AS n FROM person p LEFT OUTER JOIN concept c ON c.concept_id = p.gender_concept_id GROUP BY COALESCE(c.concept_name, 'unknown')) NVL
ORDER BY NVL.n DESC

SELECT MIN(year_of_birth) AS oldest, MAX(year_of_birth) AS youngest, AVG(year_of_birth) AS mean_year, MEDIAN(year_of_birth) AS median_year, STDDEV(year_of_birth) AS sd FROM person

SELECT percentile_disc(0.25) WITHIN GROUP (ORDER BY year_of_birth) AS p25, percentile_disc(0.75) WITHIN GROUP (ORDER BY year_of_birth) AS p75 FROM person

SELECT CASE WHEN 2010 - year_of_birth < 18 THEN 'child' WHEN 2010 - year_of_birth < 65 THEN 'adult' ELSE 'elderly' END AS age_group, COUNT(*) AS patients FROM person GROUP BY 1

SELECT state, COUNT(*) AS n FROM person JOIN location USING (location_id) GROUP BY state ORDER BY n DESC LIMIT 20

SELECT loc.zip, COUNT(DISTINCT per.person_id) AS persons FROM location loc, person per WHERE per.location_id = loc.location_id GROUP BY loc.zip

SELECT cs.place_of_service_concept_id, COUNT(*) AS sites FROM care_site cs GROUP BY cs.place_of_service_concept_id

SELECT cs.care_site_id, cs.care_site_name, COUNT(*) AS patients FROM person p JOIN care_site cs ON p.care_site_id = cs.care_site_id GROUP BY cs.care_site_id, cs.care_site_name

SELECT c.concept_name AS specialty, COUNT(*) AS providers FROM provider pr LEFT JOIN concept c ON c.concept_id = pr.specialty_concept_id GROUP BY c.concept_name ORDER BY providers DESC, specialty

SELECT COUNT(DISTINCT p.person_id) AS n_without_period FROM person p WHERE NOT EXISTS (SELECT * FROM observation_period o WHERE o.person_id = p.person_id)

SELECT COUNT(*) AS persons_with_one_period FROM (SELECT person_id FROM observation_period GROUP BY person_id HAVING COUNT(*) = 1) t

SELECT num_periods, COUNT(*) AS num_persons
FROM (SELECT person_id, COUNT(observation_period_start_date) AS num_periods FROM observation_period GROUP BY person_id) AS op
GROUP BY num_periods ORDER BY num_periods

SELECT MIN(observation_period_end_date - observation_period_start_date) AS min_dur, MAX(observation_period_end_date - observation_period_start_date) AS max_dur, ROUND(AVG(observation_period_end_date - observation_period_start_date), 1) AS avg_dur FROM observation_period

SELECT AVG(DATEDIFF('day', observation_period_start_date, observation_period_end_date)) AS avg_days FROM observation_period

SELECT EXTRACT(YEAR FROM op.observation_period_start_date) - p.year_of_birth AS age_at_start, COUNT(DISTINCT p.person_id) AS persons
FROM observation_period op JOIN person p ON op.person_id = p.person_id
GROUP BY EXTRACT(YEAR FROM op.observation_period_start_date) - p.year_of_birth ORDER BY 1

WITH first_op AS (
  SELECT person_id, observation_period_start_date, observation_period_end_date,
         ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY observation_period_start_date) AS rn
  FROM observation_period
)
SELECT COUNT(*) AS patients_observed_two_years FROM first_op WHERE rn = 1 AND observation_period_end_date >= observation_period_start_date + INTERVAL 2 YEAR

SELECT p.gender_concept_id, COUNT(DISTINCT op.person_id) AS in_observation
FROM observation_period op INNER JOIN person p ON p.person_id = op.person_id
WHERE DATE '2009-06-30' BETWEEN op.observation_period_start_date AND op.observation_period_end_date
GROUP BY p.gender_concept_id

SELECT y.yr, SUM(LEAST(op.observation_period_end_date, make_date(y.yr, 12, 31)) - GREATEST(op.observation_period_start_date, make_date(y.yr, 1, 1)) + 1) / 365.25 AS person_years
FROM (SELECT UNNEST(generate_series(2008, 2010))::INTEGER AS yr) y
JOIN observation_period op ON YEAR(op.observation_period_start_date) <= y.yr AND YEAR(op.observation_period_end_date) >= y.yr
GROUP BY y.yr ORDER BY y.yr

SELECT ppp.payer_source_value, COUNT(DISTINCT ppp.person_id) AS persons FROM payer_plan_period ppp GROUP BY ppp.payer_source_value

SELECT plan_source_value, AVG(payer_plan_period_end_date - payer_plan_period_start_date) AS mean_days FROM payer_plan_period GROUP BY plan_source_value

SELECT ROUND(100.0 * COUNT(DISTINCT ppp.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percent FROM person p LEFT JOIN payer_plan_period ppp ON ppp.person_id = p.person_id AND ppp.plan_source_value = 'Medicare Part D'

SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de
JOIN concept_relationship cr ON cr.concept_id_1 = de.drug_concept_id AND cr.relationship_id = 'RxNorm has dose form'
JOIN concept f ON f.concept_id = cr.concept_id_2
WHERE de.drug_concept_id IN ([drug@metoprolol]) AND LOWER(f.concept_name) IN ('oral tablet', 'extended release oral tablet')

SELECT COUNT(DISTINCT d.person_id) AS deaths, COUNT(DISTINCT p.person_id) AS people, 1.0 * COUNT(DISTINCT d.person_id) / COUNT(DISTINCT p.person_id) AS proportion_dead
FROM person p LEFT JOIN death d ON p.person_id = d.person_id

SELECT AVG(EXTRACT(YEAR FROM d.death_date) - p.year_of_birth) AS mean_age_at_death FROM death d JOIN person p USING (person_id)

SELECT c.concept_name AS cause, COUNT(*) AS deaths FROM death d LEFT JOIN concept c ON c.concept_id = d.cause_concept_id GROUP BY c.concept_name ORDER BY deaths DESC, cause LIMIT 10

SELECT date_trunc('month', death_date) AS month, COUNT(DISTINCT person_id) AS n_patients FROM death GROUP BY month ORDER BY month

SELECT p.person_id FROM person p WHERE p.gender_concept_id = 8507 AND p.year_of_birth BETWEEN 1940 AND 1949 ORDER BY p.person_id LIMIT 25

SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS women, COUNT(*) FILTER (WHERE gender_concept_id = 8507) AS men, COUNT(*) AS everyone FROM person

SELECT ROUND(100.0 * SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) / COUNT(*), 1) AS pct_female FROM person
