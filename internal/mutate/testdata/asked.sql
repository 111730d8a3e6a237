-- Statements with the questions that they are to answer: wrong ones, each by a mistake that is hidden in CTEs, windows,
-- set operations or arithmetic, and right ones that look like them. Their concepts are those of the demo database.

-- wrong rownumber
-- question: How many patients had gastrointestinal hemorrhage within 365 days after their first metformin exposure?
WITH ranked AS (SELECT person_id, drug_exposure_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) SELECT COUNT(DISTINCT r.person_id) AS patients FROM ranked r JOIN condition_occurrence co ON co.person_id = r.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) WHERE co.condition_start_date > r.d AND co.condition_start_date <= r.d + INTERVAL '365' DAY

-- wrong rownumber
-- question: What is the average age of patients at their first diagnosis of heart failure?
SELECT AVG(EXTRACT(YEAR FROM x.condition_start_date) - p.year_of_birth) AS mean_age FROM (SELECT person_id, condition_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date DESC) AS rn FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])) x JOIN person p ON p.person_id = x.person_id WHERE x.rn = 1

-- wrong rownumber
-- question: How many people had their first pneumonia diagnosis in 2009?
SELECT COUNT(*) AS people FROM (SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date DESC) = 1) f WHERE EXTRACT(YEAR FROM condition_start_date) = 2009

-- wrong rownumber
-- question: How many people had their first pneumonia diagnosis in 2009?
SELECT COUNT(*) AS people FROM (SELECT DISTINCT ON (person_id) person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) ORDER BY person_id, condition_start_date DESC) f WHERE EXTRACT(YEAR FROM condition_start_date) = 2009

-- wrong rownumber
-- question: What was the median age at the first diagnosis of atrial fibrillation?
SELECT MEDIAN(date_part('year', c.condition_start_date) - p.year_of_birth) AS median_age FROM (SELECT person_id, condition_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS nr FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation])) c JOIN person p USING (person_id)

-- wrong rownumber
-- question: How many people had their first pneumonia diagnosis in 2009?
WITH o AS (SELECT person_id, condition_start_date, RANK() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS k FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) SELECT COUNT(DISTINCT person_id) AS people FROM o WHERE k >= 1 AND EXTRACT(YEAR FROM condition_start_date) = 2009

-- wrong rownumber
-- question: How many patients received warfarin as their first drug after a diagnosis of heart failure?
WITH oa AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id), after AS (SELECT de.person_id, de.drug_concept_id, ROW_NUMBER() OVER (PARTITION BY de.person_id ORDER BY de.drug_exposure_start_date) AS rn FROM drug_exposure de JOIN oa ON oa.person_id = de.person_id AND de.drug_exposure_start_date >= oa.d) SELECT COUNT(DISTINCT person_id) AS patients FROM after WHERE drug_concept_id IN ([drug@warfarin])

-- wrong rownumber
-- question: How many patients had gastrointestinal hemorrhage after their first metformin exposure?
SELECT COUNT(DISTINCT f.person_id) AS patients FROM (SELECT person_id, FIRST_VALUE(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date DESC) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) f JOIN condition_occurrence co ON co.person_id = f.person_id WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date > f.d

-- wrong having
-- question: How many patients had pneumonia on at least three different days?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) GROUP BY person_id HAVING COUNT(*) >= 3) t

-- wrong having
-- question: How many people have at least two drug exposures of lisinopril on different dates?
WITH n AS (SELECT person_id, COUNT(drug_exposure_id) AS k FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) GROUP BY person_id) SELECT COUNT(*) AS people FROM n WHERE k >= 2

-- wrong having
-- question: How many drugs were taken by at least 100 patients?
SELECT COUNT(*) AS drugs FROM (SELECT drug_concept_id FROM drug_exposure GROUP BY drug_concept_id HAVING COUNT(*) >= 100) t

-- wrong having
-- question: Which conditions were diagnosed in more than 500 patients?
SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name HAVING COUNT(*) > 500 ORDER BY patients DESC

-- wrong having
-- question: How many patients were diagnosed with at least three different conditions?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY person_id HAVING COUNT(*) >= 3) t

-- wrong having
-- question: How many patients took at least five different drugs?
SELECT COUNT(*) AS patients FROM (SELECT person_id, COUNT(drug_concept_id) OVER (PARTITION BY person_id) AS n, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_id) AS rn FROM drug_exposure) t WHERE n >= 5 AND rn = 1

-- wrong having
-- question: How many patients had pneumonia diagnosed in at least two different years?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) GROUP BY person_id HAVING COUNT(DISTINCT condition_start_date) >= 2) t

-- wrong having
-- question: How many people had at least three pneumonia diagnoses?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) GROUP BY person_id HAVING COUNT(DISTINCT condition_concept_id) >= 3) t

-- wrong lag
-- question: How many patients had a gap of more than 180 days between two successive lisinopril exposures?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, drug_exposure_start_date, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure) x WHERE drug_exposure_start_date - prev > 180

-- wrong lag
-- question: In 2009, how many lisinopril exposures came within 30 days after the previous one of the same person?
SELECT COUNT(*) AS exposures FROM (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) AND EXTRACT(YEAR FROM drug_exposure_start_date) = 2009) x WHERE d - prev <= 30

-- wrong lag
-- question: How many hospital stays that began in 2008 were followed by another within 30 days of discharge?
WITH v AS (SELECT person_id, visit_start_date, visit_end_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS nxt FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date BETWEEN DATE '2008-01-01' AND DATE '2008-12-31') SELECT COUNT(*) AS stays FROM v WHERE nxt > visit_end_date AND nxt <= visit_end_date + INTERVAL '30' DAY

-- wrong lag
-- question: How many pneumonia diagnoses in 2008 were more than a year after the previous one of the same patient?
SELECT COUNT(*) AS diagnoses FROM (SELECT person_id, condition_start_date AS d, LAG(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS before FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) AND condition_start_date >= DATE '2008-01-01' AND condition_start_date < DATE '2009-01-01') s WHERE before IS NULL OR d > before + INTERVAL '1' YEAR

-- wrong lag
-- question: How many patients restarted metformin in 2010 after a break of over 90 days?
WITH e AS (SELECT person_id, drug_exposure_start_date AS s, LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS pe FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND date_part('year', drug_exposure_start_date) = 2010) SELECT COUNT(DISTINCT person_id) AS patients FROM e WHERE s - pe > 90

-- wrong lag
-- question: How many patients had two lisinopril exposures within 14 days of each other?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, drug_exposure_start_date AS d, LEAD(drug_exposure_start_date) OVER (ORDER BY person_id, drug_exposure_start_date) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) x WHERE n - d <= 14

-- wrong unusedcte
-- question: How many women had gastrointestinal hemorrhage after starting metformin?
WITH women AS (SELECT person_id FROM person WHERE gender_concept_id = 8532), cx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(DISTINCT co.person_id) AS women FROM condition_occurrence co JOIN cx ON cx.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date > cx.d

-- wrong unusedcte
-- question: How many patients with heart failure took metformin?
WITH oa AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])) SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])

-- wrong unusedcte
-- question: How many patients aged 65 or older at their first heart failure took warfarin afterwards?
WITH oa AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id), old AS (SELECT oa.person_id, oa.d FROM oa JOIN person p ON p.person_id = oa.person_id WHERE EXTRACT(YEAR FROM oa.d) - p.year_of_birth >= 65) SELECT COUNT(DISTINCT oa.person_id) AS patients FROM oa JOIN drug_exposure de ON de.person_id = oa.person_id WHERE de.drug_concept_id IN ([drug@warfarin]) AND de.drug_exposure_start_date > oa.d

-- wrong unusedcte
-- question: How many patients had pneumonia but never took lisinopril?
WITH s AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])), users AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])), nonusers AS (SELECT person_id FROM s WHERE person_id NOT IN (SELECT person_id FROM users)) SELECT COUNT(*) AS patients FROM s

-- wrong unusedcte
-- question: How many patients with at least 365 days of observation before their first metformin exposure had heart failure?
WITH cx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id), eligible AS (SELECT cx.person_id FROM cx JOIN observation_period op ON op.person_id = cx.person_id AND cx.d >= op.observation_period_start_date + INTERVAL '365' DAY AND cx.d <= op.observation_period_end_date) SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN cx ON cx.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@heart failure])

-- wrong yearoff
-- question: How many patients had gastrointestinal hemorrhage within 365 days after their first metformin exposure?
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(DISTINCT co.person_id) AS patients FROM f JOIN condition_occurrence co ON co.person_id = f.person_id WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date >= f.d AND EXTRACT(YEAR FROM co.condition_start_date) - EXTRACT(YEAR FROM f.d) <= 1

-- wrong yearoff
-- question: How many patients had gastrointestinal hemorrhage within 365 days after their first metformin exposure?
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id), b AS (SELECT person_id, condition_start_date AS bd FROM condition_occurrence WHERE condition_concept_id IN ([condition@gastrointestinal hemorrhage])) SELECT COUNT(DISTINCT f.person_id) AS patients FROM f JOIN b ON b.person_id = f.person_id AND b.bd >= f.d AND YEAR(b.bd) BETWEEN YEAR(f.d) AND YEAR(f.d) + 1

-- wrong yearoff
-- question: How many patients died within one year after their first stroke?
SELECT COUNT(DISTINCT s.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) s JOIN death x ON x.person_id = s.person_id WHERE x.death_date >= s.d AND date_diff('year', s.d, x.death_date) <= 1

-- wrong yearoff
-- question: How many patients had gastrointestinal hemorrhage within 365 days after their first metformin exposure?
SELECT COUNT(DISTINCT f.person_id) AS patients FROM (SELECT person_id, MIN(drug_exposure_start_date) AS d, EXTRACT(YEAR FROM MIN(drug_exposure_start_date)) AS y FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) f WHERE EXISTS (SELECT 1 FROM condition_occurrence co WHERE co.person_id = f.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date >= f.d AND EXTRACT(YEAR FROM co.condition_start_date) IN (f.y, f.y + 1))

-- wrong yearoff
-- question: How many patients had osteoporosis within two years after their first hip hip fracture?
SELECT COUNT(DISTINCT a.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@hip fracture]) GROUP BY person_id) a JOIN condition_occurrence b ON b.person_id = a.person_id AND b.condition_concept_id IN ([condition@osteoporosis]) AND b.condition_start_date > a.d AND EXTRACT(YEAR FROM b.condition_start_date) <= EXTRACT(YEAR FROM a.d) + 2

-- wrong median
-- question: What is the median number of visits per patient with heart failure?
SELECT MEDIAN(n) AS median_visits FROM (SELECT v.visit_occurrence_id, COUNT(*) AS n FROM visit_occurrence v JOIN condition_occurrence co ON co.person_id = v.person_id WHERE co.condition_concept_id IN ([condition@heart failure]) GROUP BY v.visit_occurrence_id) t

-- wrong median
-- question: What is the median age of patients at their first pneumonia?
SELECT MEDIAN(EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth) AS median_age FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@pneumonia])

-- wrong median
-- question: What is the median year of birth of patients with pneumonia?
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY p.year_of_birth) AS median_year FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@pneumonia])

-- wrong median
-- question: What is the average year of birth of people who took lisinopril?
WITH u AS (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) SELECT AVG(p.year_of_birth) AS mean_year FROM u JOIN person p USING (person_id)

-- wrong median
-- question: What is the median number of days of observation of patients who were ever hospitalized?
SELECT MEDIAN(op.observation_period_end_date - op.observation_period_start_date) AS days FROM observation_period op JOIN visit_occurrence v ON v.person_id = op.person_id AND v.visit_concept_id = 9201

-- wrong median
-- question: What is the median number of lisinopril exposures per person who took it?
SELECT MEDIAN(n) AS med FROM (SELECT de.person_id, COUNT(*) OVER (PARTITION BY de.person_id) AS n FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@lisinopril])) t

-- wrong median
-- question: What is the mean number of drug exposures per patient?
SELECT AVG(n) AS mean_exposures FROM (SELECT person_id, visit_occurrence_id, COUNT(*) AS n FROM drug_exposure GROUP BY person_id, visit_occurrence_id) t

-- wrong era
-- question: How many prescriptions of metformin were there in 2009?
SELECT COUNT(*) AS prescriptions FROM drug_era WHERE drug_concept_id IN ([drug@metformin]) AND EXTRACT(YEAR FROM drug_era_start_date) = 2009

-- wrong era
-- question: How many drug eras of lisinopril are there?
SELECT COUNT(*) AS eras FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])

-- wrong era
-- question: What is the mean length of a drug era of lisinopril in days?
WITH e AS (SELECT drug_exposure_start_date AS s, drug_exposure_end_date AS t FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) SELECT AVG(date_diff('day', s, t)) AS mean_days FROM e

-- wrong era
-- question: How many patients had at least three prescriptions of lisinopril?
WITH n AS (SELECT person_id, COUNT(*) AS k FROM drug_era WHERE drug_concept_id IN ([drug@lisinopril]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM n WHERE k >= 3

-- wrong era
-- question: What is the average number of lisinopril prescriptions per user?
SELECT AVG(k) AS mean_prescriptions FROM (SELECT person_id, COUNT(drug_era_id) AS k FROM drug_era WHERE drug_concept_id IN ([drug@lisinopril]) GROUP BY person_id) t

-- wrong era
-- question: How many condition eras of pneumonia were there?
SELECT COUNT(*) AS eras FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])

-- wrong datetime
-- question: How many visits started in 2008?
SELECT COUNT(*) AS visits FROM (SELECT visit_occurrence_id, visit_start_datetime AS t FROM visit_occurrence) v WHERE v.t BETWEEN DATE '2008-01-01' AND DATE '2008-12-31'

-- wrong datetime
-- question: How many patients were diagnosed with pneumonia in June 2009?
WITH d AS (SELECT person_id, condition_start_datetime AS w FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) SELECT COUNT(DISTINCT person_id) AS patients FROM d WHERE w >= '2009-06-01' AND w <= '2009-06-30'

-- wrong datetime
-- question: How many patients were diagnosed with pneumonia in June 2009?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, COALESCE(condition_start_datetime, condition_start_date) AS w FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) d WHERE w BETWEEN TIMESTAMP '2009-06-01 00:00:00' AND TIMESTAMP '2009-06-30 00:00:00'

-- wrong datetime
-- question: How many drug exposures started in 2009?
SELECT COUNT(*) AS exposures FROM (SELECT MIN(drug_exposure_start_datetime) AS t, drug_exposure_id FROM drug_exposure GROUP BY drug_exposure_id) x WHERE t >= DATE '2009-01-01' AND t <= DATE '2009-12-31'

-- wrong datetime
-- question: How many people had a measurement on 31 December 2009?
WITH m AS (SELECT person_id, measurement_datetime AS w FROM measurement) SELECT COUNT(DISTINCT person_id) AS people FROM m WHERE w = DATE '2009-12-31'

-- wrong datetime
-- question: How many patients were diagnosed with pneumonia in 2009?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, condition_start_date AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) x WHERE d >= DATE '2009-01-01' AND d < DATE '2009-12-31'

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(DISTINCT oa.person_id) AS patients FROM condition_occurrence oa LEFT JOIN drug_exposure de ON de.person_id = oa.person_id AND de.drug_concept_id IN ([drug@metformin]) WHERE oa.condition_concept_id IN ([condition@heart failure]) AND de.drug_exposure_id IS NULL AND de.drug_exposure_start_date >= DATE '2008-01-01'

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(DISTINCT oa.person_id) AS patients FROM condition_occurrence oa LEFT JOIN drug_exposure de ON de.person_id = oa.person_id WHERE oa.condition_concept_id IN ([condition@heart failure]) AND de.drug_concept_id IN ([drug@metformin]) AND de.person_id IS NULL

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
WITH oa AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])), cx AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) SELECT COUNT(*) AS patients FROM oa LEFT JOIN cx ON cx.person_id = oa.person_id WHERE oa.person_id IS NOT NULL

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
WITH oa AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])), cx AS (SELECT DISTINCT person_id, 1 AS flag FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])), j AS (SELECT oa.person_id, COALESCE(cx.flag, 0) AS exposed FROM oa JOIN cx ON cx.person_id = oa.person_id) SELECT COUNT(*) AS patients FROM j WHERE exposed = 0

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(DISTINCT oa.person_id) AS patients FROM condition_occurrence oa WHERE oa.condition_concept_id IN ([condition@heart failure]) AND NOT EXISTS (SELECT 1 FROM drug_exposure de WHERE de.person_id = oa.person_id AND de.drug_concept_id IN ([drug@metformin]) AND de.visit_occurrence_id = oa.visit_occurrence_id)

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(DISTINCT oa.person_id) AS patients FROM condition_occurrence oa WHERE oa.condition_concept_id IN ([condition@heart failure]) AND NOT EXISTS (SELECT 1 FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@metformin]))

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) EXCEPT SELECT drug_exposure_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) x

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
WITH x AS (SELECT oa.person_id, de.drug_concept_id FROM condition_occurrence oa JOIN drug_exposure de ON de.person_id = oa.person_id WHERE oa.condition_concept_id IN ([condition@heart failure])) SELECT COUNT(DISTINCT person_id) AS patients FROM x WHERE drug_concept_id NOT IN ([drug@metformin])

-- wrong antijoin
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) UNION SELECT person_id FROM drug_exposure WHERE NOT drug_concept_id IN ([drug@metformin])) x

-- wrong persontime
-- question: What is the incidence rate of gastrointestinal hemorrhage per 1000 person-years?
SELECT 1000.0 * COUNT(DISTINCT co.person_id) / (SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25) AS rate FROM observation_period op LEFT JOIN condition_occurrence co ON co.person_id = op.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date

-- wrong persontime
-- question: What is the total observation time in person-years of people with pneumonia?
SELECT SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25 AS py FROM observation_period op JOIN condition_occurrence co USING (person_id) WHERE co.condition_concept_id IN ([condition@pneumonia])

-- wrong persontime
-- question: What is the total observation time in person-years of people with pneumonia?
WITH s AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])), t AS (SELECT op.person_id, date_diff('day', op.observation_period_start_date, op.observation_period_end_date) AS days FROM observation_period op INNER JOIN s ON s.person_id = op.person_id) SELECT SUM(days) / 365.25 AS py FROM t

-- wrong persontime
-- question: What is the total observation time in person-years of people who took lisinopril?
SELECT SUM(t.days) / 365.25 AS py FROM (SELECT person_id, SUM(observation_period_end_date - observation_period_start_date) AS days FROM observation_period GROUP BY person_id) t JOIN drug_exposure de ON de.person_id = t.person_id WHERE de.drug_concept_id IN ([drug@lisinopril])

-- wrong persontime
-- question: What is the incidence rate of gastrointestinal hemorrhage per 1000 person-years after the first metformin exposure?
WITH cx AS (SELECT person_id, drug_exposure_start_date AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])), ft AS (SELECT cx.person_id, LEAST(op.observation_period_end_date, COALESCE(b.bd, op.observation_period_end_date)) - cx.d AS days, b.bd FROM cx JOIN observation_period op ON op.person_id = cx.person_id AND cx.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date LEFT JOIN (SELECT person_id, condition_start_date AS bd FROM condition_occurrence WHERE condition_concept_id IN ([condition@gastrointestinal hemorrhage])) b ON b.person_id = cx.person_id AND b.bd > cx.d) SELECT 1000.0 * COUNT(DISTINCT CASE WHEN bd IS NOT NULL THEN person_id END) / (SUM(days) / 365.25) AS rate FROM ft

-- wrong persontime
-- question: How many pneumonia diagnoses were there per 100 person-years of observation?
SELECT 100.0 * COUNT(co.condition_occurrence_id) / SUM((op.observation_period_end_date - op.observation_period_start_date) / 365.25) AS rate FROM observation_period op LEFT JOIN condition_occurrence co ON co.person_id = op.person_id AND co.condition_concept_id IN ([condition@pneumonia])

-- wrong denominator
-- question: What percentage of all patients had gastrointestinal hemorrhage?
SELECT 100.0 * COUNT(DISTINCT CASE WHEN co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) THEN co.person_id END) / COUNT(DISTINCT p.person_id) AS pct FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage], [condition@heart failure])

-- wrong denominator
-- question: What percentage of patients with heart failure took metformin?
SELECT 100.0 * COUNT(DISTINCT CASE WHEN de.drug_concept_id IN ([drug@metformin]) THEN oa.person_id END) / COUNT(DISTINCT oa.person_id) AS pct FROM condition_occurrence oa JOIN drug_exposure de ON de.person_id = oa.person_id WHERE oa.condition_concept_id IN ([condition@heart failure]) AND de.drug_exposure_start_date >= oa.condition_start_date

-- wrong denominator
-- question: What proportion of metformin users had gastrointestinal hemorrhage afterwards?
WITH cx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id), j AS (SELECT cx.person_id, co.condition_concept_id AS c FROM cx JOIN condition_occurrence co ON co.person_id = cx.person_id AND co.condition_start_date > cx.d) SELECT COUNT(DISTINCT CASE WHEN c IN ([condition@gastrointestinal hemorrhage]) THEN person_id END) * 1.0 / COUNT(DISTINCT person_id) AS proportion FROM j

-- wrong denominator
-- question: What percentage of patients with heart failure are women?
SELECT 100.0 * SUM(CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@heart failure]) AND p.gender_concept_id = 8532

-- wrong denominator
-- question: What share of people with pneumonia took lisinopril?
SELECT (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) AND person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]))) * 1.0 / (SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN drug_exposure de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@pneumonia])) AS share

-- wrong denominator
-- question: What share of patients died?
SELECT AVG(CASE WHEN d.person_id IS NOT NULL THEN 1.0 ELSE 0 END) AS share FROM person p LEFT JOIN death d ON d.person_id = p.person_id JOIN visit_occurrence v ON v.person_id = p.person_id

-- wrong denominator
-- question: What percentage of women had osteoporosis?
WITH base AS (SELECT p.person_id, MAX(CASE WHEN co.condition_concept_id IN ([condition@osteoporosis]) THEN 1 ELSE 0 END) AS has FROM person p INNER JOIN condition_occurrence co ON co.person_id = p.person_id WHERE p.gender_concept_id = 8532 AND co.condition_start_date >= DATE '2008-01-01' GROUP BY p.person_id) SELECT 100.0 * SUM(has) / COUNT(*) AS pct FROM base

-- wrong andor
-- question: How many women had heart failure or osteoporosis after 2008?
SELECT COUNT(DISTINCT co.person_id) AS women FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE p.gender_concept_id = 8532 AND co.condition_start_date >= DATE '2009-01-01' AND co.condition_concept_id IN ([condition@heart failure]) OR co.condition_concept_id IN ([condition@osteoporosis])

-- wrong andor
-- question: How many women took metformin or atorvastatin?
WITH w AS (SELECT de.person_id FROM drug_exposure de JOIN person p ON p.person_id = de.person_id WHERE de.drug_concept_id IN ([drug@metformin]) OR de.drug_concept_id IN ([drug@atorvastatin]) AND p.gender_concept_id = 8532) SELECT COUNT(DISTINCT person_id) AS women FROM w

-- wrong andor
-- question: How many women took metformin or atorvastatin?
SELECT COUNT(*) AS women FROM person p WHERE p.gender_concept_id = 8532 AND EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@metformin])) OR EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@atorvastatin]))

-- wrong andor
-- question: How many women took metformin or atorvastatin?
SELECT COUNT(DISTINCT person_id) AS women FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND person_id IN (SELECT person_id FROM person WHERE gender_concept_id = 8532) UNION SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@atorvastatin])) u

-- wrong andor
-- question: How many inpatient visits in 2009 or 2010 were there of women?
SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE v.visit_concept_id = 9201 AND p.gender_concept_id = 8532 AND EXTRACT(YEAR FROM v.visit_start_date) = 2009 OR EXTRACT(YEAR FROM v.visit_start_date) = 2010

-- wrong union
-- question: How many patients had heart failure or took metformin?
SELECT COUNT(person_id) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) UNION ALL SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) u

-- wrong union
-- question: How many patients had heart failure and took metformin?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) UNION SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) u

-- wrong readmission
-- question: How many patients were readmitted to hospital within 30 days of discharge?
SELECT COUNT(DISTINCT a.person_id) AS patients FROM visit_occurrence a WHERE a.visit_concept_id = 9201 AND EXISTS (SELECT 1 FROM visit_occurrence b WHERE b.person_id = a.person_id AND b.visit_concept_id = 9201 AND b.visit_start_date BETWEEN a.visit_start_date AND a.visit_end_date + INTERVAL '30' DAY)

-- wrong newuser
-- question: How many new users of metformin were there in 2009?
WITH u AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND EXTRACT(YEAR FROM drug_exposure_start_date) = 2009), prior AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND drug_exposure_start_date > DATE '2009-12-31') SELECT COUNT(*) AS new_users FROM (SELECT person_id FROM u EXCEPT SELECT person_id FROM prior) x

-- wrong age
-- question: How many patients were 65 or older at their first heart failure diagnosis?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@heart failure]) AND EXTRACT(YEAR FROM CURRENT_DATE) - p.year_of_birth >= 65

-- wrong age
-- question: How many patients were 65 or older at their first heart failure diagnosis?
WITH f AS (SELECT person_id, MAX(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM f JOIN person p USING (person_id) WHERE EXTRACT(YEAR FROM f.d) - p.year_of_birth >= 65

-- wrong pick
-- question: Among people with peptic ulcer, how many were under 40 at their first diagnosis?
WITH dx AS (SELECT person_id, condition_start_date, DENSE_RANK() OVER (PARTITION BY person_id ORDER BY condition_start_date DESC) AS r FROM condition_occurrence WHERE condition_concept_id IN ([condition@peptic ulcer])) SELECT COUNT(DISTINCT dx.person_id) AS n FROM dx JOIN person p ON p.person_id = dx.person_id WHERE dx.r = 1 AND EXTRACT(YEAR FROM dx.condition_start_date) - p.year_of_birth < 40

-- wrong pick
-- question: How many days pass on average between the first myocardial infarction and the next one?
WITH s AS (SELECT person_id, condition_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS rn FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction])) SELECT AVG(b.d - a.d) AS days FROM s a JOIN s b ON b.person_id = a.person_id AND b.d > a.d

-- wrong pick
-- question: How many patients had their first stroke at age 70 or above?
SELECT COUNT(DISTINCT x.person_id) AS patients FROM (SELECT person_id, LAST_VALUE(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke])) x JOIN person p ON p.person_id = x.person_id WHERE EXTRACT(YEAR FROM x.d) - p.year_of_birth >= 70

-- wrong pick
-- question: How many patients had their first stroke at age 70 or above?
SELECT COUNT(DISTINCT x.person_id) AS patients FROM (SELECT person_id, ARG_MAX(condition_start_date, condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) x JOIN person p ON p.person_id = x.person_id WHERE EXTRACT(YEAR FROM x.d) - p.year_of_birth >= 70

-- wrong pick
-- question: Of patients with a first rheumatoid arthritis diagnosis, how many took warfarin in the 180 days afterwards?
SELECT COUNT(DISTINCT u.person_id) AS patients FROM condition_occurrence u JOIN drug_exposure d ON d.person_id = u.person_id WHERE u.condition_concept_id IN ([condition@rheumatoid arthritis]) AND d.drug_concept_id IN ([drug@warfarin]) AND d.drug_exposure_start_date BETWEEN (SELECT MAX(c.condition_start_date) FROM condition_occurrence c WHERE c.person_id = u.person_id AND c.condition_concept_id IN ([condition@rheumatoid arthritis])) AND (SELECT MAX(c.condition_start_date) FROM condition_occurrence c WHERE c.person_id = u.person_id AND c.condition_concept_id IN ([condition@rheumatoid arthritis])) + 180

-- wrong having
-- question: How many persons used at least three different drug ingredients?
SELECT COUNT(*) AS persons FROM (SELECT person_id FROM drug_era GROUP BY person_id HAVING COUNT(drug_era_id) >= 3) x

-- wrong having
-- question: How many patients had an inpatient visit in at least two different years?
SELECT COUNT(*) AS patients FROM (SELECT person_id, COUNT(*) AS k FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) x WHERE k >= 2

-- wrong having
-- question: Number of conditions recorded for at least 50 people
SELECT COUNT(*) AS conditions FROM (SELECT condition_concept_id, COUNT(*) AS n FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY condition_concept_id) c WHERE c.n >= 50

-- wrong having
-- question: List the drugs that more than 1000 patients received, with the number of patients.
SELECT c.concept_name, COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure d JOIN concept c ON c.concept_id = d.drug_concept_id GROUP BY c.concept_name HAVING COUNT(d.drug_exposure_id) > 1000 ORDER BY patients DESC

-- wrong having
-- question: How many patients had myocardial infarction on two or more distinct dates?
WITH k AS (SELECT person_id, COUNT(condition_occurrence_id) OVER (PARTITION BY person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction])) SELECT COUNT(DISTINCT person_id) AS patients FROM k WHERE n >= 2

-- wrong lag
-- question: How many myocardial infarction in 2009 were the patient's next one within a year of an earlier one?
WITH s AS (SELECT person_id, condition_start_date AS d, LAG(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS p FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction]) AND YEAR(condition_start_date) = 2009) SELECT COUNT(*) AS n FROM s WHERE d - p <= 365

-- wrong lag
-- question: For how many atrial fibrillation diagnoses in 2008 had the patient an earlier atrial fibrillation within the 90 days before?
SELECT COUNT(*) AS n FROM (SELECT condition_start_date - LAG(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS gap FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation]) AND condition_start_date BETWEEN '2008-01-01' AND '2008-12-31') g WHERE gap BETWEEN 1 AND 90

-- wrong cte
-- question: How many male patients with chronic kidney disease took clopidogrel?
WITH cad AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@chronic kidney disease])), men AS (SELECT person_id FROM person WHERE gender_concept_id = 8507), cad_men AS (SELECT cad.person_id FROM cad JOIN men ON men.person_id = cad.person_id) SELECT COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure d JOIN cad ON cad.person_id = d.person_id WHERE d.drug_concept_id IN ([drug@clopidogrel])

-- wrong cte
-- question: What percentage of patients aged 50 or more at their first metformin exposure had heart failure before it?
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id), elig AS (SELECT f.* FROM f JOIN person p USING (person_id) WHERE EXTRACT(YEAR FROM d) - year_of_birth >= 50), oa AS (SELECT DISTINCT f.person_id FROM f JOIN condition_occurrence c ON c.person_id = f.person_id AND c.condition_start_date < f.d WHERE c.condition_concept_id IN ([condition@heart failure])) SELECT 100.0 * (SELECT COUNT(*) FROM oa) / (SELECT COUNT(*) FROM f) AS pct

-- wrong years
-- question: How many people died within two years after their first gastrointestinal hemorrhage?
SELECT COUNT(*) AS people FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@gastrointestinal hemorrhage]) GROUP BY person_id) g JOIN death x USING (person_id) WHERE x.death_date >= g.d AND YEAR(x.death_date) - YEAR(g.d) < 3

-- wrong years
-- question: How many patients took warfarin within a year after their first stroke?
WITH s AS (SELECT person_id, MIN(condition_start_date) AS d, MIN(EXTRACT(YEAR FROM condition_start_date)) AS y FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) SELECT COUNT(DISTINCT s.person_id) AS patients FROM s JOIN drug_exposure e ON e.person_id = s.person_id AND e.drug_concept_id IN ([drug@warfarin]) AND e.drug_exposure_start_date >= s.d AND date_trunc('year', e.drug_exposure_start_date) <= date_trunc('year', s.d) + INTERVAL '1' YEAR

-- wrong median
-- question: What is the median number of inpatient visits per person who had any?
SELECT MEDIAN(n) AS med FROM (SELECT person_id, EXTRACT(YEAR FROM visit_start_date) AS y, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1, 2) t

-- wrong median
-- question: What is the average age at first osteoporosis diagnosis among women?
SELECT AVG(EXTRACT(YEAR FROM f.d) - p.year_of_birth) AS a FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@osteoporosis]) GROUP BY person_id) f JOIN person p ON p.person_id = f.person_id JOIN visit_occurrence v ON v.person_id = p.person_id WHERE p.gender_concept_id = 8532

-- wrong median
-- question: What is the mean number of different conditions per patient?
SELECT AVG(k) AS mean_conditions FROM (SELECT person_id, condition_start_date, COUNT(DISTINCT condition_concept_id) AS k FROM condition_occurrence GROUP BY person_id, condition_start_date) t

-- wrong era
-- question: How many metformin exposures did patients have on average?
SELECT AVG(n) AS mean_n FROM (SELECT person_id, COUNT(*) AS n FROM drug_era WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) x

-- wrong era
-- question: How many prescriptions for naproxen were written in 2008?
SELECT COUNT(DISTINCT drug_era_id) AS prescriptions FROM drug_era WHERE drug_concept_id IN ([drug@naproxen]) AND drug_era_start_date BETWEEN DATE '2008-01-01' AND DATE '2008-12-31'

-- wrong era
-- question: What is the median length of a drug era of ibuprofen in days?
SELECT MEDIAN(drug_exposure_end_date - drug_exposure_start_date) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@ibuprofen])

-- wrong datetime
-- question: How many drug exposures began between 1 March 2009 and 31 March 2009?
SELECT COUNT(*) AS n FROM (SELECT de.drug_exposure_id, GREATEST(de.drug_exposure_start_datetime, p.birth_datetime) AS w FROM drug_exposure de JOIN person p USING (person_id)) x WHERE w >= '2009-03-01' AND w <= '2009-03-31'

-- wrong datetime
-- question: How many visits ended in 2008?
SELECT COUNT(*) AS visits FROM (SELECT visit_occurrence_id, visit_end_datetime AS e FROM visit_occurrence UNION ALL SELECT visit_occurrence_id, visit_end_datetime FROM visit_occurrence WHERE 1 = 0) v WHERE e >= DATE '2008-01-01' AND e <= DATE '2008-12-31'

-- wrong andor
-- question: How many men had a stroke or chronic kidney disease in 2008?
SELECT COUNT(DISTINCT c.person_id) AS men FROM condition_occurrence c INNER JOIN person p ON p.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@stroke]) OR c.condition_concept_id IN ([condition@chronic kidney disease]) AND c.condition_start_date BETWEEN DATE '2008-01-01' AND DATE '2008-12-31' AND p.gender_concept_id = 8507

-- wrong andor
-- question: How many patients over 60 took ibuprofen or naproxen?
SELECT COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure d JOIN person p ON p.person_id = d.person_id WHERE EXTRACT(YEAR FROM d.drug_exposure_start_date) - p.year_of_birth > 60 AND d.drug_concept_id IN ([drug@ibuprofen]) OR d.drug_concept_id IN ([drug@naproxen])

-- wrong andor
-- question: How many patients took ibuprofen or naproxen in 2008?
WITH x AS (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@ibuprofen]) AND YEAR(drug_exposure_start_date) = 2008 UNION SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@naproxen])) SELECT COUNT(*) AS patients FROM x

-- wrong anti
-- question: How many people with chronic kidney disease never had a stroke?
SELECT COUNT(DISTINCT a.person_id) AS n FROM condition_occurrence a LEFT JOIN condition_occurrence b ON a.person_id = b.person_id AND b.condition_concept_id IN ([condition@stroke]) WHERE a.condition_concept_id IN ([condition@chronic kidney disease]) AND (b.person_id IS NULL OR b.condition_start_date > a.condition_start_date)

-- wrong anti
-- question: How many people with chronic kidney disease never had a stroke?
WITH cad AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@chronic kidney disease])), s AS (SELECT person_id, condition_concept_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke])) SELECT COUNT(*) AS n FROM cad FULL JOIN s ON s.person_id = cad.person_id WHERE s.condition_concept_id IS NULL OR cad.person_id IS NULL

-- wrong anti
-- question: How many people with chronic kidney disease never had a stroke?
SELECT COUNT(DISTINCT a.person_id) AS n FROM condition_occurrence a LEFT JOIN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke])) b ON a.person_id = b.person_id JOIN condition_occurrence c ON c.person_id = b.person_id WHERE a.condition_concept_id IN ([condition@chronic kidney disease]) AND b.person_id IS NULL

-- wrong persontime
-- question: What is the incidence of stroke per 1000 person-years among people with chronic kidney disease?
WITH cad AS (SELECT person_id, condition_start_date AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@chronic kidney disease])), st AS (SELECT person_id, MIN(condition_start_date) AS s FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) SELECT 1000 * COUNT(DISTINCT st.person_id) / (SUM(date_diff('day', cad.d, COALESCE(st.s, op.observation_period_end_date))) / 365.25) AS ir FROM cad JOIN observation_period op ON op.person_id = cad.person_id AND cad.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date LEFT JOIN st ON st.person_id = cad.person_id AND st.s > cad.d JOIN drug_exposure de ON de.person_id = cad.person_id

-- wrong denominator
-- question: Of people with chronic kidney disease, what percentage took clopidogrel?
SELECT 100.0 * SUM(CASE WHEN k > 0 THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM (SELECT c.person_id, SUM(CASE WHEN d.drug_concept_id IN ([drug@clopidogrel]) THEN 1 ELSE 0 END) AS k FROM condition_occurrence c JOIN drug_exposure d ON d.person_id = c.person_id AND d.drug_exposure_start_date > c.condition_start_date WHERE c.condition_concept_id IN ([condition@chronic kidney disease]) GROUP BY c.person_id) t

-- wrong denominator
-- question: What percentage of all patients took warfarin in 2008?
SELECT 100.0 * COUNT(DISTINCT CASE WHEN drug_concept_id IN ([drug@warfarin]) THEN person_id END) / COUNT(DISTINCT person_id) AS pct FROM drug_exposure WHERE YEAR(drug_exposure_start_date) = 2008

-- wrong denominator
-- question: What percentage of men had a stroke?
WITH m AS (SELECT p.person_id FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id WHERE p.gender_concept_id = 8507 AND v.visit_concept_id = 9201), s AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke])) SELECT 100.0 * COUNT(DISTINCT s.person_id) / COUNT(DISTINCT m.person_id) AS pct FROM m LEFT JOIN s ON s.person_id = m.person_id

-- right rownumber
-- question: How many patients had gastrointestinal hemorrhage within 365 days after their first metformin exposure?
WITH ranked AS (SELECT person_id, drug_exposure_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])), firsts AS (SELECT person_id, d FROM ranked WHERE rn = 1) SELECT COUNT(DISTINCT r.person_id) AS patients FROM firsts r JOIN condition_occurrence co ON co.person_id = r.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) WHERE co.condition_start_date > r.d AND co.condition_start_date <= r.d + INTERVAL '365' DAY

-- right rownumber
-- question: How many patients had a second pneumonia within 90 days of their first?
WITH s AS (SELECT person_id, condition_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) AS rn FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) SELECT COUNT(*) AS patients FROM s a JOIN s b ON b.person_id = a.person_id AND a.rn = 1 AND b.rn = 2 WHERE b.d - a.d <= 90

-- right rownumber
-- question: What is the average age of patients at their first diagnosis of heart failure?
SELECT AVG(EXTRACT(YEAR FROM x.condition_start_date) - p.year_of_birth) AS mean_age FROM (SELECT person_id, condition_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date DESC) AS rn, COUNT(*) OVER (PARTITION BY person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])) x JOIN person p ON p.person_id = x.person_id WHERE x.rn = x.n

-- right rownumber
-- question: How many people had their first pneumonia diagnosis in 2009?
SELECT COUNT(*) AS people FROM (SELECT person_id, condition_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS rn FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) f WHERE rn < 2 AND EXTRACT(YEAR FROM condition_start_date) = 2009

-- right rownumber
-- question: How many people had their first pneumonia diagnosis in 2009?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, condition_start_date, FIRST_VALUE(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) f WHERE condition_start_date = first_date AND EXTRACT(YEAR FROM first_date) = 2009

-- right rownumber
-- question: How many people had their first pneumonia diagnosis in 2009?
SELECT COUNT(*) AS people FROM (SELECT DISTINCT ON (person_id) person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) ORDER BY person_id, condition_start_date) f WHERE condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'

-- right rownumber
-- question: What was the median age at the first diagnosis of atrial fibrillation?
SELECT MEDIAN(date_part('year', c.condition_start_date) - p.year_of_birth) AS median_age FROM (SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation]) QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) = 1) c JOIN person p USING (person_id)

-- right rownumber
-- question: What is the mean number of days between the first and the last lisinopril exposure of a person?
WITH r AS (SELECT person_id, drug_exposure_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS a, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date DESC) AS z FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) SELECT AVG(l.d - f.d) AS days FROM r f JOIN r l ON l.person_id = f.person_id AND f.a = 1 AND l.z = 1

-- right rownumber
-- question: Show the three most common first drugs after a diagnosis of heart failure.
WITH oa AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id), after AS (SELECT de.person_id, de.drug_concept_id, ROW_NUMBER() OVER (PARTITION BY de.person_id ORDER BY de.drug_exposure_start_date, de.drug_exposure_id) AS rn FROM drug_exposure de JOIN oa ON oa.person_id = de.person_id AND de.drug_exposure_start_date >= oa.d) SELECT c.concept_name, COUNT(*) AS patients FROM after JOIN concept c ON c.concept_id = after.drug_concept_id WHERE rn = 1 GROUP BY c.concept_name ORDER BY patients DESC LIMIT 3

-- right rownumber
-- question: How many patients had more than one lisinopril exposure?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) t WHERE rn > 1

-- right rownumber
-- question: How many days after the first lisinopril exposure does the second come, in the median?
SELECT MEDIAN(gap) AS days FROM (SELECT person_id, LEAD(drug_exposure_start_date) OVER w - drug_exposure_start_date AS gap, ROW_NUMBER() OVER w AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) WINDOW w AS (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id)) t WHERE rn = 1 AND gap IS NOT NULL

-- right having
-- question: How many patients had pneumonia on at least three different days?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM (SELECT DISTINCT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) d GROUP BY person_id HAVING COUNT(*) >= 3) t

-- right having
-- question: How many drugs were taken by at least 100 patients?
SELECT COUNT(*) AS drugs FROM (SELECT drug_concept_id FROM (SELECT DISTINCT drug_concept_id, person_id FROM drug_exposure) u GROUP BY drug_concept_id HAVING COUNT(*) >= 100) t

-- right having
-- question: How many patients were diagnosed with at least three different conditions?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY person_id HAVING COUNT(DISTINCT condition_concept_id) >= 3) t

-- right having
-- question: How many patients took at least five different drugs?
WITH d AS (SELECT person_id, drug_concept_id FROM drug_exposure GROUP BY person_id, drug_concept_id) SELECT COUNT(*) AS patients FROM (SELECT person_id FROM d GROUP BY person_id HAVING COUNT(*) > 4) t

-- right having
-- question: How many patients had at least two metformin exposures?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY 1 HAVING COUNT(*) > 1) t

-- right having
-- question: Which conditions were recorded more than 500 times?
SELECT c.concept_name, COUNT(*) AS records FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name HAVING COUNT(*) > 500 ORDER BY records DESC

-- right having
-- question: How many patients had pneumonia diagnosed in at least two different years?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) GROUP BY person_id HAVING COUNT(DISTINCT EXTRACT(YEAR FROM condition_start_date)) >= 2) t

-- right having
-- question: How many patients had pneumonia in at least two different years?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) GROUP BY person_id HAVING MIN(EXTRACT(YEAR FROM condition_start_date)) < MAX(EXTRACT(YEAR FROM condition_start_date))) t

-- right lag
-- question: How many patients had a gap of more than 180 days between two successive lisinopril exposures?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, drug_exposure_start_date, LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) x WHERE drug_exposure_start_date - prev > 180

-- right lag
-- question: In 2009, how many lisinopril exposures came within 30 days after the previous one of the same person?
SELECT COUNT(*) AS exposures FROM (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) x WHERE d - prev <= 30 AND EXTRACT(YEAR FROM d) = 2009

-- right lag
-- question: How many hospital stays that began in 2008 were followed by another within 30 days of discharge?
WITH v AS (SELECT person_id, visit_start_date, visit_end_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS nxt FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT COUNT(*) AS stays FROM v WHERE visit_start_date >= DATE '2008-01-01' AND visit_start_date < DATE '2009-01-01' AND nxt > visit_end_date AND nxt <= visit_end_date + INTERVAL '30' DAY

-- right lag
-- question: How many patients had two hospital stays in 2008 within 30 days of each other?
WITH v AS (SELECT person_id, visit_start_date, visit_end_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS nxt FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date BETWEEN DATE '2008-01-01' AND DATE '2008-12-31') SELECT COUNT(DISTINCT person_id) AS patients FROM v WHERE nxt <= visit_end_date + INTERVAL '30' DAY

-- right lag
-- question: How many patients had pneumonia directly after atrial fibrillation, with no other diagnosis in between?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, condition_concept_id, LAG(condition_concept_id) OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) AS prev FROM condition_occurrence) x WHERE condition_concept_id IN ([condition@pneumonia]) AND prev IN ([condition@atrial fibrillation])

-- right cte
-- question: How many women had gastrointestinal hemorrhage after starting metformin?
WITH women AS (SELECT person_id FROM person WHERE gender_concept_id = 8532), cx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(DISTINCT co.person_id) AS women FROM condition_occurrence co JOIN cx ON cx.person_id = co.person_id JOIN women ON women.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date > cx.d

-- right cte
-- question: How many patients had pneumonia but never took lisinopril?
WITH s AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])), users AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])), nonusers AS (SELECT person_id FROM s EXCEPT SELECT person_id FROM users) SELECT (SELECT COUNT(*) FROM nonusers) AS patients

-- right yearoff
-- question: How many patients had gastrointestinal hemorrhage within 365 days after their first metformin exposure?
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(DISTINCT co.person_id) AS patients FROM f JOIN condition_occurrence co ON co.person_id = f.person_id WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND date_diff('day', f.d, co.condition_start_date) BETWEEN 0 AND 365

-- right yearoff
-- question: How many patients were diagnosed with pneumonia in the calendar year of their first metformin exposure?
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(DISTINCT co.person_id) AS patients FROM f JOIN condition_occurrence co ON co.person_id = f.person_id WHERE co.condition_concept_id IN ([condition@pneumonia]) AND EXTRACT(YEAR FROM co.condition_start_date) = EXTRACT(YEAR FROM f.d)

-- right yearoff
-- question: How many patients died within one year after their first stroke?
SELECT COUNT(DISTINCT s.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) s JOIN death x ON x.person_id = s.person_id WHERE x.death_date >= s.d AND x.death_date <= s.d + INTERVAL '1' YEAR

-- right median
-- question: What is the median number of visits per patient with heart failure?
SELECT MEDIAN(n) AS median_visits FROM (SELECT o.person_id, COUNT(v.visit_occurrence_id) AS n FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])) o LEFT JOIN visit_occurrence v ON v.person_id = o.person_id GROUP BY o.person_id) t

-- right median
-- question: What is the median age of patients at their first pneumonia?
SELECT MEDIAN(age) AS median_age FROM (SELECT p.person_id, MIN(EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth) AS age FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@pneumonia]) GROUP BY p.person_id) t

-- right median
-- question: What is the median year of birth of patients with pneumonia?
SELECT MEDIAN(year_of_birth) AS median_year FROM person WHERE person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]))

-- right median
-- question: What is the median duration of hospital stays in days?
SELECT MEDIAN(visit_end_date - visit_start_date) AS days FROM visit_occurrence WHERE visit_concept_id = 9201

-- right median
-- question: What is the median number of lisinopril exposures per person who took it?
WITH n AS (SELECT person_id, COUNT(*) AS k FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) GROUP BY person_id), r AS (SELECT k, ROW_NUMBER() OVER (ORDER BY k) AS i, COUNT(*) OVER () AS c FROM n) SELECT AVG(k) AS median_k FROM r WHERE i IN ((c + 1) // 2, (c + 2) // 2)

-- right era
-- question: How many prescriptions of metformin were there in 2009?
SELECT COUNT(*) AS prescriptions FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND EXTRACT(YEAR FROM drug_exposure_start_date) = 2009

-- right era
-- question: How many people took metformin in 2009?
SELECT COUNT(DISTINCT person_id) AS people FROM drug_era WHERE drug_concept_id IN ([drug@metformin]) AND drug_era_start_date <= DATE '2009-12-31' AND drug_era_end_date >= DATE '2009-01-01'

-- right era
-- question: What is the average length of a course of metformin in days?
SELECT AVG(drug_era_end_date - drug_era_start_date + 1) AS days FROM drug_era WHERE drug_concept_id IN ([drug@metformin])

-- right era
-- question: How many patients with heart failure ever used metformin?
SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era e WHERE e.drug_concept_id IN ([drug@metformin]) AND e.person_id IN (SELECT person_id FROM condition_era WHERE condition_concept_id IN ([condition@heart failure]))

-- right datetime
-- question: How many visits started in 2008?
SELECT COUNT(*) AS visits FROM (SELECT visit_occurrence_id, visit_start_datetime AS t FROM visit_occurrence) v WHERE v.t >= TIMESTAMP '2008-01-01 00:00:00' AND v.t < TIMESTAMP '2009-01-01 00:00:00'

-- right datetime
-- question: How many patients were diagnosed with pneumonia in June 2009?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, CAST(condition_start_datetime AS DATE) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) d WHERE d BETWEEN '2009-06-01' AND '2009-06-30'

-- right share
-- question: What percentage of patients with heart failure took metformin?
WITH oa AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])), cx AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) SELECT ROUND(100.0 * COUNT(cx.person_id) / COUNT(*), 1) AS pct FROM oa LEFT JOIN cx USING (person_id)

-- right share
-- question: What proportion of metformin users had gastrointestinal hemorrhage afterwards?
WITH cx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT AVG(CASE WHEN EXISTS (SELECT 1 FROM condition_occurrence co WHERE co.person_id = cx.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date > cx.d) THEN 1.0 ELSE 0.0 END) AS proportion FROM cx

-- right share
-- question: What proportion of metformin users had gastrointestinal hemorrhage afterwards?
WITH cx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id), f AS (SELECT cx.person_id, MAX(CASE WHEN co.person_id IS NULL THEN 0 ELSE 1 END) AS bled FROM cx LEFT JOIN condition_occurrence co ON co.person_id = cx.person_id AND co.condition_start_date > cx.d AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) GROUP BY cx.person_id) SELECT SUM(bled) * 1.0 / COUNT(*) AS proportion FROM f

-- right share
-- question: What share of all patients are women?
SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) * 1.0 / COUNT(*) AS share FROM person

-- right share
-- question: What percentage of women had osteoporosis?
SELECT 100.0 * (SELECT COUNT(*) FROM (SELECT person_id FROM person WHERE gender_concept_id = 8532 INTERSECT SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@osteoporosis])) i) / (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532) AS pct

-- right share
-- question: What percentage of drug exposures were to lisinopril?
SELECT 100.0 * SUM(CASE WHEN drug_concept_id IN ([drug@lisinopril]) THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM drug_exposure

-- right share
-- question: Among patients with pneumonia, what fraction never took lisinopril?
SELECT 1.0 - COUNT(DISTINCT de.person_id) * 1.0 / COUNT(DISTINCT co.person_id) AS fraction FROM condition_occurrence co LEFT JOIN drug_exposure de ON de.person_id = co.person_id AND de.drug_concept_id IN ([drug@lisinopril]) WHERE co.condition_concept_id IN ([condition@pneumonia])

-- right none
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(*) AS patients FROM (SELECT co.person_id FROM condition_occurrence co LEFT JOIN drug_exposure de ON de.person_id = co.person_id GROUP BY co.person_id HAVING SUM(CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END) > 0 AND SUM(CASE WHEN de.drug_concept_id IN ([drug@metformin]) THEN 1 ELSE 0 END) = 0) t

-- right none
-- question: How many patients with heart failure never took metformin?
WITH oa AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])) SELECT (SELECT COUNT(*) FROM oa) - (SELECT COUNT(DISTINCT de.person_id) FROM drug_exposure de JOIN oa ON oa.person_id = de.person_id WHERE de.drug_concept_id IN ([drug@metformin])) AS patients

-- right none
-- question: How many patients with heart failure never took metformin?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co ANTI JOIN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@heart failure])

-- right none
-- question: How many people had no inpatient visit in 2009?
SELECT COUNT(*) AS people FROM person p WHERE NOT EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND v.visit_concept_id = 9201 AND v.visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31')

-- right either
-- question: How many women took metformin or atorvastatin?
SELECT COUNT(*) AS women FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) UNION SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@atorvastatin])) u WHERE person_id IN (SELECT person_id FROM person WHERE gender_concept_id = 8532)

-- right either
-- question: How many women took metformin or atorvastatin?
SELECT COUNT(DISTINCT p.person_id) AS women FROM person p JOIN drug_exposure d ON d.person_id = p.person_id WHERE (p.gender_concept_id = 8532 AND d.drug_concept_id IN ([drug@metformin])) OR (p.gender_concept_id = 8532 AND d.drug_concept_id IN ([drug@atorvastatin]))

-- right either
-- question: How many patients took both metformin and atorvastatin?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM (SELECT DISTINCT person_id, 'c' AS k FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) UNION ALL SELECT DISTINCT person_id, 'd' FROM drug_exposure WHERE drug_concept_id IN ([drug@atorvastatin])) u GROUP BY person_id HAVING COUNT(*) = 2) t

-- right either
-- question: How many patients took exactly one of metformin and atorvastatin?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) UNION ALL SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@atorvastatin])) u GROUP BY person_id HAVING COUNT(*) = 1) t

-- right time
-- question: How many patients had gastrointestinal hemorrhage within 30 days before their first metformin exposure?
SELECT COUNT(*) AS patients FROM (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) f WHERE EXISTS (SELECT 1 FROM condition_occurrence co WHERE co.person_id = f.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND f.d - co.condition_start_date BETWEEN 1 AND 30)

-- right time
-- question: How many patients were under observation on 1 January 2008?
SELECT COUNT(DISTINCT person_id) AS patients FROM observation_period WHERE DATE '2008-01-01' BETWEEN observation_period_start_date AND observation_period_end_date

-- right time
-- question: What is the average time in days from the first heart failure diagnosis to the first metformin exposure after it?
WITH oa AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id), cx AS (SELECT oa.person_id, oa.d, MIN(de.drug_exposure_start_date) AS x FROM oa JOIN drug_exposure de ON de.person_id = oa.person_id AND de.drug_exposure_start_date >= oa.d WHERE de.drug_concept_id IN ([drug@metformin]) GROUP BY oa.person_id, oa.d) SELECT AVG(x - d) AS days FROM cx

-- right time
-- question: How many new users of metformin were there in 2009?
SELECT COUNT(*) AS new_users FROM (SELECT person_id, MIN(drug_era_start_date) AS d FROM drug_era WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id HAVING MIN(drug_era_start_date) BETWEEN DATE '2009-01-01' AND DATE '2009-12-31') t

-- right time
-- question: How many patients were diagnosed with heart failure every year from 2008 to 2009?
SELECT EXTRACT(YEAR FROM condition_start_date) AS yr, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) AND condition_start_date >= DATE '2008-01-01' AND condition_start_date < DATE '2010-01-01' GROUP BY 1 ORDER BY 1

-- right time
-- question: How many patients died within 90 days after an inpatient visit?
SELECT COUNT(DISTINCT v.person_id) AS patients FROM visit_occurrence v JOIN death d ON d.person_id = v.person_id AND d.death_date BETWEEN v.visit_end_date AND v.visit_end_date + INTERVAL '90' DAY WHERE v.visit_concept_id = 9201

-- right time
-- question: How many patients were hospitalized at least twice within one year?
SELECT COUNT(DISTINCT a.person_id) AS patients FROM visit_occurrence a JOIN visit_occurrence b ON b.person_id = a.person_id AND b.visit_occurrence_id <> a.visit_occurrence_id AND b.visit_start_date >= a.visit_start_date AND b.visit_start_date <= a.visit_start_date + INTERVAL '1' YEAR WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9201

-- right rate
-- question: What is the incidence rate of gastrointestinal hemorrhage per 1000 person-years?
WITH gib AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@gastrointestinal hemorrhage]) GROUP BY person_id), risk AS (SELECT op.person_id, op.observation_period_start_date AS s, LEAST(op.observation_period_end_date, COALESCE(g.d, op.observation_period_end_date)) AS e, CASE WHEN g.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date THEN 1 ELSE 0 END AS ev FROM observation_period op LEFT JOIN gib g ON g.person_id = op.person_id WHERE g.d IS NULL OR g.d >= op.observation_period_start_date) SELECT 1000.0 * SUM(ev) / (SUM(e - s + 1) / 365.25) AS rate FROM risk

-- right rate
-- question: What is the total observation time in person-years of people with pneumonia?
SELECT SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25 AS py FROM observation_period op WHERE EXISTS (SELECT 1 FROM condition_occurrence co WHERE co.person_id = op.person_id AND co.condition_concept_id IN ([condition@pneumonia]))

-- right rate
-- question: How many pneumonia diagnoses were there per 100 person-years of observation?
SELECT 100.0 * (SELECT COUNT(*) FROM condition_occurrence co JOIN observation_period op ON op.person_id = co.person_id AND co.condition_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE co.condition_concept_id IN ([condition@pneumonia])) / (SELECT SUM(observation_period_end_date - observation_period_start_date + 1) / 365.25 FROM observation_period) AS rate

-- right top
-- question: What are the five most common conditions by number of patients?
SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE co.condition_concept_id <> 0 GROUP BY c.concept_id, c.concept_name ORDER BY patients DESC, c.concept_name LIMIT 5

-- right top
-- question: Which drug is most often the first one taken by patients with heart failure after the diagnosis?
WITH oa AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id), f AS (SELECT DISTINCT ON (de.person_id) de.person_id, de.drug_concept_id FROM drug_exposure de JOIN oa ON oa.person_id = de.person_id AND de.drug_exposure_start_date >= oa.d ORDER BY de.person_id, de.drug_exposure_start_date, de.drug_exposure_id) SELECT c.concept_name, COUNT(*) AS patients FROM f JOIN concept c ON c.concept_id = f.drug_concept_id GROUP BY 1 ORDER BY 2 DESC LIMIT 1

-- right top
-- question: Which drugs were taken by more than 500 patients?
SELECT c.concept_name FROM drug_exposure de JOIN concept c ON c.concept_id = de.drug_concept_id GROUP BY c.concept_name HAVING COUNT(DISTINCT de.person_id) > 500

-- right mean
-- question: What is the mean number of drug exposures per patient?
SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS mean_exposures FROM drug_exposure

-- right mean
-- question: What is the average age of patients at their first diagnosis of heart failure?
SELECT AVG(age) AS mean_age FROM (SELECT co.person_id, FLOOR(date_diff('day', MIN(p.birth_datetime), MIN(co.condition_start_date)) / 365.25) AS age FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@heart failure]) GROUP BY co.person_id) t

-- right mean
-- question: How many patients had more inpatient visits than one?
SELECT COUNT(*) AS patients FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) t WHERE n > 1

-- right mean
-- question: What is the median age of women with osteoporosis at the first diagnosis?
SELECT MEDIAN(EXTRACT(YEAR FROM f.d) - p.year_of_birth) AS med FROM person p JOIN (SELECT person_id, ARG_MIN(condition_start_date, condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@osteoporosis]) GROUP BY person_id) f ON f.person_id = p.person_id WHERE p.gender_concept_id = 8532

-- right mean
-- question: What is the longest hospital stay in days?
SELECT MAX(visit_end_date - visit_start_date) AS days FROM visit_occurrence WHERE visit_concept_id = 9201

-- right concept
-- question: How many condition records are not mapped to a standard concept?
SELECT COUNT(*) AS records FROM condition_occurrence WHERE condition_concept_id = 0

-- right concept
-- question: How many patients took metformin and then, after stopping it, atorvastatin?
SELECT COUNT(DISTINCT a.person_id) AS patients FROM drug_era a JOIN drug_era b ON b.person_id = a.person_id AND b.drug_era_start_date > a.drug_era_end_date WHERE a.drug_concept_id IN ([drug@metformin]) AND b.drug_concept_id IN ([drug@atorvastatin])

-- right concept
-- question: How many patients had heart failure before the age of 50?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p USING (person_id) WHERE co.condition_concept_id IN ([condition@heart failure]) AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth < 50

-- right concept
-- question: How many patients died without ever having been hospitalized?
SELECT COUNT(*) AS patients FROM death d LEFT JOIN visit_occurrence v ON v.person_id = d.person_id AND v.visit_concept_id = 9201 WHERE v.visit_occurrence_id IS NULL

-- right concept
-- question: How many patients were on metformin on 1 June 2009?
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND drug_exposure_start_date <= DATE '2009-06-01' AND COALESCE(drug_exposure_end_date, drug_exposure_start_date) >= DATE '2009-06-01'

-- right concept
-- question: How many patients have only ever taken lisinopril?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM drug_exposure GROUP BY person_id HAVING COUNT(*) = SUM(CASE WHEN drug_concept_id IN ([drug@lisinopril]) THEN 1 ELSE 0 END)) t

-- wrong hidden
-- question: How many patients took naproxen?
WITH n AS (SELECT person_id, drug_exposure_id FROM drug_exposure WHERE drug_concept_id IN ([drug@naproxen])) SELECT COUNT(person_id) AS total FROM n

-- wrong hidden
-- question: How many patients had peptic ulcer and took warfarin?
SELECT SUM(1) AS patients FROM (SELECT c.person_id FROM condition_occurrence c JOIN drug_exposure d USING (person_id) WHERE c.condition_concept_id IN ([condition@peptic ulcer]) AND d.drug_concept_id IN ([drug@warfarin])) x

-- wrong hidden
-- question: How many patients had peptic ulcer by sex?
SELECT g.concept_name, COUNT(c.condition_occurrence_id) AS n FROM condition_occurrence c, person p, concept g WHERE p.person_id = c.person_id AND g.concept_id = p.gender_concept_id AND c.condition_concept_id IN ([condition@peptic ulcer]) GROUP BY g.concept_name

-- wrong hidden
-- question: How many patients took ibuprofen after their first myocardial infarction?
WITH s AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction]) GROUP BY person_id) SELECT COUNT(*) AS n FROM s WHERE person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@ibuprofen]))

-- wrong hidden
-- question: How many patients took ibuprofen after their first myocardial infarction?
WITH s AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction]) GROUP BY person_id) SELECT COUNT(DISTINCT s.person_id) AS n FROM s, LATERAL (SELECT 1 FROM drug_exposure e WHERE e.person_id = s.person_id AND e.drug_concept_id IN ([drug@ibuprofen]) AND s.d > e.drug_exposure_start_date) l

-- wrong hidden
-- question: How many patients took ibuprofen within 30 days after their first myocardial infarction?
WITH s AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction]) GROUP BY person_id) SELECT COUNT(DISTINCT s.person_id) AS n FROM s JOIN drug_exposure e ON e.person_id = s.person_id WHERE e.drug_concept_id IN ([drug@ibuprofen]) AND ABS(date_diff('day', s.d, e.drug_exposure_start_date)) <= 30

-- wrong hidden
-- question: How many patients took ibuprofen within 30 days after their first myocardial infarction?
SELECT COUNT(DISTINCT s.person_id) AS n FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction]) GROUP BY person_id) s JOIN (SELECT person_id, MIN(drug_exposure_start_date) AS x FROM drug_exposure WHERE drug_concept_id IN ([drug@ibuprofen]) GROUP BY person_id) e ON e.person_id = s.person_id AND e.x BETWEEN s.d AND s.d + INTERVAL '30' DAY

-- wrong hidden
-- question: What share of women with osteoporosis had a hip fracture?
SELECT COUNT(DISTINCT f.person_id) * 1.0 / COUNT(DISTINCT p.person_id) AS share FROM person p LEFT JOIN condition_occurrence o ON o.person_id = p.person_id AND o.condition_concept_id IN ([condition@osteoporosis]) LEFT JOIN condition_occurrence f ON f.person_id = o.person_id AND f.condition_concept_id IN ([condition@hip fracture]) WHERE p.gender_concept_id = 8532

-- wrong hidden
-- question: What share of women with osteoporosis had a hip fracture?
WITH o AS (SELECT DISTINCT c.person_id FROM condition_occurrence c JOIN person p USING (person_id) WHERE p.gender_concept_id = 8532 AND c.condition_concept_id IN ([condition@osteoporosis])), f AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@hip fracture])) SELECT (SELECT COUNT(*) FROM o JOIN f USING (person_id)) * 1.0 / (SELECT COUNT(*) FROM f) AS share

-- wrong hidden
-- question: How many people started atorvastatin in 2008?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@atorvastatin]) AND drug_exposure_start_date BETWEEN '2008-01-01' AND '2008-12-31' AND person_id NOT IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@atorvastatin]) AND drug_exposure_start_date > '2008-12-31')

-- wrong hidden
-- question: How many new diagnoses of rheumatoid arthritis were there per year?
SELECT EXTRACT(YEAR FROM condition_start_date) AS y, COUNT(DISTINCT person_id) AS new_cases FROM condition_occurrence WHERE condition_concept_id IN ([condition@rheumatoid arthritis]) GROUP BY 1

-- wrong hidden
-- question: How many patients were younger than 30 at their first depression?
WITH c AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@depression]) GROUP BY person_id) SELECT COUNT(*) AS n FROM c JOIN person p USING (person_id) WHERE p.year_of_birth + 30 < YEAR(c.d)

-- wrong hidden
-- question: What was the mean age at death of people with stroke?
SELECT AVG(EXTRACT(YEAR FROM c.condition_start_date) - p.year_of_birth) AS age FROM death d JOIN person p USING (person_id) JOIN condition_occurrence c ON c.person_id = d.person_id AND c.condition_concept_id IN ([condition@stroke])

-- wrong hidden
-- question: In how many inpatient visits lasting more than 7 days was pneumonia or stroke recorded?
SELECT COUNT(DISTINCT v.visit_occurrence_id) AS n FROM visit_occurrence v JOIN condition_occurrence c ON c.person_id = v.person_id WHERE v.visit_concept_id = 9201 AND v.visit_end_date - v.visit_start_date > 7 AND c.condition_concept_id IN ([condition@stroke])

-- wrong hidden
-- question: How many patients had at least 365 days of observation after their first stroke?
WITH s AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) SELECT COUNT(*) AS n FROM s JOIN observation_period op USING (person_id) WHERE s.d - op.observation_period_start_date >= 365

-- wrong hidden
-- question: How many person-years of observation did women contribute in 2008?
SELECT SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25 AS py FROM observation_period op JOIN person p USING (person_id) WHERE p.gender_concept_id = 8532 AND op.observation_period_start_date <= '2008-12-31' AND op.observation_period_end_date >= '2008-01-01'

-- wrong hidden
-- question: How many eras of naproxen began in 2008?
WITH x AS (SELECT drug_exposure_start_date AS s FROM drug_exposure WHERE drug_concept_id IN ([drug@naproxen])) SELECT COUNT(*) FROM x WHERE YEAR(s) = 2008

-- wrong hidden
-- question: What percentage of inpatient visits were followed by another inpatient visit within 30 days?
WITH v AS (SELECT visit_occurrence_id, person_id, visit_start_date AS s, visit_end_date AS e FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT 100.0 * COUNT(*) / (SELECT COUNT(*) FROM v) AS pct FROM v a JOIN v b ON b.person_id = a.person_id AND b.s > a.e AND b.s <= a.e + 30

-- wrong hidden
-- question: How many patients' last recorded drug was lisinopril?
SELECT COUNT(*) AS n FROM (SELECT person_id, drug_concept_id FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date DESC) = 1) t

-- wrong hidden
-- question: How many patients' first drug after heart failure was metformin?
WITH oa AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id) SELECT COUNT(*) AS n FROM (SELECT DISTINCT ON (e.person_id) e.person_id, e.drug_concept_id FROM drug_exposure e JOIN oa ON oa.person_id = e.person_id AND e.drug_exposure_start_date >= oa.d WHERE e.drug_concept_id IN ([drug@metformin]) ORDER BY e.person_id, e.drug_exposure_start_date) t

-- wrong hidden
-- question: How many patients with peptic ulcer took neither warfarin nor ibuprofen?
SELECT COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c WHERE c.condition_concept_id IN ([condition@peptic ulcer]) AND (NOT EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = c.person_id AND d.drug_concept_id IN ([drug@warfarin])) OR NOT EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = c.person_id AND d.drug_concept_id IN ([drug@ibuprofen])))

-- wrong hidden
-- question: How many patients took both warfarin and ibuprofen?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) UNION ALL SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@ibuprofen])) u GROUP BY person_id HAVING COUNT(*) >= 2

-- wrong hidden
-- question: How many patients took both warfarin and ibuprofen?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) UNION ALL SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@ibuprofen])) u GROUP BY person_id HAVING COUNT(*) >= 2) t

-- wrong hidden
-- question: How many patients had pneumonia in each year from 2008 to 2010?
SELECT YEAR(condition_start_date) AS y, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) AND condition_start_date BETWEEN '2008-01-01' AND '2009-12-31' GROUP BY 1 ORDER BY 1

-- wrong hidden
-- question: What is the one-year mortality after the first stroke?
WITH s AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) SELECT 100.0 * COUNT(*) FILTER (WHERE x.death_date <= s.d + INTERVAL '1' YEAR) / COUNT(*) AS pct FROM s JOIN death x USING (person_id)

-- right tricky
-- question: How many patients with rheumatoid arthritis are there by sex?
SELECT CASE p.gender_concept_id WHEN 8532 THEN 'female' WHEN 8507 THEN 'male' ELSE 'other' END AS sex, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@rheumatoid arthritis]) GROUP BY 1

-- right tricky
-- question: How many patients had peptic ulcer but not gastrointestinal hemorrhage?
SELECT COUNT(*) AS patients FROM (SELECT person_id, BOOL_OR(condition_concept_id IN ([condition@peptic ulcer])) AS ulcer, BOOL_OR(condition_concept_id IN ([condition@gastrointestinal hemorrhage])) AS bleed FROM condition_occurrence GROUP BY person_id) t WHERE ulcer AND NOT bleed

-- right tricky
-- question: How many people took naproxen for the first time in 2009?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@naproxen]) GROUP BY person_id HAVING EXTRACT(YEAR FROM MIN(drug_exposure_start_date)) = 2009) t

-- right tricky
-- question: What percentage of deaths happened within a year after the last inpatient visit?
WITH v AS (SELECT person_id, MAX(visit_end_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) SELECT 100.0 * SUM(CASE WHEN x.death_date <= v.d + INTERVAL '1' YEAR AND x.death_date >= v.d THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM death x LEFT JOIN v ON v.person_id = x.person_id

-- right tricky
-- question: How many patients were diagnosed with stroke at age 60 to 69?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@stroke]) AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth BETWEEN 60 AND 69

-- right tricky
-- question: What is the mean number of days between successive atrial fibrillation diagnoses of the same patient?
SELECT AVG(gap) AS days FROM (SELECT condition_start_date - LAG(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS gap FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation])) t WHERE gap IS NOT NULL

-- right tricky
-- question: How many patients had atrial fibrillation three or more times within one year?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, condition_start_date AS d, LEAD(condition_start_date, 2) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS third FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation])) t WHERE third <= d + INTERVAL '1' YEAR

-- right tricky
-- question: How many patients have exactly one inpatient visit?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id HAVING COUNT(*) = 1) t

-- right tricky
-- question: How many men and how many women took metformin?
SELECT COUNT(DISTINCT de.person_id) FILTER (WHERE p.gender_concept_id = 8507) AS men, COUNT(DISTINCT de.person_id) FILTER (WHERE p.gender_concept_id = 8532) AS women FROM drug_exposure de JOIN person p ON p.person_id = de.person_id WHERE de.drug_concept_id IN ([drug@metformin])

-- right tricky
-- question: How many patients with chronic kidney disease had no clopidogrel within 90 days after the first diagnosis?
WITH c AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@chronic kidney disease]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM c LEFT JOIN drug_exposure de ON de.person_id = c.person_id AND de.drug_concept_id IN ([drug@clopidogrel]) AND de.drug_exposure_start_date BETWEEN c.d AND c.d + INTERVAL '90' DAY WHERE de.drug_exposure_id IS NULL

-- right tricky
-- question: How many patients died at home before the age of 80?
SELECT COUNT(*) AS patients FROM death d JOIN person p USING (person_id) WHERE EXTRACT(YEAR FROM d.death_date) - p.year_of_birth < 80 AND NOT EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = d.person_id AND v.visit_concept_id = 9201 AND d.death_date BETWEEN v.visit_start_date AND v.visit_end_date)

-- right tricky
-- question: How many patients had a stroke during an inpatient visit?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN visit_occurrence v ON v.visit_occurrence_id = co.visit_occurrence_id WHERE co.condition_concept_id IN ([condition@stroke]) AND v.visit_concept_id = 9201

-- right tricky
-- question: How many drug exposures does the median lisinopril user have?
SELECT QUANTILE_CONT(n, 0.5) AS med FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) GROUP BY person_id) t

-- right tricky
-- question: What is the share of lisinopril users among patients with pneumonia, by sex?
SELECT p.gender_concept_id, AVG(CASE WHEN u.person_id IS NULL THEN 0.0 ELSE 1.0 END) AS share FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia])) s JOIN person p USING (person_id) LEFT JOIN (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) u USING (person_id) GROUP BY 1

-- right tricky
-- question: How many patients had pneumonia and chronic obstructive pulmonary disease on the same day?
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id AND b.condition_start_date = a.condition_start_date WHERE a.condition_concept_id IN ([condition@pneumonia]) AND b.condition_concept_id IN ([condition@chronic obstructive pulmonary disease])

-- right tricky
-- question: How many pairs of persons and drugs are there with at least ten exposures?
SELECT COUNT(*) AS pairs FROM (SELECT person_id, drug_concept_id FROM drug_exposure GROUP BY person_id, drug_concept_id HAVING COUNT(*) >= 10) t

-- right tricky
-- question: How many patients have a gap of more than 365 days between two observation periods?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, observation_period_start_date - LAG(observation_period_end_date) OVER (PARTITION BY person_id ORDER BY observation_period_start_date) AS gap FROM observation_period) t WHERE gap > 365

-- right tricky
-- question: How many people were hospitalized in 2008 but not in 2009?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2008 EXCEPT SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2009) t

-- right tricky
-- question: How many patients took both warfarin and clopidogrel at the same time?
SELECT COUNT(DISTINCT a.person_id) AS patients FROM drug_era a JOIN drug_era b ON b.person_id = a.person_id AND a.drug_era_start_date <= b.drug_era_end_date AND b.drug_era_start_date <= a.drug_era_end_date WHERE a.drug_concept_id IN ([drug@warfarin]) AND b.drug_concept_id IN ([drug@clopidogrel])

-- right tricky
-- question: What is the most common condition among women under 30?
SELECT c.concept_name FROM condition_occurrence co JOIN person p USING (person_id) JOIN concept c ON c.concept_id = co.condition_concept_id WHERE p.gender_concept_id = 8532 AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth < 30 AND co.condition_concept_id <> 0 GROUP BY c.concept_name ORDER BY COUNT(DISTINCT co.person_id) DESC LIMIT 1

-- right tricky
-- question: How many patients had dementia after the age of 50 and died later?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id JOIN death d ON d.person_id = co.person_id AND d.death_date > co.condition_start_date WHERE co.condition_concept_id IN ([condition@dementia]) AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth > 50

-- right tricky
-- question: On how many days did patients receive lisinopril in total, counting each day of a person once?
SELECT COUNT(*) AS days FROM (SELECT DISTINCT person_id, drug_exposure_start_date FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])) t

-- right tricky
-- question: How many patients with breast cancer took warfarin within 14 days before or after the diagnosis?
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN drug_exposure d ON d.person_id = c.person_id AND d.drug_exposure_start_date BETWEEN c.condition_start_date - INTERVAL '14' DAY AND c.condition_start_date + INTERVAL '14' DAY WHERE c.condition_concept_id IN ([condition@breast cancer]) AND d.drug_concept_id IN ([drug@warfarin])

-- right tricky
-- question: How many patients with asthma had at least one year of observation after the first diagnosis?
WITH e AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) SELECT COUNT(DISTINCT e.person_id) AS patients FROM e JOIN observation_period op ON op.person_id = e.person_id AND e.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE op.observation_period_end_date - e.d >= 365

-- right tricky
-- question: How many of the patients with hypertension are still alive?
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c LEFT JOIN death d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@hypertension]) AND d.person_id IS NULL

-- right tricky
-- question: What is the average number of different drugs per inpatient visit?
SELECT AVG(n) AS mean_drugs FROM (SELECT v.visit_occurrence_id, COUNT(DISTINCT de.drug_concept_id) AS n FROM visit_occurrence v LEFT JOIN drug_exposure de ON de.visit_occurrence_id = v.visit_occurrence_id WHERE v.visit_concept_id = 9201 GROUP BY v.visit_occurrence_id) t

-- right tricky
-- question: How many patients were first diagnosed with osteoporosis after their first hip fracture?
SELECT COUNT(*) AS patients FROM (SELECT person_id, MIN(CASE WHEN condition_concept_id IN ([condition@osteoporosis]) THEN condition_start_date END) AS op, MIN(CASE WHEN condition_concept_id IN ([condition@hip fracture]) THEN condition_start_date END) AS fx FROM condition_occurrence GROUP BY person_id) t WHERE op > fx

-- right tricky
-- question: In which month of the year are most pneumonia diagnoses made?
SELECT EXTRACT(MONTH FROM condition_start_date) AS mon, COUNT(*) AS diagnoses FROM condition_occurrence WHERE condition_concept_id IN ([condition@pneumonia]) GROUP BY 1 ORDER BY 2 DESC LIMIT 1

-- right tricky
-- question: How many patients had a third atrial fibrillation?
SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) AS k FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation])) t WHERE k = 3

-- right tricky
-- question: How many patients switched from metformin to naproxen within 30 days?
WITH c AS (SELECT person_id, drug_era_end_date AS e FROM drug_era WHERE drug_concept_id IN ([drug@metformin])), n AS (SELECT person_id, drug_era_start_date AS s FROM drug_era WHERE drug_concept_id IN ([drug@naproxen])) SELECT COUNT(DISTINCT c.person_id) AS patients FROM c JOIN n ON n.person_id = c.person_id AND n.s - c.e BETWEEN 0 AND 30

-- right tricky
-- question: What is the incidence proportion of gastrointestinal hemorrhage within one year after starting metformin?
WITH cx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(DISTINCT co.person_id) * 1.0 / COUNT(DISTINCT cx.person_id) AS risk FROM cx LEFT JOIN condition_occurrence co ON co.person_id = cx.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND co.condition_start_date > cx.d AND co.condition_start_date <= cx.d + 365

-- right tricky
-- question: How many patients have more drug exposures than condition records?
SELECT COUNT(*) AS patients FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure GROUP BY person_id) d LEFT JOIN (SELECT person_id, COUNT(*) AS n FROM condition_occurrence GROUP BY person_id) c ON c.person_id = d.person_id WHERE d.n > COALESCE(c.n, 0)

-- right tricky
-- question: What are the first and the last year with a stroke diagnosis?
SELECT MIN(EXTRACT(YEAR FROM condition_start_date)) AS first_year, MAX(EXTRACT(YEAR FROM condition_start_date)) AS last_year FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke])

-- right tricky
-- question: How many patients took warfarin only once?
SELECT COUNT(*) AS patients FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) GROUP BY person_id) t WHERE n = 1

-- wrong substance
-- question: How many patients had an LDL cholesterol above 190 mg/dL?
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id = 3007070 AND unit_concept_id = 8840 AND value_as_number > 190

-- wrong unit
-- question: How many patients had an LDL cholesterol above 5 mmol/L?
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id = 3028437 AND unit_concept_id = 8840 AND value_as_number > 5

-- wrong records
-- question: How many patients with asthma are there by sex?
SELECT "t1"."gender_concept_id" AS "gender", SUM(1) AS "sum:Number of Records:ok" FROM "condition_occurrence" "t0" INNER JOIN "person" "t1" ON ("t0"."person_id" = "t1"."person_id") WHERE ("t0"."condition_concept_id" IN ([condition@asthma])) GROUP BY 1

-- wrong together
-- question: How many patients had an asthma diagnosis both in 2009 and in 2010?
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND EXTRACT(YEAR FROM condition_start_date) IN (2009, 2010)

-- wrong together
-- question: How many patients have diabetes or hypertension?
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id WHERE a.condition_concept_id IN ([condition@type 2 diabetes]) AND b.condition_concept_id IN ([condition@hypertension])

-- wrong last
-- question: How many diabetic patients have a most recent HbA1c above 9 percent?
SELECT COUNT(*) AS patients FROM ( SELECT m.person_id, MAX(m.value_as_number) AS hba1c FROM measurement m WHERE m.measurement_concept_id = 3004410 AND m.unit_concept_id = 8554 AND m.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])) GROUP BY m.person_id ) last_value WHERE hba1c > 9

-- wrong limit
-- question: How many patients aged 40 to 60 had a colonoscopy?
SELECT COUNT(DISTINCT po.person_id) FROM procedure_occurrence po JOIN person p ON p.person_id = po.person_id WHERE po.procedure_concept_id IN ([procedure@colonoscopy]) AND EXTRACT(YEAR FROM po.procedure_date) - p.year_of_birth > 40 AND EXTRACT(YEAR FROM po.procedure_date) - p.year_of_birth < 60

-- wrong order
-- question: How many days pass on average between the first diagnosis of type 2 diabetes and the first metformin after it?
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id), rx AS (SELECT person_id, MIN(drug_exposure_start_date) AS m FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT AVG(m - d) AS mean_days FROM dx JOIN rx USING (person_id)

-- right
-- question: How many patients had an asthma diagnosis both in 2009 and in 2010?
SELECT COUNT(*) AS patients FROM ( SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND EXTRACT(YEAR FROM condition_start_date) IN (2009, 2010) GROUP BY person_id HAVING COUNT(DISTINCT EXTRACT(YEAR FROM condition_start_date)) = 2 ) both_years

-- right
-- question: How many diabetic patients have a most recent HbA1c above 9 percent?
WITH last_hba1c AS ( SELECT person_id, value_as_number, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS rn FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL ) SELECT COUNT(DISTINCT l.person_id) AS patients FROM last_hba1c l WHERE l.rn = 1 AND l.value_as_number > 9 AND EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = l.person_id AND c.condition_concept_id IN ([condition@diabetes mellitus]))

-- right
-- question: How many patients have diabetes or hypertension?
SELECT COUNT(*) AS patients FROM ( SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) UNION SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension]) )

-- right
-- question: How many days pass on average between the first diagnosis of type 2 diabetes and the first metformin after it?
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS dx_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id), met AS (SELECT dx.person_id, dx.dx_date, MIN(de.drug_exposure_start_date) AS met_date FROM dx JOIN drug_exposure de ON de.person_id = dx.person_id AND de.drug_exposure_start_date >= dx.dx_date WHERE de.drug_concept_id IN ([drug@metformin]) GROUP BY dx.person_id, dx.dx_date) SELECT AVG(DATE_DIFF('day', dx_date, met_date)) AS mean_days FROM met

-- right
-- question: How many patients with asthma are there by sex?
SELECT "t1"."gender_concept_id" AS "gender", COUNT(DISTINCT "t0"."person_id") AS "ctd:person_id:ok" FROM "condition_occurrence" "t0" INNER JOIN "person" "t1" ON ("t0"."person_id" = "t1"."person_id") WHERE ("t0"."condition_concept_id" IN ([condition@asthma])) GROUP BY 1

-- right
-- question: What share of the people observed in each year had type 2 diabetes recorded that year?
WITH years AS (SELECT UNNEST([2008, 2009, 2010]) AS yr), obs AS (SELECT DISTINCT y.yr, op.person_id FROM years y JOIN observation_period op ON y.yr BETWEEN EXTRACT(YEAR FROM op.observation_period_start_date) AND EXTRACT(YEAR FROM op.observation_period_end_date)), dm AS (SELECT DISTINCT person_id, EXTRACT(YEAR FROM condition_start_date) AS yr FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])) SELECT obs.yr, COUNT(dm.person_id) * 1.0 / COUNT(*) AS prevalence FROM obs LEFT JOIN dm ON dm.person_id = obs.person_id AND dm.yr = obs.yr GROUP BY obs.yr ORDER BY obs.yr

-- right
-- question: How many patients used simvastatin and amlodipine concurrently?
WITH s AS (SELECT person_id, drug_exposure_start_date AS a, COALESCE(drug_exposure_end_date, drug_exposure_start_date + (days_supply - 1) * INTERVAL 1 DAY, drug_exposure_start_date) AS b FROM drug_exposure WHERE drug_concept_id IN ([drug@simvastatin])), m AS (SELECT person_id, drug_exposure_start_date AS a, COALESCE(drug_exposure_end_date, drug_exposure_start_date) AS b FROM drug_exposure WHERE drug_concept_id IN ([drug@amlodipine])) SELECT COUNT(DISTINCT s.person_id) AS patients FROM s JOIN m ON m.person_id = s.person_id AND s.a <= m.b AND m.a <= s.b

-- right
-- question: How many patients had an emergency visit in the 30 days before their first heart failure diagnosis?
WITH hf AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM hf WHERE EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = hf.person_id AND v.visit_concept_id = 9203 AND v.visit_start_date >= hf.d - INTERVAL 30 DAY AND v.visit_start_date < hf.d)

-- wrong form
-- question: What is the median age of patients at their first diagnosis of gout?
SELECT AVG(EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth) AS age FROM (SELECT person_id, MIN(condition_start_date) AS condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id) co JOIN person p ON p.person_id = co.person_id

-- wrong form
-- question: How many patients had at least 2 visits?
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM visit_occurrence GROUP BY person_id HAVING COUNT(*) > 2) v

-- wrong form
-- question: How many women were diagnosed with gout in 2009?
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@gout]) AND p.gender_concept_id = 8507 AND EXTRACT(YEAR FROM co.condition_start_date) = 2009

-- wrong form
-- question: How many patients had a GI bleed within 90 days after their first celecoxib?
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS index_date FROM drug_exposure WHERE drug_concept_id IN ([drug@celecoxib]) GROUP BY 1) SELECT COUNT(DISTINCT f.person_id) AS patients FROM f JOIN condition_occurrence co ON co.person_id = f.person_id WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND f.index_date - co.condition_start_date BETWEEN 0 AND 90

-- wrong form
-- question: How many patients with a first hypertension diagnosis had no heart failure before that diagnosis?
WITH h AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM h WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence f WHERE f.person_id = h.person_id AND f.condition_concept_id IN ([condition@heart failure]))

-- wrong form
-- question: How many first-time users of metformin had at least 365 days of observation before the first era?
WITH f AS (SELECT person_id, MIN(drug_era_start_date) AS index_date FROM drug_era WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) AS patients FROM f JOIN observation_period op ON op.person_id = f.person_id AND f.index_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE op.observation_period_end_date - f.index_date >= 365

-- wrong form
-- question: Show the monthly trend of prescriptions over 2008 to 2010.
SELECT EXTRACT(MONTH FROM drug_exposure_start_date) AS month, COUNT(*) AS prescriptions FROM drug_exposure WHERE drug_exposure_start_date BETWEEN DATE '2008-01-01' AND DATE '2010-12-31' GROUP BY month ORDER BY month

-- wrong form
-- question: How many patients had gout, by sex?
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])

-- wrong order
-- question: What share of patients with type 2 diabetes had an HbA1c test in the year after their first diagnosis?
WITH dm AS ( SELECT person_id, MIN(condition_start_date) AS dx FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id ), tested AS ( SELECT DISTINCT dm.person_id FROM dm JOIN measurement m ON m.person_id = dm.person_id WHERE m.measurement_concept_id IN ([measurement@HbA1c]) AND m.measurement_date BETWEEN dm.dx - INTERVAL 365 DAY AND dm.dx ) SELECT (SELECT COUNT(*) FROM tested) * 1.0 / (SELECT COUNT(*) FROM dm) AS share

-- wrong together
-- question: How many patients were diagnosed with pneumonia during an inpatient stay?
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN visit_occurrence v ON v.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@pneumonia]) AND v.visit_concept_id = 9201

-- wrong race
-- question: How many Black patients have prostate cancer?
SELECT COUNT(DISTINCT p.person_id) FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id WHERE p.race_concept_id = 8527 AND c.condition_concept_id IN ([condition@prostate cancer])

-- wrong year
-- question: How many patients with a first diagnosis of atrial fibrillation started warfarin within 12 months?
WITH af AS ( SELECT person_id, MIN(condition_start_date) AS af_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation]) GROUP BY person_id ), w AS ( SELECT person_id, MIN(drug_exposure_start_date) AS w_date FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) GROUP BY person_id ) SELECT COUNT(*) FROM af JOIN w USING (person_id) WHERE EXTRACT(YEAR FROM w_date) = EXTRACT(YEAR FROM af_date)

-- wrong ends
-- question: How many hospital stays ended in 2009?
SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'

-- wrong limit
-- question: How many people had an eGFR below 30 or above 60?
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@eGFR]) AND unit_concept_id = 720870 AND (value_as_number < 30 OR value_as_number >= 60)

-- wrong concepts
-- question: Which five procedures were performed in the most patients?
SELECT c.concept_name, COUNT(DISTINCT po.person_id) AS patients FROM procedure_occurrence po JOIN concept c ON c.concept_id = po.procedure_type_concept_id GROUP BY c.concept_id, c.concept_name ORDER BY patients DESC LIMIT 5

-- wrong time under observation
-- question: How many people had new asthma in 2010, at least 365 days after enrolment?
WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id)
SELECT COUNT(*) AS new_cases FROM f JOIN observation_period op ON op.person_id = f.person_id AND f.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE f.d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'

-- wrong share over results  not people
-- question: What share of patients (as a percentage) who have any HbA1c value on file ever went above 8 percent?
SELECT 100.0 * SUM(CASE WHEN value_as_number > 8 THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number IS NOT NULL

-- wrong mean over stays  not over people's sums
-- question: On average, how many days in total did each hospitalised person spend in hospital (sum of end minus start over all of the person's inpatient stays)?
SELECT AVG(visit_end_date - visit_start_date) AS avg_days FROM visit_occurrence WHERE visit_concept_id = 9201

-- right mean over stays  not over people's sums
-- question: On average, how many days in total did each hospitalised person spend in hospital (sum of end minus start over all of the person's inpatient stays)?
SELECT AVG(days) AS avg_days FROM (SELECT person_id, SUM(visit_end_date - visit_start_date) AS days FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) t

-- wrong overlap instead of cover
-- question: How many people were enrolled in Medicare Part D without interruption during all of 2009 (one plan period covering the entire year)?
SELECT COUNT(DISTINCT person_id) AS n FROM payer_plan_period WHERE plan_source_value = 'Medicare Part D' AND payer_plan_period_start_date <= DATE '2009-12-31' AND payer_plan_period_end_date >= DATE '2009-01-01'

-- right overlap instead of cover
-- question: How many people were enrolled in Medicare Part D without interruption during all of 2009 (one plan period covering the entire year)?
SELECT COUNT(DISTINCT person_id) AS n FROM payer_plan_period WHERE plan_source_value = 'Medicare Part D' AND payer_plan_period_start_date <= DATE '2009-01-01' AND payer_plan_period_end_date >= DATE '2009-12-31'

-- wrong exposures instead of eras
-- question: How many treatment eras of atorvastatin lasted longer than 90 days?
SELECT COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1545958) AND drug_exposure_end_date - drug_exposure_start_date > 90

-- right exposures instead of eras
-- question: How many treatment eras of atorvastatin lasted longer than 90 days?
SELECT COUNT(*) AS n FROM drug_era WHERE drug_concept_id = 1545958 AND drug_era_end_date - drug_era_start_date > 90

-- wrong any furosemide in the window
-- question: How many patients with heart failure got their very first furosemide prescription within half a year (180 days) after the first heart failure diagnosis?
WITH hf AS (SELECT person_id, MIN(condition_start_date) AS hf_date FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id) SELECT COUNT(DISTINCT hf.person_id) AS n FROM hf JOIN drug_exposure de ON de.person_id = hf.person_id AND de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 956874) WHERE de.drug_exposure_start_date BETWEEN hf.hf_date AND hf.hf_date + INTERVAL 180 DAY

-- right any furosemide in the window
-- question: How many patients with heart failure got their very first furosemide prescription within half a year (180 days) after the first heart failure diagnosis?
WITH hf AS (SELECT person_id, MIN(condition_start_date) AS hf_date FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id), f AS (SELECT person_id, MIN(drug_exposure_start_date) AS f_date FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 956874) GROUP BY person_id) SELECT COUNT(*) AS n FROM hf JOIN f ON f.person_id = hf.person_id WHERE f.f_date BETWEEN hf.hf_date AND hf.hf_date + INTERVAL 180 DAY

-- wrong patient's home instead of the site's place
-- question: How many outpatient visits took place at care sites in New York?
SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN location l ON l.location_id = p.location_id WHERE v.visit_concept_id = 9202 AND l.state = 'NY'

-- right patient's home instead of the site's place
-- question: How many outpatient visits took place at care sites in New York?
SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN care_site cs ON cs.care_site_id = v.care_site_id JOIN location l ON l.location_id = cs.location_id WHERE v.visit_concept_id = 9202 AND l.state = 'NY'

-- wrong site's place instead of the patient's home
-- question: How many people live in Texas and have had at least one inpatient stay?
SELECT COUNT(DISTINCT v.person_id) AS n FROM visit_occurrence v JOIN care_site cs ON cs.care_site_id = v.care_site_id JOIN location l ON l.location_id = cs.location_id WHERE v.visit_concept_id = 9201 AND l.state = 'TX'

-- right site's place instead of the patient's home
-- question: How many people live in Texas and have had at least one inpatient stay?
SELECT COUNT(DISTINCT v.person_id) AS n FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN location l ON l.location_id = p.location_id WHERE v.visit_concept_id = 9201 AND l.state = 'TX'

-- wrong NULL ends dropped
-- question: How many people had an ongoing hypertension condition on 1 January 2010, treating records without an end date as still open?
SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) AND condition_start_date <= DATE '2010-01-01' AND condition_end_date >= DATE '2010-01-01'

-- right NULL ends dropped
-- question: How many people had an ongoing hypertension condition on 1 January 2010, treating records without an end date as still open?
SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) AND condition_start_date <= DATE '2010-01-01' AND (condition_end_date IS NULL OR condition_end_date >= DATE '2010-01-01')

-- wrong oldest instead of newest
-- question: What is the average of each person's most recent LDL cholesterol result?
SELECT AVG(value_as_number) AS avg_ldl FROM (SELECT person_id, value_as_number, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date) AS rn FROM measurement WHERE measurement_concept_id = 3028437 AND value_as_number IS NOT NULL) t WHERE rn = 1

-- wrong lowest for the last
-- question: How many people have their highest recorded glucose above 200 but their last one below 120?
SELECT COUNT(*) AS n FROM (SELECT person_id, MAX(value_as_number) AS hi, MIN(value_as_number) AS last_v FROM measurement WHERE measurement_concept_id = 3004501 GROUP BY person_id) t WHERE hi > 200 AND last_v < 120

-- wrong sign of the difference
-- question: How many patients with COPD died after being diagnosed, that is, more than 30 days after their first COPD record?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS dx FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) GROUP BY person_id) c JOIN death d ON d.person_id = c.person_id WHERE c.dx > d.death_date + 30

-- right sign of the difference
-- question: How many patients with COPD died after being diagnosed, that is, more than 30 days after their first COPD record?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS dx FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) GROUP BY person_id) c JOIN death d ON d.person_id = c.person_id WHERE d.death_date > c.dx + 30

-- wrong 65 taken in
-- question: How many adults of working age, 18 to 64 years at the time of the visit (by calendar years), came to the emergency room?
SELECT COUNT(DISTINCT v.person_id) AS n FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE v.visit_concept_id = 9203 AND EXTRACT(YEAR FROM v.visit_start_date) - p.year_of_birth BETWEEN 18 AND 65

-- wrong > instead of >=
-- question: How many people aged 80 and over at death are there (year of death minus year of birth)?
SELECT COUNT(*) AS n FROM death d JOIN person p USING (person_id) WHERE YEAR(d.death_date) - p.year_of_birth > 80

-- right > instead of >=
-- question: How many people aged 80 and over at death are there (year of death minus year of birth)?
SELECT COUNT(*) AS n FROM death d JOIN person p USING (person_id) WHERE YEAR(d.death_date) - p.year_of_birth >= 80

-- wrong join multiplies stays
-- question: How many inpatient stays had at least one procedure during them (same visit)?
SELECT COUNT(v.visit_occurrence_id) AS stays FROM visit_occurrence v JOIN procedure_occurrence po ON po.visit_occurrence_id = v.visit_occurrence_id WHERE v.visit_concept_id = 9201

-- right join multiplies stays
-- question: How many inpatient stays had at least one procedure during them (same visit)?
SELECT COUNT(DISTINCT v.visit_occurrence_id) AS stays FROM visit_occurrence v JOIN procedure_occurrence po ON po.visit_occurrence_id = v.visit_occurrence_id WHERE v.visit_concept_id = 9201

-- wrong two counts added  people on both twice
-- question: How many persons take aspirin or clopidogrel?
SELECT (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807)) + (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)) AS persons

-- right two counts added  people on both twice
-- question: How many persons take aspirin or clopidogrel?
SELECT COUNT(DISTINCT person_id) AS persons FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807) OR drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)

-- wrong UNION ALL of people
-- question: Count the unique individuals who had either a colonoscopy or a mammogram in 2009.
SELECT COUNT(person_id) AS n FROM (SELECT DISTINCT person_id FROM procedure_occurrence WHERE procedure_concept_id = 4249893 AND EXTRACT(YEAR FROM procedure_date) = 2009 UNION ALL SELECT DISTINCT person_id FROM procedure_occurrence WHERE procedure_concept_id = 4324693 AND EXTRACT(YEAR FROM procedure_date) = 2009) t

-- wrong no overlap
-- question: How many people used lisinopril and hydrochlorothiazide concurrently, i.e. with overlapping drug eras?
SELECT COUNT(DISTINCT a.person_id) AS n FROM drug_era a JOIN drug_era b ON a.person_id = b.person_id WHERE a.drug_concept_id = 1308216 AND b.drug_concept_id = 974166

-- right no overlap
-- question: How many people used lisinopril and hydrochlorothiazide concurrently, i.e. with overlapping drug eras?
SELECT COUNT(DISTINCT a.person_id) AS n FROM drug_era a JOIN drug_era b ON a.person_id = b.person_id WHERE a.drug_concept_id = 1308216 AND b.drug_concept_id = 974166 AND a.drug_era_start_date <= b.drug_era_end_date AND b.drug_era_start_date <= a.drug_era_end_date

-- wrong half an overlap
-- question: How many people had a drug era of simvastatin overlapping a drug era of amlodipine by at least one day?
SELECT COUNT(DISTINCT s.person_id) AS n FROM drug_era s JOIN drug_era a ON a.person_id = s.person_id WHERE s.drug_concept_id = 1539403 AND a.drug_concept_id = 1332418 AND a.drug_era_start_date BETWEEN s.drug_era_start_date AND s.drug_era_end_date

-- right half an overlap
-- question: How many people had a drug era of simvastatin overlapping a drug era of amlodipine by at least one day?
SELECT COUNT(DISTINCT s.person_id) AS n FROM drug_era s JOIN drug_era a ON a.person_id = s.person_id WHERE s.drug_concept_id = 1539403 AND a.drug_concept_id = 1332418 AND a.drug_era_start_date <= s.drug_era_end_date AND a.drug_era_end_date >= s.drug_era_start_date

-- wrong no restriction to those after
-- question: What is the mean number of days from the first type 2 diabetes diagnosis to the first metformin prescription, among people whose first metformin came on or after the diagnosis?
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) GROUP BY 1), rx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) GROUP BY 1) SELECT AVG(rx.d - dx.d) AS mean_days FROM dx JOIN rx USING (person_id)

-- right no restriction to those after
-- question: What is the mean number of days from the first type 2 diabetes diagnosis to the first metformin prescription, among people whose first metformin came on or after the diagnosis?
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) GROUP BY 1), rx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) GROUP BY 1) SELECT AVG(rx.d - dx.d) AS mean_days FROM dx JOIN rx USING (person_id) WHERE rx.d >= dx.d

-- wrong sign
-- question: Average number of days between first hypertension diagnosis and death among those who died?
SELECT AVG(h.d - de.death_date) AS days FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY person_id) h JOIN death de ON de.person_id = h.person_id

-- right sign
-- question: Average number of days between first hypertension diagnosis and death among those who died?
SELECT AVG(de.death_date - h.d) AS days FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY person_id) h JOIN death de ON de.person_id = h.person_id

-- wrong months of different years together
-- question: How many emergency room visits happened in each calendar month of the data (January 2008, February 2008 and so on)?
SELECT EXTRACT(MONTH FROM visit_start_date) AS month, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1 ORDER BY 1

-- right months of different years together
-- question: How many emergency room visits happened in each calendar month of the data (January 2008, February 2008 and so on)?
SELECT DATE_TRUNC('month', visit_start_date) AS month, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1 ORDER BY 1

-- wrong unmapped in
-- question: What are the five most common diagnoses by number of patients? Ignore unmapped records.
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence GROUP BY condition_concept_id ORDER BY patients DESC LIMIT 5

-- right unmapped in
-- question: What are the five most common diagnoses by number of patients? Ignore unmapped records.
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY condition_concept_id ORDER BY patients DESC LIMIT 5

-- wrong most instead of least
-- question: Which three procedures are performed least often (by records, mapped only)?
SELECT procedure_concept_id, COUNT(*) AS n FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY n DESC LIMIT 3

-- right most instead of least
-- question: Which three procedures are performed least often (by records, mapped only)?
SELECT procedure_concept_id, COUNT(*) AS n FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY n ASC, 1 LIMIT 3

-- right records  not days
-- question: How many people have at least two outpatient visits on different days?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9202 GROUP BY person_id HAVING COUNT(DISTINCT visit_start_date) >= 2) t

-- wrong exposures' products
-- question: How many people have ever been dispensed three or more different ingredients (going by drug eras)?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY person_id HAVING COUNT(DISTINCT drug_concept_id) >= 3) x

-- right exposures' products
-- question: How many people have ever been dispensed three or more different ingredients (going by drug eras)?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_era GROUP BY person_id HAVING COUNT(DISTINCT drug_concept_id) >= 3) x

-- wrong zeros missing
-- question: What was the average number of outpatient visits per person in 2009 across the whole population, including people without any?
SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS avg_visits FROM visit_occurrence WHERE visit_concept_id = 9202 AND visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'

-- right zeros missing
-- question: What was the average number of outpatient visits per person in 2009 across the whole population, including people without any?
SELECT COUNT(v.visit_occurrence_id) * 1.0 / COUNT(DISTINCT p.person_id) AS avg_visits FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9202 AND v.visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'

-- wrong all cataract records
-- question: What is the mean age at first cataract diagnosis (year of diagnosis minus birth year)?
SELECT AVG(EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth) AS mean_age FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 375545)

-- right all cataract records
-- question: What is the mean age at first cataract diagnosis (year of diagnosis minus birth year)?
SELECT AVG(EXTRACT(YEAR FROM f.d) - p.year_of_birth) AS mean_age FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 375545) GROUP BY person_id) f JOIN person p ON p.person_id = f.person_id

-- wrong mean
-- question: What is the median number of prescriptions a metformin user has received?
SELECT AVG(n) AS typical FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) GROUP BY person_id) t

-- right mean
-- question: What is the median number of prescriptions a metformin user has received?
SELECT MEDIAN(n) AS typical FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) GROUP BY person_id) t

-- wrong denominator of everyone
-- question: What percentage of women have osteoarthritis?
SELECT 100.0 * (SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN person p USING (person_id) WHERE p.gender_concept_id = 8532 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 80180)) / (SELECT COUNT(*) FROM person) AS pct

-- right denominator of everyone
-- question: What percentage of women have osteoarthritis?
SELECT 100.0 * (SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN person p USING (person_id) WHERE p.gender_concept_id = 8532 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 80180)) / (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532) AS pct

-- wrong shares of all
-- question: Per sex, which proportion of the people of that sex had at least one emergency visit?
SELECT p.gender_concept_id, COUNT(DISTINCT v.person_id) * 1.0 / (SELECT COUNT(*) FROM person) AS proportion FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9203 GROUP BY p.gender_concept_id

-- right shares of all
-- question: Per sex, which proportion of the people of that sex had at least one emergency visit?
SELECT p.gender_concept_id, COUNT(DISTINCT v.person_id) * 1.0 / COUNT(DISTINCT p.person_id) AS proportion FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9203 GROUP BY p.gender_concept_id

-- wrong counted from the start of the previous
-- question: How many inpatient stays were a readmission, i.e. began 1 to 30 days after the end of the same patient's previous inpatient stay?
SELECT COUNT(*) AS n FROM (SELECT visit_start_date, LAG(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS prev FROM visit_occurrence WHERE visit_concept_id = 9201) t WHERE visit_start_date - prev BETWEEN 1 AND 30

-- right counted from the start of the previous
-- question: How many inpatient stays were a readmission, i.e. began 1 to 30 days after the end of the same patient's previous inpatient stay?
SELECT COUNT(*) AS n FROM (SELECT visit_start_date, LAG(visit_end_date) OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS prev FROM visit_occurrence WHERE visit_concept_id = 9201) t WHERE visit_start_date - prev BETWEEN 1 AND 30

-- wrong LAG without partition
-- question: What was the average gap in days between consecutive outpatient visits of the same person?
SELECT AVG(gap) AS avg_gap FROM (SELECT visit_start_date - LAG(visit_start_date) OVER (ORDER BY person_id, visit_start_date) AS gap FROM visit_occurrence WHERE visit_concept_id = 9202) t

-- right LAG without partition
-- question: What was the average gap in days between consecutive outpatient visits of the same person?
SELECT AVG(gap) AS avg_gap FROM (SELECT visit_start_date - LAG(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS gap FROM visit_occurrence WHERE visit_concept_id = 9202) t

-- wrong whole observation time of cases
-- question: What is the incidence of type 2 diabetes per 1000 person-years, counting time from observation start until the first diagnosis (or observation end), and only people whose first diagnosis is after the start of observation or who have none?
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) GROUP BY person_id) SELECT 1000.0 * COUNT(dx.d) / (SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25) AS rate FROM observation_period op LEFT JOIN dx ON dx.person_id = op.person_id WHERE dx.d IS NULL OR dx.d > op.observation_period_start_date

-- right whole observation time of cases
-- question: What is the incidence of type 2 diabetes per 1000 person-years, counting time from observation start until the first diagnosis (or observation end), and only people whose first diagnosis is after the start of observation or who have none?
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) GROUP BY person_id) SELECT 1000.0 * COUNT(dx.d) / (SUM(LEAST(COALESCE(dx.d, op.observation_period_end_date), op.observation_period_end_date) - op.observation_period_start_date) / 365.25) AS rate FROM observation_period op LEFT JOIN dx ON dx.person_id = op.person_id WHERE dx.d IS NULL OR dx.d > op.observation_period_start_date

-- wrong only the payer's part
-- question: What did the average inpatient stay cost in total (payer plus patient)?
SELECT AVG(c.paid_by_payer) AS avg_cost FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201

-- right only the payer's part
-- question: What did the average inpatient stay cost in total (payer plus patient)?
SELECT AVG(c.paid_by_payer + c.paid_by_patient) AS avg_cost FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201

-- wrong mean per record
-- question: On average how much was spent per patient (total of all paid amounts) on drugs in 2010, over those with any drug cost that year?
SELECT AVG(c.paid_by_payer + c.paid_by_patient) AS avg_spent FROM cost c JOIN drug_exposure de ON de.drug_exposure_id = c.cost_event_id WHERE c.cost_domain_id = 'Drug' AND de.drug_exposure_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'

-- right mean per record
-- question: On average how much was spent per patient (total of all paid amounts) on drugs in 2010, over those with any drug cost that year?
SELECT SUM(c.paid_by_payer + c.paid_by_patient) / COUNT(DISTINCT de.person_id) AS avg_spent FROM cost c JOIN drug_exposure de ON de.drug_exposure_id = c.cost_event_id WHERE c.cost_domain_id = 'Drug' AND de.drug_exposure_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'

-- wrong Asian
-- question: How many Black or African American patients have hypertension?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE p.race_concept_id = 8515 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)

-- right Asian
-- question: How many Black or African American patients have hypertension?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE p.race_concept_id = 8516 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)

-- wrong dates not compared
-- question: How many emergency room visits led to an inpatient admission of the same person on the same or the next day?
SELECT COUNT(DISTINCT e.visit_occurrence_id) AS n FROM visit_occurrence e JOIN visit_occurrence i ON i.person_id = e.person_id AND i.visit_concept_id = 9201 WHERE e.visit_concept_id = 9203

-- right dates not compared
-- question: How many emergency room visits led to an inpatient admission of the same person on the same or the next day?
SELECT COUNT(DISTINCT e.visit_occurrence_id) AS n FROM visit_occurrence e JOIN visit_occurrence i ON i.person_id = e.person_id AND i.visit_concept_id = 9201 AND i.visit_start_date BETWEEN e.visit_start_date AND e.visit_start_date + 1 WHERE e.visit_concept_id = 9203

-- wrong after
-- question: For how many people do we have an LDL measurement in the year (365 days) before their first statin dispensing?
SELECT COUNT(DISTINCT s.person_id) AS n FROM (SELECT person_id, MIN(drug_exposure_start_date) AS idx FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855) GROUP BY person_id) s JOIN measurement m ON m.person_id = s.person_id AND m.measurement_concept_id = 3028437 AND m.measurement_date BETWEEN s.idx AND s.idx + 365

-- right after
-- question: For how many people do we have an LDL measurement in the year (365 days) before their first statin dispensing?
SELECT COUNT(DISTINCT s.person_id) AS n FROM (SELECT person_id, MIN(drug_exposure_start_date) AS idx FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855) GROUP BY person_id) s JOIN measurement m ON m.person_id = s.person_id AND m.measurement_concept_id = 3028437 AND m.measurement_date BETWEEN s.idx - 365 AND s.idx - 1

-- wrong last of all time  not before
-- question: What is the mean of the last HbA1c before the first metformin prescription (one value per person)?
WITH idx AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) GROUP BY person_id), m AS (SELECT person_id, value_as_number, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS rn FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number IS NOT NULL) SELECT AVG(m.value_as_number) AS mean_hba1c FROM idx JOIN m ON m.person_id = idx.person_id AND m.rn = 1

-- wrong reversed
-- question: Among people with two or more body weights, by how many kilograms did weight change on average from the first to the last one (last minus first)?
SELECT AVG(f - l) AS change FROM (SELECT person_id, ARG_MIN(value_as_number, measurement_date) AS f, ARG_MAX(value_as_number, measurement_date) AS l FROM measurement WHERE measurement_concept_id = 3025315 AND value_as_number IS NOT NULL GROUP BY person_id HAVING COUNT(*) >= 2) t

-- right reversed
-- question: Among people with two or more body weights, by how many kilograms did weight change on average from the first to the last one (last minus first)?
SELECT AVG(l - f) AS change FROM (SELECT person_id, ARG_MIN(value_as_number, measurement_date) AS f, ARG_MAX(value_as_number, measurement_date) AS l FROM measurement WHERE measurement_concept_id = 3025315 AND value_as_number IS NOT NULL GROUP BY person_id HAVING COUNT(*) >= 2) t

-- wrong AND for OR in a negated way
-- question: How many people have ever had a potassium value outside 3.5 to 5.1 (below 3.5 or above 5.1)?
SELECT COUNT(DISTINCT person_id) AS n FROM measurement WHERE measurement_concept_id = 3023103 AND value_as_number BETWEEN 3.5 AND 5.1

-- wrong period missing in the exclusion
-- question: How many patients with type 2 diabetes never had an HbA1c test before 2010?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) AND co.person_id NOT IN (SELECT person_id FROM measurement WHERE measurement_concept_id = 3004410)

-- right period missing in the exclusion
-- question: How many patients with type 2 diabetes never had an HbA1c test before 2010?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) AND co.person_id NOT IN (SELECT person_id FROM measurement WHERE measurement_concept_id = 3004410 AND measurement_date < DATE '2010-01-01')

-- wrong quantity
-- question: In total, how many days of clopidogrel supply were dispensed?
SELECT SUM(quantity) AS total_days FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)

-- right quantity
-- question: In total, how many days of clopidogrel supply were dispensed?
SELECT SUM(days_supply) AS total_days FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)

-- wrong counts records
-- question: How many people have at least three of these four: hypertension, type 2 diabetes, heart failure, COPD?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) OR condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) OR condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) OR condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) GROUP BY person_id HAVING COUNT(*) >= 3) t

-- right counts records
-- question: How many people have at least three of these four: hypertension, type 2 diabetes, heart failure, COPD?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM condition_occurrence GROUP BY person_id HAVING MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) THEN 1 ELSE 0 END) + MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) THEN 1 ELSE 0 END) + MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) THEN 1 ELSE 0 END) + MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) THEN 1 ELSE 0 END) >= 3) t

-- wrong anyone with heart failure who died
-- question: How many deaths have heart failure as their recorded cause of death?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN condition_occurrence co ON co.person_id = d.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)

-- right anyone with heart failure who died
-- question: How many deaths have heart failure as their recorded cause of death?
SELECT COUNT(*) AS n FROM death WHERE cause_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)

-- wrong dates not compared
-- question: How many people died while in hospital (death date between admission and discharge of an inpatient stay)?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9201 AND d.death_date >= v.visit_start_date

-- right dates not compared
-- question: How many people died while in hospital (death date between admission and discharge of an inpatient stay)?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9201 AND d.death_date BETWEEN v.visit_start_date AND v.visit_end_date

-- wrong NULL
-- question: What percentage of condition records is unmapped (concept 0)?
SELECT 100.0 * COUNT(*) FILTER (WHERE condition_concept_id IS NULL) / COUNT(*) AS pct FROM condition_occurrence

-- right NULL
-- question: What percentage of condition records is unmapped (concept 0)?
SELECT 100.0 * COUNT(*) FILTER (WHERE condition_concept_id = 0) / COUNT(*) AS pct FROM condition_occurrence

-- wrong other years' visits let them in
-- question: How many people did not have any visit in 2010?
SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) <> 2010

-- right other years' visits let them in
-- question: How many people did not have any visit in 2010?
SELECT COUNT(*) AS n FROM person p WHERE NOT EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND EXTRACT(YEAR FROM v.visit_start_date) = 2010)

-- wrong filter in WHERE after outer join
-- question: How many people without a single outpatient visit in 2008 are there?
SELECT COUNT(*) AS n FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9202 WHERE v.visit_occurrence_id IS NULL AND v.visit_start_date BETWEEN DATE '2008-01-01' AND DATE '2008-12-31'

-- right filter in WHERE after outer join
-- question: How many people without a single outpatient visit in 2008 are there?
SELECT COUNT(*) AS n FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9202 AND v.visit_start_date BETWEEN DATE '2008-01-01' AND DATE '2008-12-31' WHERE v.visit_occurrence_id IS NULL

-- wrong either year
-- question: How many people were hospitalised in both 2008 and 2009?
SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) IN (2008, 2009)

-- right either year
-- question: How many people were hospitalised in both 2008 and 2009?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) IN (2008, 2009) GROUP BY person_id HAVING COUNT(DISTINCT EXTRACT(YEAR FROM visit_start_date)) = 2) t

-- wrong in any of them
-- question: How many patients filled metformin in every one of the years 2008, 2009 and 2010?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) AND YEAR(drug_exposure_start_date) BETWEEN 2008 AND 2010

-- right in any of them
-- question: How many patients filled metformin in every one of the years 2008, 2009 and 2010?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) AND YEAR(drug_exposure_start_date) BETWEEN 2008 AND 2010 GROUP BY person_id HAVING COUNT(DISTINCT YEAR(drug_exposure_start_date)) = 3) t

-- wrong no order
-- question: How many people switched from lisinopril to losartan, i.e. had their first losartan prescription after their first lisinopril one?
SELECT COUNT(DISTINCT a.person_id) AS n FROM drug_exposure a JOIN drug_exposure b ON b.person_id = a.person_id WHERE a.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1308216) AND b.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1367500)

-- right no order
-- question: How many people switched from lisinopril to losartan, i.e. had their first losartan prescription after their first lisinopril one?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1308216) GROUP BY 1) a JOIN (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1367500) GROUP BY 1) b ON b.person_id = a.person_id WHERE b.d > a.d

-- wrong reversed side
-- question: How many new heart failure patients can be followed for a full year (observation continues for at least 365 days after the first diagnosis)?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id) hf JOIN observation_period op ON op.person_id = hf.person_id AND op.observation_period_start_date <= hf.d - 365

-- right reversed side
-- question: How many new heart failure patients can be followed for a full year (observation continues for at least 365 days after the first diagnosis)?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id) hf JOIN observation_period op ON op.person_id = hf.person_id AND hf.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date AND op.observation_period_end_date >= hf.d + 365

-- right exposures' products
-- question: Which drug ingredient has the most users? (use eras)
SELECT drug_concept_id, COUNT(DISTINCT person_id) AS users FROM drug_era GROUP BY drug_concept_id ORDER BY users DESC LIMIT 1

-- wrong people over stays
-- question: In what fraction of inpatient stays was an electrocardiogram done during the stay?
SELECT COUNT(DISTINCT po.person_id) * 1.0 / (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201) AS fraction FROM procedure_occurrence po JOIN visit_occurrence v ON v.visit_occurrence_id = po.visit_occurrence_id WHERE v.visit_concept_id = 9201 AND po.procedure_concept_id = 4163951

-- right people over stays
-- question: In what fraction of inpatient stays was an electrocardiogram done during the stay?
SELECT COUNT(DISTINCT po.visit_occurrence_id) * 1.0 / (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201) AS fraction FROM procedure_occurrence po JOIN visit_occurrence v ON v.visit_occurrence_id = po.visit_occurrence_id WHERE v.visit_concept_id = 9201 AND po.procedure_concept_id = 4163951

-- wrong by provider
-- question: How many outpatient visits are there for each provider specialty?
SELECT pr.provider_id, COUNT(*) AS visits FROM visit_occurrence v JOIN provider pr ON pr.provider_id = v.provider_id WHERE v.visit_concept_id = 9202 GROUP BY pr.provider_id

-- right by provider
-- question: How many outpatient visits are there for each provider specialty?
SELECT pr.specialty_concept_id, COUNT(*) AS visits FROM visit_occurrence v JOIN provider pr ON pr.provider_id = v.provider_id WHERE v.visit_concept_id = 9202 GROUP BY pr.specialty_concept_id

-- wrong wrong weekday numbers
-- question: How many emergency room visits fell on a weekend (Saturday or Sunday)?
SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND EXTRACT(DOW FROM visit_start_date) IN (5, 6)

-- right wrong weekday numbers
-- question: How many emergency room visits fell on a weekend (Saturday or Sunday)?
SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND EXTRACT(DOW FROM visit_start_date) IN (0, 6)

-- wrong eleven years
-- question: How many people were born in the 1930s?
SELECT COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1930 AND 1940

-- right eleven years
-- question: How many people were born in the 1930s?
SELECT COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1930 AND 1939

-- wrong inverted
-- question: What is the ratio of women to men among people with heart failure?
SELECT COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8507 THEN p.person_id END) * 1.0 / COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 THEN p.person_id END) AS ratio FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)

-- right inverted
-- question: What is the ratio of women to men among people with heart failure?
SELECT COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 THEN p.person_id END) * 1.0 / COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8507 THEN p.person_id END) AS ratio FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)

-- wrong reversed
-- question: By how much did the number of inpatient stays change from 2008 to 2009 (2009 minus 2008)?
SELECT SUM(CASE WHEN YEAR(visit_start_date) = 2008 THEN 1 ELSE 0 END) - SUM(CASE WHEN YEAR(visit_start_date) = 2009 THEN 1 ELSE 0 END) AS change FROM visit_occurrence WHERE visit_concept_id = 9201

-- right reversed
-- question: By how much did the number of inpatient stays change from 2008 to 2009 (2009 minus 2008)?
SELECT SUM(CASE WHEN YEAR(visit_start_date) = 2009 THEN 1 ELSE 0 END) - SUM(CASE WHEN YEAR(visit_start_date) = 2008 THEN 1 ELSE 0 END) AS change FROM visit_occurrence WHERE visit_concept_id = 9201

-- wrong per dispensing
-- question: How many people received more than 180 days of levothyroxine supply altogether?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1501700) AND days_supply > 180

-- right per dispensing
-- question: How many people received more than 180 days of levothyroxine supply altogether?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1501700) GROUP BY person_id HAVING SUM(days_supply) > 180) t

-- right only after
-- question: How many people had a fall within 14 days before or after an emergency room visit?
SELECT COUNT(DISTINCT o.person_id) AS n FROM observation o JOIN visit_occurrence v ON v.person_id = o.person_id AND v.visit_concept_id = 9203 WHERE o.observation_concept_id = 436583 AND o.observation_date BETWEEN v.visit_start_date - 14 AND v.visit_start_date + 14

-- wrong one of all years
-- question: For each year, what was the single most frequent condition (by distinct patients, mapped ones only)?
SELECT EXTRACT(YEAR FROM condition_start_date) AS yr, condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY 1, 2 ORDER BY n DESC LIMIT 1

-- right one of all years
-- question: For each year, what was the single most frequent condition (by distinct patients, mapped ones only)?
SELECT yr, condition_concept_id, n FROM (SELECT EXTRACT(YEAR FROM condition_start_date) AS yr, condition_concept_id, COUNT(DISTINCT person_id) AS n, ROW_NUMBER() OVER (PARTITION BY EXTRACT(YEAR FROM condition_start_date) ORDER BY COUNT(DISTINCT person_id) DESC) AS rk FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY 1, 2) t WHERE rk = 1 ORDER BY yr

-- wrong median
-- question: What is the 90th percentile of the length of inpatient stays in days (end minus start)?
SELECT QUANTILE_CONT(visit_end_date - visit_start_date, 0.5) AS p90 FROM visit_occurrence WHERE visit_concept_id = 9201

-- right median
-- question: What is the 90th percentile of the length of inpatient stays in days (end minus start)?
SELECT QUANTILE_CONT(visit_end_date - visit_start_date, 0.9) AS p90 FROM visit_occurrence WHERE visit_concept_id = 9201

-- wrong records with other conditions
-- question: How many people have a smoking record (tobacco history or daily tobacco) but no COPD?
SELECT COUNT(DISTINCT o.person_id) AS n FROM observation o JOIN condition_occurrence co ON co.person_id = o.person_id WHERE o.observation_concept_id IN (43530634, 42709996) AND co.condition_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573)

-- right records with other conditions
-- question: How many people have a smoking record (tobacco history or daily tobacco) but no COPD?
SELECT COUNT(DISTINCT o.person_id) AS n FROM observation o WHERE o.observation_concept_id IN (43530634, 42709996) AND NOT EXISTS (SELECT 1 FROM condition_occurrence co WHERE co.person_id = o.person_id AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573))

-- wrong upper bound missing
-- question: How many people were diagnosed with pneumonia during an inpatient stay (diagnosis on a day between admission and discharge)?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN visit_occurrence v ON v.person_id = co.person_id WHERE v.visit_concept_id = 9201 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) AND co.condition_start_date >= v.visit_start_date

-- right upper bound missing
-- question: How many people were diagnosed with pneumonia during an inpatient stay (diagnosis on a day between admission and discharge)?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN visit_occurrence v ON v.person_id = co.person_id WHERE v.visit_concept_id = 9201 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) AND co.condition_start_date BETWEEN v.visit_start_date AND v.visit_end_date

-- wrong before
-- question: How many people who had a coronary angiography later received a coronary artery stent (device) after the angiography?
SELECT COUNT(DISTINCT po.person_id) AS n FROM procedure_occurrence po JOIN device_exposure d ON d.person_id = po.person_id WHERE po.procedure_concept_id = 4142645 AND d.device_concept_id = 45767945 AND d.device_exposure_start_date < po.procedure_date

-- right before
-- question: How many people who had a coronary angiography later received a coronary artery stent (device) after the angiography?
SELECT COUNT(DISTINCT po.person_id) AS n FROM procedure_occurrence po JOIN device_exposure d ON d.person_id = po.person_id WHERE po.procedure_concept_id = 4142645 AND d.device_concept_id = 45767945 AND d.device_exposure_start_date > po.procedure_date

-- wrong denominators of all visits
-- question: What proportion of hospital stays lasted a week or longer (at least 7 days, end minus start)?
SELECT SUM(CASE WHEN visit_concept_id = 9201 AND visit_end_date - visit_start_date >= 7 THEN 1 ELSE 0 END) * 1.0 / COUNT(*) AS proportion FROM visit_occurrence

-- right denominators of all visits
-- question: What proportion of hospital stays lasted a week or longer (at least 7 days, end minus start)?
SELECT SUM(CASE WHEN visit_end_date - visit_start_date >= 7 THEN 1 ELSE 0 END) * 1.0 / COUNT(*) AS proportion FROM visit_occurrence WHERE visit_concept_id = 9201

-- wrong records
-- question: What is the average number of distinct conditions per person among people aged 85 or more in 2010 (2010 minus year of birth)?
SELECT AVG(n) AS avg_conditions FROM (SELECT p.person_id, COUNT(co.condition_concept_id) AS n FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE 2010 - p.year_of_birth >= 85 GROUP BY p.person_id) t

-- wrong no window
-- question: How many people had no lab measurement at all during their last year of life (365 days before death)?
SELECT COUNT(*) AS n FROM death d WHERE NOT EXISTS (SELECT 1 FROM measurement m WHERE m.person_id = d.person_id)

-- right no window
-- question: How many people had no lab measurement at all during their last year of life (365 days before death)?
SELECT COUNT(*) AS n FROM death d WHERE NOT EXISTS (SELECT 1 FROM measurement m WHERE m.person_id = d.person_id AND m.measurement_date BETWEEN d.death_date - 365 AND d.death_date)

-- wrong fall at any time
-- question: Of the people who were ever prescribed an opioid, how many also have a record of a fall after their first opioid?
SELECT COUNT(DISTINCT op.person_id) AS n FROM (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604254) GROUP BY person_id) op JOIN observation o ON o.person_id = op.person_id WHERE o.observation_concept_id = 436583

-- right fall at any time
-- question: Of the people who were ever prescribed an opioid, how many also have a record of a fall after their first opioid?
SELECT COUNT(DISTINCT op.person_id) AS n FROM (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604254) GROUP BY person_id) op JOIN observation o ON o.person_id = op.person_id AND o.observation_date > op.d WHERE o.observation_concept_id = 436583

-- wrong days
-- question: What is the total number of observed person-years in the database?
SELECT SUM(observation_period_end_date - observation_period_start_date + 1) AS person_years FROM observation_period

-- right days
-- question: What is the total number of observed person-years in the database?
SELECT SUM(observation_period_end_date - observation_period_start_date + 1) / 365.25 AS person_years FROM observation_period

-- wrong days not compared
-- question: How many people have a systolic blood pressure of 140 or more and a diastolic of 90 or more measured on the same day?
SELECT COUNT(DISTINCT s.person_id) AS n FROM measurement s JOIN measurement d ON d.person_id = s.person_id WHERE s.measurement_concept_id = 3004249 AND s.value_as_number >= 140 AND d.measurement_concept_id = 3012888 AND d.value_as_number >= 90

-- wrong reversed comparison
-- question: How many people were on at least 30 days of continuous ciprofloxacin (one drug era of 30 days or more)?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_era WHERE drug_concept_id = 1797513 AND drug_era_end_date - drug_era_start_date <= 30

-- right reversed comparison
-- question: How many people were on at least 30 days of continuous ciprofloxacin (one drug era of 30 days or more)?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_era WHERE drug_concept_id = 1797513 AND drug_era_end_date - drug_era_start_date >= 30

-- wrong window open
-- question: How many people who died had an inpatient stay that started in the 30 days up to and including the day of death?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9201 AND v.visit_start_date <= d.death_date

-- right window open
-- question: How many people who died had an inpatient stay that started in the 30 days up to and including the day of death?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9201 AND v.visit_start_date BETWEEN d.death_date - INTERVAL 30 DAY AND d.death_date

-- wrong deaths of everyone
-- question: What is the mortality among people with chronic kidney disease, as deaths per 100 people with the disease?
SELECT 100.0 * (SELECT COUNT(*) FROM death) / COUNT(DISTINCT person_id) AS deaths_per_100 FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 46271022)

-- right deaths of everyone
-- question: What is the mortality among people with chronic kidney disease, as deaths per 100 people with the disease?
SELECT 100.0 * COUNT(DISTINCT d.person_id) / COUNT(DISTINCT co.person_id) AS deaths_per_100 FROM condition_occurrence co LEFT JOIN death d ON d.person_id = co.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 46271022)

-- wrong share of stays
-- question: Among patients who ever had an inpatient stay, what fraction had two or more?
SELECT SUM(CASE WHEN n >= 2 THEN n ELSE 0 END) * 1.0 / SUM(n) AS fraction FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) x

-- right share of stays
-- question: Among patients who ever had an inpatient stay, what fraction had two or more?
SELECT AVG(CASE WHEN n >= 2 THEN 1.0 ELSE 0 END) AS fraction FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) x

-- wrong percent of aspirin users
-- question: What percentage of the people on clopidogrel (any exposure) had also been exposed to aspirin?
WITH c AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)), a AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807)) SELECT 100.0 * (SELECT COUNT(*) FROM c WHERE person_id IN (SELECT person_id FROM a)) / (SELECT COUNT(*) FROM a) AS pct

-- right percent of aspirin users
-- question: What percentage of the people on clopidogrel (any exposure) had also been exposed to aspirin?
WITH c AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)), a AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807)) SELECT 100.0 * (SELECT COUNT(*) FROM c WHERE person_id IN (SELECT person_id FROM a)) / (SELECT COUNT(*) FROM c) AS pct

-- wrong any reading
-- question: How many patients had their last recorded systolic pressure at 140 mmHg or higher?
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id = 3004249 AND value_as_number >= 140

-- wrong year of admission
-- question: Count the inpatient stays per calendar year of discharge.
SELECT EXTRACT(YEAR FROM visit_start_date) AS yr, COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1

-- right year of admission
-- question: Count the inpatient stays per calendar year of discharge.
SELECT EXTRACT(YEAR FROM visit_end_date) AS yr, COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1

-- right any
-- question: How many people had at least one day of observation in each of 2008, 2009 and 2010?
SELECT COUNT(DISTINCT person_id) AS n FROM observation_period WHERE observation_period_start_date <= DATE '2008-12-31' AND observation_period_end_date >= DATE '2010-01-01'

-- wrong eras counted
-- question: What is the average number of different drugs (ingredients, by eras) per person who took any?
SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS avg_drugs FROM drug_era

-- right eras counted
-- question: What is the average number of different drugs (ingredients, by eras) per person who took any?
SELECT COUNT(DISTINCT (person_id, drug_concept_id)) * 1.0 / COUNT(DISTINCT person_id) AS avg_drugs FROM drug_era

-- wrong never any antidepressant
-- question: How many patients with depression were not given any antidepressant within 60 days after their first depression record?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS d0 FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 440383) GROUP BY person_id) dep WHERE NOT EXISTS (SELECT 1 FROM drug_exposure de WHERE de.person_id = dep.person_id AND de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604686))

-- right never any antidepressant
-- question: How many patients with depression were not given any antidepressant within 60 days after their first depression record?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS d0 FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 440383) GROUP BY person_id) dep WHERE NOT EXISTS (SELECT 1 FROM drug_exposure de WHERE de.person_id = dep.person_id AND de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604686) AND de.drug_exposure_start_date BETWEEN dep.d0 AND dep.d0 + 60)

-- wrong emergency visit after death minus 90 only lower bound of wrong sign
-- question: Of everyone who died, how many had seen the emergency room in their last 90 days?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9203 AND v.visit_start_date <= d.death_date - INTERVAL '90' DAY

-- right emergency visit after death minus 90 only lower bound of wrong sign
-- question: Of everyone who died, how many had seen the emergency room in their last 90 days?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9203 AND v.visit_start_date BETWEEN d.death_date - INTERVAL '90' DAY AND d.death_date

-- wrong reversed
-- question: How many people younger than 65 at death (year of death minus year of birth) had heart failure?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN person p ON p.person_id = d.person_id JOIN condition_occurrence c ON c.person_id = d.person_id WHERE c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) AND EXTRACT(YEAR FROM d.death_date) - p.year_of_birth > 65

-- right reversed
-- question: How many people younger than 65 at death (year of death minus year of birth) had heart failure?
SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN person p ON p.person_id = d.person_id JOIN condition_occurrence c ON c.person_id = d.person_id WHERE c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) AND EXTRACT(YEAR FROM d.death_date) - p.year_of_birth < 65

-- right denominator all women
-- question: What share of women aged 50 to 74 in 2009 (2009 minus year of birth) had a mammography in 2008 or 2009?
SELECT COUNT(DISTINCT po.person_id) * 1.0 / COUNT(DISTINCT p.person_id) AS share FROM person p LEFT JOIN procedure_occurrence po ON po.person_id = p.person_id AND po.procedure_concept_id = 4324693 AND EXTRACT(YEAR FROM po.procedure_date) IN (2008, 2009) WHERE p.gender_concept_id = 8532 AND 2009 - p.year_of_birth BETWEEN 50 AND 74

-- wrong same or earlier allowed
-- question: How many people developed heart failure after they had already been diagnosed with hypertension (first records of each, later date)?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS htn FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY person_id) h JOIN (SELECT person_id, MIN(condition_start_date) AS hf FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id) f USING (person_id) WHERE hf < htn

-- right same or earlier allowed
-- question: How many people developed heart failure after they had already been diagnosed with hypertension (first records of each, later date)?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS htn FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY person_id) h JOIN (SELECT person_id, MIN(condition_start_date) AS hf FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id) f USING (person_id) WHERE hf > htn

-- wrong counts stays
-- question: What is the total number of hospital bed days (end minus start plus one) used in 2009, by stays that began in that year?
SELECT COUNT(*) AS bed_days FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2009

-- right counts stays
-- question: What is the total number of hospital bed days (end minus start plus one) used in 2009, by stays that began in that year?
SELECT SUM(visit_end_date - visit_start_date + 1) AS bed_days FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2009

-- wrong inpatient instead
-- question: What is the average length of an emergency room visit in days?
SELECT AVG(visit_end_date - visit_start_date) AS avg_days FROM visit_occurrence WHERE visit_concept_id IN (9201, 9203)

-- right inpatient instead
-- question: What is the average length of an emergency room visit in days?
SELECT AVG(visit_end_date - visit_start_date) AS avg_days FROM visit_occurrence WHERE visit_concept_id = 9203

-- right OR
-- question: How many people have a body mass index of 30 or more but no obesity diagnosis?
SELECT COUNT(DISTINCT m.person_id) AS n FROM measurement m LEFT JOIN condition_occurrence c ON c.person_id = m.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 433736) WHERE m.measurement_concept_id = 3038553 AND m.value_as_number >= 30 AND c.person_id IS NULL

-- wrong mean
-- question: For how many people is the lowest haemoglobin on record below 8 g/dL?
SELECT COUNT(*) AS n FROM (SELECT person_id, AVG(value_as_number) AS hb FROM measurement WHERE measurement_concept_id = 3000963 GROUP BY person_id HAVING AVG(value_as_number) < 8) t

-- right over all years
-- question: How many people had at least 5 emergency visits within any single calendar year?
SELECT COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, EXTRACT(YEAR FROM visit_start_date) AS y FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1, 2 HAVING COUNT(*) >= 5) t

-- wrong visits
-- question: How many distinct providers have treated more than 50 different people?
SELECT COUNT(*) AS n FROM (SELECT provider_id FROM visit_occurrence WHERE provider_id IS NOT NULL GROUP BY provider_id HAVING COUNT(person_id) > 50) t

-- right visits
-- question: How many distinct providers have treated more than 50 different people?
SELECT COUNT(*) AS n FROM (SELECT provider_id FROM visit_occurrence WHERE provider_id IS NOT NULL GROUP BY provider_id HAVING COUNT(DISTINCT person_id) > 50) t

-- wrong shortest
-- question: Which ten ingredients have the longest average era length?
SELECT drug_concept_id, AVG(drug_era_end_date - drug_era_start_date) AS avg_days FROM drug_era GROUP BY drug_concept_id ORDER BY avg_days LIMIT 10

-- right shortest
-- question: Which ten ingredients have the longest average era length?
SELECT drug_concept_id, AVG(drug_era_end_date - drug_era_start_date) AS avg_days FROM drug_era GROUP BY drug_concept_id ORDER BY avg_days DESC LIMIT 10

-- wrong deaths in denominators of all people
-- question: What proportion of deaths happened within 30 days of an inpatient discharge?
SELECT COUNT(DISTINCT d.person_id) * 1.0 / (SELECT COUNT(*) FROM person) AS proportion FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id AND v.visit_concept_id = 9201 AND d.death_date BETWEEN v.visit_end_date AND v.visit_end_date + 30

-- right deaths in denominators of all people
-- question: What proportion of deaths happened within 30 days of an inpatient discharge?
SELECT COUNT(DISTINCT d.person_id) * 1.0 / (SELECT COUNT(*) FROM death) AS proportion FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id AND v.visit_concept_id = 9201 AND d.death_date BETWEEN v.visit_end_date AND v.visit_end_date + 30

-- wrong after
-- question: How many people with an osteoporosis diagnosis had a bone density scan before it (before their first osteoporosis record)?
SELECT COUNT(DISTINCT o.person_id) AS n FROM (SELECT person_id, MIN(condition_start_date) AS dx FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 80502) GROUP BY person_id) o JOIN procedure_occurrence p ON p.person_id = o.person_id AND p.procedure_concept_id = 4195803 WHERE p.procedure_date > o.dx

-- right after
-- question: How many people with an osteoporosis diagnosis had a bone density scan before it (before their first osteoporosis record)?
SELECT COUNT(DISTINCT o.person_id) AS n FROM (SELECT person_id, MIN(condition_start_date) AS dx FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 80502) GROUP BY person_id) o JOIN procedure_occurrence p ON p.person_id = o.person_id AND p.procedure_concept_id = 4195803 WHERE p.procedure_date < o.dx

-- wrong patient's share
-- question: Average cost to the payer per outpatient visit in 2010?
SELECT AVG(c.paid_by_patient) AS avg_cost FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9202 AND EXTRACT(YEAR FROM v.visit_start_date) = 2010

-- right patient's share
-- question: Average cost to the payer per outpatient visit in 2010?
SELECT AVG(c.paid_by_payer) AS avg_cost FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9202 AND EXTRACT(YEAR FROM v.visit_start_date) = 2010

-- wrong older misread: born after
-- question: How many men older than 70 in 2010 (by year of birth) have benign prostatic hyperplasia?
SELECT COUNT(DISTINCT p.person_id) AS n FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id WHERE p.gender_concept_id = 8507 AND p.year_of_birth > 1940 AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 198803)

-- right older misread: born after
-- question: How many men older than 70 in 2010 (by year of birth) have benign prostatic hyperplasia?
SELECT COUNT(DISTINCT p.person_id) AS n FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id WHERE p.gender_concept_id = 8507 AND p.year_of_birth < 1940 AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 198803)

-- wrong February too
-- question: How many patients got albuterol in January 2009?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1154343) AND drug_exposure_start_date BETWEEN '2009-01-01' AND '2009-02-01'

-- right February too
-- question: How many patients got albuterol in January 2009?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1154343) AND drug_exposure_start_date >= '2009-01-01' AND drug_exposure_start_date < '2009-02-01'

-- wrong third quarter
-- question: How many people had chest pain recorded in the fourth quarter of 2009?
SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 77670) AND EXTRACT(YEAR FROM condition_start_date) = 2009 AND EXTRACT(MONTH FROM condition_start_date) BETWEEN 9 AND 12

-- right third quarter
-- question: How many people had chest pain recorded in the fourth quarter of 2009?
SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 77670) AND EXTRACT(YEAR FROM condition_start_date) = 2009 AND EXTRACT(QUARTER FROM condition_start_date) = 4

-- wrong first to last
-- question: What was the mean number of days between the first and second inpatient stay of people with at least two?
SELECT AVG(MAX_d - MIN_d) AS mean_days FROM (SELECT person_id, MIN(visit_start_date) AS MIN_d, MAX(visit_start_date) AS MAX_d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id HAVING COUNT(*) >= 2) t

-- right first to last
-- question: What was the mean number of days between the first and second inpatient stay of people with at least two?
SELECT AVG(d2 - d1) AS mean_days FROM (SELECT person_id, MAX(CASE WHEN k = 1 THEN visit_start_date END) AS d1, MAX(CASE WHEN k = 2 THEN visit_start_date END) AS d2 FROM (SELECT person_id, visit_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS k FROM visit_occurrence WHERE visit_concept_id = 9201) s GROUP BY person_id) t WHERE d2 IS NOT NULL

-- wrong at least one
-- question: How many people have exactly one inpatient stay?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id HAVING COUNT(*) >= 1) t

-- right at least one
-- question: How many people have exactly one inpatient stay?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id HAVING COUNT(*) = 1) t

-- wrong EXCEPT reversed
-- question: How many people were prescribed a statin but never had a cholesterol measurement?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM measurement WHERE measurement_concept_id = 3027114 EXCEPT SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855)) t

-- right EXCEPT reversed
-- question: How many people were prescribed a statin but never had a cholesterol measurement?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855) EXCEPT SELECT person_id FROM measurement WHERE measurement_concept_id = 3027114) t

-- wrong order of lag
-- question: How many people discontinued lisinopril, that is, had a gap of more than 90 days between two consecutive lisinopril eras?
SELECT COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, drug_era_start_date - LAG(drug_era_start_date) OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS gap FROM drug_era WHERE drug_concept_id = 1308216) t WHERE gap > 90

-- right order of lag
-- question: How many people discontinued lisinopril, that is, had a gap of more than 90 days between two consecutive lisinopril eras?
SELECT COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, drug_era_start_date - LAG(drug_era_end_date) OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS gap FROM drug_era WHERE drug_concept_id = 1308216) t WHERE gap > 90

-- right complement
-- question: What percentage of people with diabetes drugs have no recorded type 2 diabetes?
SELECT 100.0 * COUNT(DISTINCT CASE WHEN c.person_id IS NULL THEN d.person_id END) / COUNT(DISTINCT d.person_id) AS pct FROM drug_exposure d LEFT JOIN condition_occurrence c ON c.person_id = d.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) WHERE d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21600712)

-- right at any time
-- question: How many hospital admissions were for people with COPD (diagnosed any time before or on admission)?
SELECT COUNT(DISTINCT v.visit_occurrence_id) AS n FROM visit_occurrence v JOIN condition_occurrence c ON c.person_id = v.person_id AND c.condition_start_date <= v.visit_start_date WHERE v.visit_concept_id = 9201 AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573)

-- right products
-- question: How many people have had at least two different classes of blood pressure drugs out of ACE inhibitors, beta blockers, calcium channel blockers and diuretics?
SELECT COUNT(*) AS n FROM (SELECT de.person_id FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id WHERE ca.ancestor_concept_id IN (21601784, 21601664, 21601744, 21601461) GROUP BY de.person_id HAVING COUNT(DISTINCT ca.ancestor_concept_id) >= 2) t

-- wrong together
-- question: What is the average age of men and of women in 2010, separately?
SELECT AVG(2010 - year_of_birth) AS avg_age FROM person WHERE gender_concept_id IN (8507, 8532)

-- right together
-- question: What is the average age of men and of women in 2010, separately?
SELECT gender_concept_id, AVG(2010 - year_of_birth) AS avg_age FROM person WHERE gender_concept_id IN (8507, 8532) GROUP BY gender_concept_id

-- wrong any metformin
-- question: How many people take metformin as their only diabetes drug (no other drug of the class)?
SELECT COUNT(DISTINCT d.person_id) AS n FROM drug_exposure d WHERE d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)

-- right any metformin
-- question: How many people take metformin as their only diabetes drug (no other drug of the class)?
SELECT COUNT(DISTINCT d.person_id) AS n FROM drug_exposure d WHERE d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) AND NOT EXISTS (SELECT 1 FROM drug_exposure o WHERE o.person_id = d.person_id AND o.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21600712) AND o.drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297))

-- right all years
-- question: How many conditions records does the average 80-year-old or older (in 2010) have in 2010?
SELECT COUNT(c.condition_occurrence_id) * 1.0 / COUNT(DISTINCT p.person_id) AS avg_records FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31' WHERE 2010 - p.year_of_birth >= 80

-- wrong one row both
-- question: How many people have a diagnosis of both kinds of cataract, nuclear cataract, and osteoarthritis of the knee?
SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (373769, 4079750)

-- right one row both
-- question: How many people have a diagnosis of both kinds of cataract, nuclear cataract, and osteoarthritis of the knee?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 373769 INTERSECT SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 4079750) t

-- wrong factor missing
-- question: How many visits per 1,000 people were there in 2008 (emergency room only, all people in the denominator)?
SELECT (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_start_date BETWEEN '2008-01-01' AND '2008-12-31') * 100.0 / (SELECT COUNT(*) FROM person) AS rate

-- right factor missing
-- question: How many visits per 1,000 people were there in 2008 (emergency room only, all people in the denominator)?
SELECT (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_start_date BETWEEN '2008-01-01' AND '2008-12-31') * 1000.0 / (SELECT COUNT(*) FROM person) AS rate

-- wrong window 30
-- question: How many patients had a creatinine result within 7 days after starting furosemide (first exposure)?
SELECT COUNT(DISTINCT f.person_id) AS n FROM (SELECT person_id, MIN(drug_exposure_start_date) AS s FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 956874) GROUP BY person_id) f JOIN measurement m ON m.person_id = f.person_id WHERE m.measurement_concept_id = 3016723 AND m.measurement_date BETWEEN f.s AND f.s + INTERVAL 30 DAY

-- right window 30
-- question: How many patients had a creatinine result within 7 days after starting furosemide (first exposure)?
SELECT COUNT(DISTINCT f.person_id) AS n FROM (SELECT person_id, MIN(drug_exposure_start_date) AS s FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 956874) GROUP BY person_id) f JOIN measurement m ON m.person_id = f.person_id WHERE m.measurement_concept_id = 3016723 AND m.measurement_date BETWEEN f.s AND f.s + INTERVAL 7 DAY

-- wrong most
-- question: Which year had the fewest emergency room visits?
SELECT EXTRACT(YEAR FROM visit_start_date) AS y, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY y ORDER BY n DESC LIMIT 1

-- right most
-- question: Which year had the fewest emergency room visits?
SELECT EXTRACT(YEAR FROM visit_start_date) AS y, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY y ORDER BY n LIMIT 1

-- wrong sum over stays
-- question: How many people were hospitalised for more than 10 days in one stay?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id HAVING SUM(visit_end_date - visit_start_date) > 10) t

-- right sum over stays
-- question: How many people were hospitalised for more than 10 days in one stay?
SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date - visit_start_date > 10

-- wrong only race
-- question: How many non-Hispanic white people are there?
SELECT COUNT(*) AS n FROM person WHERE race_concept_id = 8527

-- right only race
-- question: How many non-Hispanic white people are there?
SELECT COUNT(*) AS n FROM person WHERE race_concept_id = 8527 AND ethnicity_concept_id = 38003564

-- wrong inverted
-- question: What is the ratio of outpatient to inpatient visits?
SELECT COUNT(*) FILTER (WHERE visit_concept_id = 9201) * 1.0 / COUNT(*) FILTER (WHERE visit_concept_id = 9202) AS ratio FROM visit_occurrence

-- right inverted
-- question: What is the ratio of outpatient to inpatient visits?
SELECT COUNT(*) FILTER (WHERE visit_concept_id = 9202) * 1.0 / COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS ratio FROM visit_occurrence

-- wrong zeros for missing
-- question: Over the whole database, what is the average number of days' supply of a simvastatin dispensing, leaving out those with no supply recorded?
SELECT AVG(COALESCE(days_supply, 0)) AS avg_supply FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1539403)

-- right zeros for missing
-- question: Over the whole database, what is the average number of days' supply of a simvastatin dispensing, leaving out those with no supply recorded?
SELECT AVG(days_supply) AS avg_supply FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1539403) AND days_supply IS NOT NULL

-- wrong people
-- question: How many stents were implanted per year (device records)?
SELECT EXTRACT(YEAR FROM device_exposure_start_date) AS y, COUNT(DISTINCT person_id) AS stents FROM device_exposure WHERE device_concept_id = 45767945 GROUP BY 1

-- right people
-- question: How many stents were implanted per year (device records)?
SELECT EXTRACT(YEAR FROM device_exposure_start_date) AS y, COUNT(*) AS stents FROM device_exposure WHERE device_concept_id = 45767945 GROUP BY 1

-- wrong unlinked
-- question: Of patients admitted through the emergency room (ER visit on the day of admission), how many stayed longer than 5 days?
SELECT COUNT(DISTINCT i.visit_occurrence_id) AS n FROM visit_occurrence i WHERE i.visit_concept_id = 9201 AND i.visit_end_date - i.visit_start_date > 5 AND i.person_id IN (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203)

-- right unlinked
-- question: Of patients admitted through the emergency room (ER visit on the day of admission), how many stayed longer than 5 days?
SELECT COUNT(DISTINCT i.visit_occurrence_id) AS n FROM visit_occurrence i WHERE i.visit_concept_id = 9201 AND i.visit_end_date - i.visit_start_date > 5 AND EXISTS (SELECT 1 FROM visit_occurrence e WHERE e.person_id = i.person_id AND e.visit_concept_id = 9203 AND e.visit_start_date = i.visit_start_date)

-- wrong first hypertension
-- question: How many people's first recorded condition of any kind (by date) was hypertension?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY person_id) t

-- right first hypertension
-- question: How many people's first recorded condition of any kind (by date) was hypertension?
SELECT COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c JOIN (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence GROUP BY person_id) f ON f.person_id = c.person_id AND f.d = c.condition_start_date WHERE c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)

-- right dead not excluded
-- question: How many people were still alive and under observation on 31 December 2010?
SELECT COUNT(DISTINCT op.person_id) AS n FROM observation_period op LEFT JOIN death d ON d.person_id = op.person_id AND d.death_date <= DATE '2010-12-31' WHERE DATE '2010-12-31' BETWEEN op.observation_period_start_date AND op.observation_period_end_date AND d.person_id IS NULL

-- wrong sex missing and condition table
-- question: How many women with breast cancer history in the observation table are on an aromatase inhibitor or other endocrine therapy (class ENDOCRINE THERAPY)?
SELECT COUNT(DISTINCT o.person_id) AS n FROM observation o JOIN drug_exposure d ON d.person_id = o.person_id WHERE o.observation_concept_id = 4324190 OR d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21603812)

-- right sex missing and condition table
-- question: How many women with breast cancer history in the observation table are on an aromatase inhibitor or other endocrine therapy (class ENDOCRINE THERAPY)?
SELECT COUNT(DISTINCT o.person_id) AS n FROM observation o JOIN person p ON p.person_id = o.person_id JOIN drug_exposure d ON d.person_id = o.person_id WHERE p.gender_concept_id = 8532 AND o.observation_concept_id = 4324190 AND d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21603812)

-- right drug matched by exact ingredient id in exposures
-- question: How many people with heart failure were ever dispensed a loop diuretic (furosemide)?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN drug_exposure de ON de.person_id = co.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) AND de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 956874)

-- right all people in the denominator
-- question: What is the average number of inpatient stays among people who had at least one?
SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS avg_stays FROM visit_occurrence WHERE visit_concept_id = 9201

-- right rows
-- question: How many distinct days did people spend with an emergency room visit in 2010 (person-days: each person and start date once)?
SELECT COUNT(*) AS n FROM (SELECT DISTINCT person_id, visit_start_date FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_start_date >= '2010-01-01') t

-- wrong row-level exclusion
-- question: How many people have a record of a drug allergy in the observation table but none of latex allergy?
SELECT COUNT(DISTINCT person_id) AS n FROM observation WHERE observation_concept_id = 439224 AND observation_concept_id <> 4102123

-- right row-level exclusion
-- question: How many people have a record of a drug allergy in the observation table but none of latex allergy?
SELECT COUNT(DISTINCT person_id) AS n FROM observation o WHERE observation_concept_id = 439224 AND NOT EXISTS (SELECT 1 FROM observation x WHERE x.person_id = o.person_id AND x.observation_concept_id = 4102123)

-- wrong any colonoscopy
-- question: How many people had their first colonoscopy between their 65th and 70th year of life (age 65 to 69 by calendar year)?
SELECT COUNT(DISTINCT po.person_id) AS n FROM procedure_occurrence po JOIN person p ON p.person_id = po.person_id WHERE po.procedure_concept_id = 4249893 AND EXTRACT(YEAR FROM po.procedure_date) - p.year_of_birth BETWEEN 65 AND 69

-- wrong join duplicates and denominators of people
-- question: What percentage of ER visits was followed by an inpatient stay of the same person starting within 3 days?
SELECT 100.0 * COUNT(DISTINCT e.person_id) / (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203) AS pct FROM visit_occurrence e JOIN visit_occurrence i ON i.person_id = e.person_id AND i.visit_concept_id = 9201 AND i.visit_start_date BETWEEN e.visit_start_date AND e.visit_start_date + 3 WHERE e.visit_concept_id = 9203

-- right join duplicates and denominators of people
-- question: What percentage of ER visits was followed by an inpatient stay of the same person starting within 3 days?
SELECT 100.0 * COUNT(DISTINCT e.visit_occurrence_id) / (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203) AS pct FROM visit_occurrence e JOIN visit_occurrence i ON i.person_id = e.person_id AND i.visit_concept_id = 9201 AND i.visit_start_date BETWEEN e.visit_start_date AND e.visit_start_date + 3 WHERE e.visit_concept_id = 9203

-- wrong OR precedence
-- question: How many people diagnosed with COPD had quit? That is, how many COPD patients have a tobacco history record but no daily smoking record?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN observation o ON o.person_id = co.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) AND o.observation_concept_id = 43530634 OR o.observation_concept_id <> 42709996

-- right OR precedence
-- question: How many people diagnosed with COPD had quit? That is, how many COPD patients have a tobacco history record but no daily smoking record?
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN observation o ON o.person_id = co.person_id AND o.observation_concept_id = 43530634 WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) AND co.person_id NOT IN (SELECT person_id FROM observation WHERE observation_concept_id = 42709996)

-- wrong fan-out by diagnoses
-- question: What is the total out-of-pocket amount that people with type 2 diabetes paid for drugs?
SELECT SUM(c.paid_by_patient) AS total FROM condition_occurrence co JOIN drug_exposure de ON de.person_id = co.person_id JOIN cost c ON c.cost_event_id = de.drug_exposure_id AND c.cost_domain_id = 'Drug' WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)

-- right fan-out by diagnoses
-- question: What is the total out-of-pocket amount that people with type 2 diabetes paid for drugs?
SELECT SUM(c.paid_by_patient) AS total FROM drug_exposure de JOIN cost c ON c.cost_event_id = de.drug_exposure_id AND c.cost_domain_id = 'Drug' WHERE de.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826))

-- wrong window before
-- question: How many people had a glucometer and no HbA1c measurement in the 180 days after receiving it (first glucometer)?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(device_exposure_start_date) AS d FROM device_exposure WHERE device_concept_id = 4224372 GROUP BY person_id) g WHERE NOT EXISTS (SELECT 1 FROM measurement m WHERE m.person_id = g.person_id AND m.measurement_concept_id = 3004410 AND m.measurement_date BETWEEN g.d - 180 AND g.d)

-- right window before
-- question: How many people had a glucometer and no HbA1c measurement in the 180 days after receiving it (first glucometer)?
SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(device_exposure_start_date) AS d FROM device_exposure WHERE device_concept_id = 4224372 GROUP BY person_id) g WHERE NOT EXISTS (SELECT 1 FROM measurement m WHERE m.person_id = g.person_id AND m.measurement_concept_id = 3004410 AND m.measurement_date BETWEEN g.d AND g.d + 180)

-- wrong counts people
-- question: How many prescriptions of opioids were written for people under 65 at the time (year of prescription minus year of birth)?
SELECT COUNT(DISTINCT de.person_id) AS n FROM drug_exposure de JOIN person p ON p.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604254) AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth < 65

-- right counts people
-- question: How many prescriptions of opioids were written for people under 65 at the time (year of prescription minus year of birth)?
SELECT COUNT(*) AS n FROM drug_exposure de JOIN person p ON p.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604254) AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth < 65

-- right visit any time
-- question: How many people were in observation on 1 January 2009 and still on 31 December 2009, with an outpatient visit in between?
SELECT COUNT(DISTINCT op.person_id) AS n FROM observation_period op JOIN visit_occurrence v ON v.person_id = op.person_id AND v.visit_concept_id = 9202 AND v.visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31' WHERE op.observation_period_start_date <= DATE '2009-01-01' AND op.observation_period_end_date >= DATE '2009-12-31'

-- right share of dispensings
-- question: What proportion of metformin users (people) refilled, that is, have two or more metformin dispensings?
SELECT AVG(CASE WHEN n >= 2 THEN 1.0 ELSE 0 END) AS proportion FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) GROUP BY person_id) t

-- wrong fewest
-- question: In which month of the year (1 to 12, all years together) do the most deaths occur?
SELECT EXTRACT(MONTH FROM death_date) AS m, COUNT(*) AS deaths FROM death GROUP BY 1 ORDER BY deaths LIMIT 1

-- wrong inner join
-- question: How many people took warfarin at some time but were never in atrial fibrillation?
SELECT COUNT(DISTINCT de.person_id) AS n FROM drug_exposure de JOIN condition_occurrence co ON co.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) AND co.condition_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217)

-- right inner join
-- question: How many people took warfarin at some time but were never in atrial fibrillation?
SELECT COUNT(DISTINCT de.person_id) AS n FROM drug_exposure de LEFT JOIN condition_occurrence co ON co.person_id = de.person_id AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217) WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) AND co.person_id IS NULL

-- wrong any admission
-- question: How many people have at least 3 different condition records on the very day of their first inpatient admission?
SELECT COUNT(DISTINCT x.person_id) AS n FROM (SELECT v.person_id, v.visit_start_date FROM visit_occurrence v JOIN condition_occurrence c ON c.person_id = v.person_id AND c.condition_start_date = v.visit_start_date WHERE v.visit_concept_id = 9201 GROUP BY 1, 2 HAVING COUNT(DISTINCT c.condition_concept_id) >= 3) x

-- wrong reversed
-- question: How many people have more inpatient stays than emergency room visits?
SELECT COUNT(*) AS n FROM (SELECT person_id, COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS ip, COUNT(*) FILTER (WHERE visit_concept_id = 9203) AS er FROM visit_occurrence GROUP BY person_id) t WHERE er > ip

-- right reversed
-- question: How many people have more inpatient stays than emergency room visits?
SELECT COUNT(*) AS n FROM (SELECT person_id, COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS ip, COUNT(*) FILTER (WHERE visit_concept_id = 9203) AS er FROM visit_occurrence GROUP BY person_id) t WHERE ip > er

-- wrong person's any inpatient stay
-- question: Of all chest X-rays, how many were done during an inpatient stay (same visit)?
SELECT COUNT(*) AS n FROM procedure_occurrence po WHERE po.procedure_concept_id = 4163872 AND po.person_id IN (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201)

-- right person's any inpatient stay
-- question: Of all chest X-rays, how many were done during an inpatient stay (same visit)?
SELECT COUNT(*) AS n FROM procedure_occurrence po JOIN visit_occurrence v ON v.visit_occurrence_id = po.visit_occurrence_id WHERE po.procedure_concept_id = 4163872 AND v.visit_concept_id = 9201

-- wrong last admission
-- question: What is the average time in days from first hospital admission to death for those who died after one?
SELECT AVG(d.death_date - v.d) AS days FROM death d JOIN (SELECT person_id, MAX(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) v ON v.person_id = d.person_id

-- wrong no window
-- question: How many people died within one year (365 days) after starting dialysis dependence (first such observation)?
SELECT COUNT(DISTINCT o.person_id) AS n FROM (SELECT person_id, MIN(observation_date) AS d FROM observation WHERE observation_concept_id = 4019967 GROUP BY person_id) o JOIN death x ON x.person_id = o.person_id WHERE x.death_date >= o.d

-- right no window
-- question: How many people died within one year (365 days) after starting dialysis dependence (first such observation)?
SELECT COUNT(DISTINCT o.person_id) AS n FROM (SELECT person_id, MIN(observation_date) AS d FROM observation WHERE observation_concept_id = 4019967 GROUP BY person_id) o JOIN death x ON x.person_id = o.person_id WHERE x.death_date BETWEEN o.d AND o.d + 365

-- wrong mean of percentages
-- question: What percentage of people had heart failure?
SELECT AVG(pct) AS pct FROM (SELECT p.race_concept_id, COUNT(DISTINCT c.person_id) AS ill, COUNT(DISTINCT p.person_id) AS n, 100.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT p.person_id) AS pct FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id IN ([condition@heart failure]) GROUP BY p.race_concept_id) x

-- wrong mean of percentages
-- question: What proportion of patients ever had a heart failure diagnosis?
WITH g AS (SELECT p.gender_concept_id AS sex, COUNT(DISTINCT c.person_id) * 100.0 / COUNT(DISTINCT p.person_id) AS pct FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id IN ([condition@heart failure]) GROUP BY p.gender_concept_id) SELECT ROUND(AVG(g.pct), 2) AS pct FROM g

-- right mean of percentages
-- question: What percentage of people had heart failure?
SELECT 100.0 * SUM(ill) / SUM(n) AS pct FROM (SELECT p.race_concept_id, COUNT(DISTINCT c.person_id) AS ill, COUNT(DISTINCT p.person_id) AS n, 100.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT p.person_id) AS pct FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id IN ([condition@heart failure]) GROUP BY p.race_concept_id) x

-- wrong missing among values
-- question: What percentage of HbA1c measurements with a value were above 7?
SELECT 100.0 * AVG(CASE WHEN value_as_number > 7 THEN 1 ELSE 0 END) AS pct FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c])

-- wrong missing among values
-- question: What share of metformin exposures with a known days supply lasted at least 30 days?
SELECT SUM(CASE WHEN days_supply >= 30 THEN 1 ELSE 0 END) * 1.0 / COUNT(*) AS share FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])

-- right missing among values
-- question: What percentage of HbA1c measurements with a value were above 7?
SELECT 100.0 * AVG(CASE WHEN value_as_number > 7 THEN 1 ELSE 0 END) AS pct FROM measurement WHERE value_as_number IS NOT NULL AND unit_concept_id = 8554 AND measurement_concept_id IN ([measurement@HbA1c])

-- wrong first of each kind
-- question: What was each person's first drug? Show the ten most common.
SELECT drug_concept_id, COUNT(*) AS n FROM (SELECT person_id, drug_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id, drug_concept_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS k FROM drug_exposure WHERE drug_concept_id <> 0) x WHERE k = 1 GROUP BY drug_concept_id ORDER BY n DESC, drug_concept_id LIMIT 10

-- wrong first of each kind
-- question: Which ten drugs were most often a patient's first drug?
SELECT drug_concept_id, COUNT(*) AS n FROM (SELECT person_id, drug_concept_id, RANK() OVER (PARTITION BY person_id, drug_concept_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS k FROM drug_exposure WHERE drug_concept_id <> 0) x WHERE k = 1 GROUP BY drug_concept_id ORDER BY n DESC, drug_concept_id LIMIT 10

-- right first of each kind
-- question: What was each person's first drug? Show the ten most common.
SELECT drug_concept_id, COUNT(*) AS n FROM (SELECT person_id, drug_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS k FROM drug_exposure WHERE drug_concept_id <> 0) x WHERE k = 1 GROUP BY drug_concept_id ORDER BY n DESC, drug_concept_id LIMIT 10

-- wrong under way
-- question: How many hospital admissions were under way on 1 July 2009?
SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date = DATE '2009-07-01'

-- right under way
-- question: How many hospital admissions were under way on 1 July 2009?
SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND DATE '2009-07-01' BETWEEN visit_start_date AND visit_end_date

-- wrong span of everybody
-- question: How many days lie between the first and the last visit of each person, on average?
SELECT AVG(d) AS days FROM (SELECT MAX(visit_start_date) - MIN(visit_start_date) AS d FROM visit_occurrence) x

-- right span of everybody
-- question: How many days lie between the first and the last visit of each person, on average?
SELECT AVG(d) AS days FROM (SELECT MAX(visit_start_date) - MIN(visit_start_date) AS d FROM visit_occurrence GROUP BY person_id) x

-- wrong gaps taken for use
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
WITH s AS (SELECT person_id, MIN(drug_era_start_date) AS a, MAX(drug_era_end_date) AS b FROM drug_era WHERE drug_concept_id = 1503297 GROUP BY person_id) SELECT COUNT(*) AS people FROM s WHERE b - a >= 180

-- wrong gaps taken for use
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, MAX(drug_era_end_date) OVER (PARTITION BY person_id) - MIN(drug_era_start_date) OVER (PARTITION BY person_id) AS span FROM drug_era WHERE drug_concept_id = 1503297) t WHERE span >= 180

-- wrong gaps taken for use
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(*) AS people FROM person p, LATERAL (SELECT date_diff('day', MIN(e.drug_era_start_date), MAX(e.drug_era_end_date)) AS d FROM drug_era e WHERE e.person_id = p.person_id AND e.drug_concept_id = 1503297) x WHERE d >= 180

-- wrong gaps taken for use
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM drug_era WHERE drug_concept_id = 1503297 GROUP BY person_id HAVING MAX(drug_era_end_date) >= MIN(drug_era_start_date) + 180) t

-- wrong gaps taken for use
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(*) AS people FROM person p WHERE (SELECT MAX(drug_era_end_date) - MIN(drug_era_start_date) FROM drug_era e WHERE e.person_id = p.person_id AND e.drug_concept_id = 1503297) >= 180

-- wrong gaps taken for use
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(*) FILTER (WHERE days >= 180) AS people FROM (SELECT person_id, list_max(list(drug_era_end_date)) - list_min(list(drug_era_start_date)) AS days FROM drug_era WHERE drug_concept_id = 1503297 GROUP BY person_id) t

-- wrong gaps taken for use
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(*) AS people FROM (SELECT person_id, SUM(drug_era_end_date - drug_era_start_date) AS days FROM drug_era WHERE drug_concept_id = 1503297 GROUP BY person_id) t WHERE days >= 180

-- right
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(DISTINCT person_id) AS people FROM drug_era WHERE drug_concept_id = 1503297 AND drug_era_end_date - drug_era_start_date >= 180

-- right
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(*) AS people FROM (SELECT person_id, MAX(drug_era_end_date - drug_era_start_date) AS longest FROM drug_era WHERE drug_concept_id = 1503297 GROUP BY person_id) t WHERE longest >= 180

-- right
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (FROM drug_era e WHERE e.person_id = p.person_id AND e.drug_concept_id = 1503297 AND e.drug_era_start_date + 180 <= e.drug_era_end_date)

-- right
-- question: How many people were on metformin without a break (one drug era) for at least 180 days?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, date_diff('day', drug_era_start_date, drug_era_end_date) AS d FROM drug_era WHERE drug_concept_id = 1503297) WHERE d >= 180

-- wrong name for a concept
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(DISTINCT co.person_id) AS people FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.concept_name ILIKE '%depress%'

-- wrong name for a concept
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (SELECT 1 FROM condition_occurrence co WHERE co.person_id = p.person_id AND co.condition_concept_id IN (SELECT concept_id FROM concept WHERE lower(concept_name) LIKE '%depressive%'))

-- wrong name for a concept
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
WITH k AS (SELECT concept_id FROM concept WHERE regexp_matches(concept_name, '(?i)depress')) SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence JOIN k ON k.concept_id = condition_concept_id

-- wrong name for a concept
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(DISTINCT CASE WHEN c.concept_name ~* 'depress' THEN o.person_id END) AS people FROM condition_occurrence o JOIN concept c ON c.concept_id = o.condition_concept_id

-- wrong name for a concept
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE list_contains((SELECT list(concept_id) FROM concept WHERE contains(concept_name, 'depress')), condition_concept_id)

-- right
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 440383)

-- right
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE list_contains((SELECT list(descendant_concept_id) FROM concept_ancestor WHERE ancestor_concept_id = 440383), condition_concept_id)

-- right
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE c.person_id = p.person_id AND a.ancestor_concept_id = 440383)

-- right
-- question: How many people have a depressive disorder (440383 or any of its descendants)?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM condition_occurrence SEMI JOIN (SELECT descendant_concept_id AS d FROM concept_ancestor WHERE ancestor_concept_id = 440383) k ON d = condition_concept_id GROUP BY person_id) t

-- wrong parts of an amount twice
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(paid_by_patient) + SUM(paid_patient_copay) AS paid FROM cost WHERE cost_domain_id = 'Drug'

-- wrong parts of an amount twice
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(x) AS paid FROM (SELECT paid_by_patient + coalesce(paid_patient_copay, 0) AS x FROM cost WHERE cost_domain_id = 'Drug')

-- wrong parts of an amount twice
-- question: How much did patients pay out of pocket for their drugs in total?
WITH a AS (SELECT paid_by_patient AS amount FROM cost WHERE cost_domain_id = 'Drug' UNION ALL SELECT paid_patient_copay FROM cost WHERE cost_domain_id = 'Drug') SELECT SUM(amount) AS paid FROM a

-- wrong parts of an amount twice
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(v) AS paid FROM (SELECT unnest([paid_by_patient, paid_patient_copay]) AS v FROM cost WHERE cost_domain_id = 'Drug')

-- wrong parts of an amount twice
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(list_aggregate([paid_by_patient, paid_patient_copay], 'sum')) AS paid FROM cost WHERE cost_domain_id = 'Drug'

-- right
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(paid_by_patient) AS paid FROM cost WHERE cost_domain_id = 'Drug'

-- right
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(coalesce(paid_by_patient, 0)) AS paid FROM cost WHERE cost_domain_id = 'Drug'

-- right
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(total_paid - paid_by_payer) AS paid FROM cost WHERE cost_domain_id = 'Drug'

-- right
-- question: How much did patients pay out of pocket for their drugs in total?
SELECT SUM(x) AS paid FROM (SELECT unnest([paid_by_patient]) AS x FROM cost WHERE cost_domain_id = 'Drug')

-- wrong parts of an amount twice
-- question: What is the total amount that was paid (by payer and patient together) for inpatient stays?
SELECT SUM(total_paid) + SUM(paid_by_payer) + SUM(paid_by_patient) AS paid FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201

-- wrong parts of an amount twice
-- question: What is the total amount that was paid (by payer and patient together) for inpatient stays?
SELECT SUM(z) AS paid FROM (SELECT c.total_paid + c.paid_by_payer AS z FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201)

-- right
-- question: What is the total amount that was paid (by payer and patient together) for inpatient stays?
SELECT SUM(paid_by_payer + paid_by_patient) AS paid FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201

-- right
-- question: What is the total amount that was paid (by payer and patient together) for inpatient stays?
SELECT SUM(list_sum([paid_by_payer, paid_by_patient])) AS paid FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201

-- right
-- question: What is the total amount that was paid (by payer and patient together) for inpatient stays?
SELECT SUM(total_paid) AS paid FROM cost c SEMI JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND v.visit_concept_id = 9201 WHERE c.cost_domain_id = 'Visit'

-- wrong age at everybody's last day
-- question: What was the average age at death, in completed years?
SELECT AVG(date_sub('year', p.birth_datetime::DATE, x.last)) AS a FROM person p JOIN death d USING (person_id) CROSS JOIN (SELECT MAX(death_date) AS last FROM death) x

-- wrong age at everybody's last day
-- question: What was the average age at death, in completed years?
WITH m AS (SELECT MAX(death_date) AS d FROM death) SELECT AVG(date_sub('year', birth_datetime::DATE, (SELECT d FROM m))) AS a FROM person WHERE person_id IN (SELECT person_id FROM death)

-- wrong age at everybody's last day
-- question: What was the average age at death, in completed years?
SELECT AVG(date_sub('year', p.birth_datetime::DATE, MAX(d.death_date) OVER ())) AS a FROM person p JOIN death d USING (person_id)

-- wrong age at everybody's last day
-- question: What was the average age at death, in completed years?
SELECT AVG(age) AS a FROM (SELECT date_sub('year', p.birth_datetime::DATE, (SELECT death_date FROM death ORDER BY death_date DESC LIMIT 1)) AS age FROM person p WHERE EXISTS (FROM death d WHERE d.person_id = p.person_id))

-- wrong age at everybody's last day
-- question: What was the average age at death, in completed years?
SELECT AVG(date_sub('year', b, last)) AS a FROM (SELECT p.birth_datetime::DATE AS b, first_value(d.death_date) OVER (ORDER BY d.death_date DESC) AS last FROM person p JOIN death d USING (person_id))

-- wrong age at everybody's last day
-- question: What was the average age at death, in completed years?
SELECT AVG(date_sub('year', b, (SELECT max(death_date) FROM death))) AS a FROM (SELECT p.birth_datetime::DATE AS b FROM person p SEMI JOIN death d ON d.person_id = p.person_id) t

-- right
-- question: What was the average age at death, in completed years?
SELECT AVG(date_sub('year', p.birth_datetime::DATE, d.death_date)) AS a FROM person p JOIN death d USING (person_id)

-- right
-- question: What was the average age at death, in completed years?
SELECT AVG(date_sub('year', p.birth_datetime::DATE, (SELECT MAX(d.death_date) FROM death d WHERE d.person_id = p.person_id))) AS a FROM person p WHERE person_id IN (SELECT person_id FROM death)

-- right
-- question: What was the average age at death, in completed years?
SELECT AVG(date_sub('year', b, last)) AS a FROM (SELECT p.birth_datetime::DATE AS b, MAX(d.death_date) OVER (PARTITION BY d.person_id) AS last FROM person p JOIN death d USING (person_id))

-- right
-- question: What was the average age at death, in completed years?
SELECT AVG(x.age) AS a FROM person p, LATERAL (SELECT date_sub('year', p.birth_datetime::DATE, MAX(d.death_date)) AS age FROM death d WHERE d.person_id = p.person_id) x

-- wrong era's count for a year
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT SUM(drug_exposure_count) AS n FROM drug_era WHERE drug_concept_id = 1322184 AND year(drug_era_start_date) = 2009

-- wrong era's count for a year
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
WITH e AS (SELECT drug_exposure_count AS c, drug_era_start_date AS d FROM drug_era WHERE drug_concept_id = 1322184) SELECT SUM(c) FILTER (WHERE d BETWEEN DATE '2009-01-01' AND DATE '2009-12-31') AS n FROM e

-- wrong era's count for a year
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT SUM(CASE WHEN drug_era_start_date <= DATE '2009-12-31' AND drug_era_end_date >= DATE '2009-01-01' THEN drug_exposure_count ELSE 0 END) AS n FROM drug_era WHERE drug_concept_id = 1322184

-- wrong era's count for a year
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT list_sum(list(drug_exposure_count)) AS n FROM drug_era WHERE drug_concept_id = 1322184 AND date_trunc('year', drug_era_start_date) = DATE '2009-01-01'

-- wrong era's count for a year
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT SUM(n) AS n FROM (SELECT person_id, SUM(drug_exposure_count) AS n FROM drug_era WHERE drug_concept_id = 1322184 AND extract(year FROM drug_era_start_date) = 2009 GROUP BY person_id)

-- wrong era's count for a year
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT COUNT(*) AS n FROM drug_era WHERE drug_concept_id = 1322184 AND year(drug_era_start_date) = 2009

-- right
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184) AND year(drug_exposure_start_date) = 2009

-- right
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT COUNT(*) FILTER (WHERE drug_exposure_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31') AS n FROM drug_exposure SEMI JOIN (SELECT descendant_concept_id d FROM concept_ancestor WHERE ancestor_concept_id = 1322184) k ON d = drug_concept_id

-- right
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT SUM(n) AS n FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184) AND year(drug_exposure_start_date) = 2009 GROUP BY person_id)

-- right
-- question: How many clopidogrel dispensings (drug exposures) began in 2009?
SELECT len(list(drug_exposure_id)) AS n FROM drug_exposure JOIN concept_ancestor ON descendant_concept_id = drug_concept_id WHERE ancestor_concept_id = 1322184 AND date_trunc('year', drug_exposure_start_date) = DATE '2009-01-01'

-- wrong days not distinct
-- question: How many people have an essential hypertension diagnosis on at least two different days?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 320128 GROUP BY person_id HAVING COUNT(condition_start_date) > 1)

-- wrong days not distinct
-- question: How many people have an essential hypertension diagnosis on at least two different days?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 320128 GROUP BY person_id) WHERE len(d) >= 2

-- wrong days not distinct
-- question: How many people have an essential hypertension diagnosis on at least two different days?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 320128 QUALIFY COUNT(*) OVER (PARTITION BY person_id) >= 2

-- wrong days not distinct
-- question: How many people have an essential hypertension diagnosis on at least two different days?
SELECT COUNT(*) AS people FROM (SELECT person_id, array_agg(condition_start_date ORDER BY condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 320128 GROUP BY person_id) WHERE d[2] IS NOT NULL

-- wrong converted twice
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004501 AND CASE WHEN unit_concept_id = 8840 THEN value_as_number * 18 ELSE value_as_number END >= 126

-- wrong converted twice
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004501 AND value_as_number * 18 >= 126

-- wrong converted twice
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
WITH g AS (SELECT person_id, value_as_number * 18.0182 AS v FROM measurement WHERE measurement_concept_id = 3004501) SELECT COUNT(DISTINCT person_id) AS people FROM g WHERE v >= 126

-- wrong converted twice
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004501 AND value_as_number >= 126 / 18.0

-- wrong converted twice
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, value_as_number * if(unit_concept_id = 8840, 18, 1) AS v FROM measurement WHERE measurement_concept_id = 3004501) WHERE v >= 126

-- wrong converted twice
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(*) AS people FROM (SELECT person_id, MAX(value_as_number * 18) AS v FROM measurement WHERE measurement_concept_id = 3004501 GROUP BY person_id) WHERE v >= 126

-- right
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004501 AND CASE WHEN unit_concept_id = 8753 THEN value_as_number * 18 ELSE value_as_number END >= 126

-- right
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004501 AND unit_concept_id = 8840 AND value_as_number >= 126

-- right
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004501 AND value_as_number * CASE unit_concept_id WHEN 8753 THEN 18 ELSE 1 END >= 126

-- right
-- question: How many people ever had a serum glucose (3004501) of 126 mg/dL or more?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004501 AND (unit_concept_id = 8840 AND value_as_number >= 126 OR unit_concept_id = 8753 AND value_as_number * 18 >= 126)

-- wrong lacking either for neither
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, COUNT(*) FILTER (WHERE condition_concept_id = 317009) AS a, COUNT(*) FILTER (WHERE condition_concept_id = 255573) AS b FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE least(a, b) = 0

-- wrong lacking either for neither
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, COUNT(*) FILTER (WHERE condition_concept_id = 317009) AS a, COUNT(*) FILTER (WHERE condition_concept_id = 255573) AS b FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE a = 0 OR b = 0

-- wrong lacking either for neither
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM person p WHERE NOT (EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND condition_concept_id = 317009) AND EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND condition_concept_id = 255573))

-- wrong lacking either for neither
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM person EXCEPT (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 317009 INTERSECT SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 255573))

-- wrong lacking either for neither
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, list(c.condition_concept_id) AS k FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE NOT list_has_all(k, [317009, 255573])

-- wrong lacking either for neither
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, bool_or(condition_concept_id = 317009) AS a, bool_or(condition_concept_id = 255573) AS b FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE NOT coalesce(a AND b, false)

-- wrong lacking either for neither
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, COUNT(DISTINCT condition_concept_id) FILTER (WHERE condition_concept_id IN (317009, 255573)) AS n FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE n < 2

-- right
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, COUNT(*) FILTER (WHERE condition_concept_id = 317009) AS a, COUNT(*) FILTER (WHERE condition_concept_id = 255573) AS b FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE a + b = 0

-- right
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, COUNT(*) FILTER (WHERE condition_concept_id = 317009) AS a, COUNT(*) FILTER (WHERE condition_concept_id = 255573) AS b FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE greatest(a, b) = 0

-- right
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM person EXCEPT SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (317009, 255573))

-- right
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, list(c.condition_concept_id) AS k FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE NOT list_has_any(k, [317009, 255573])

-- right
-- question: How many people have neither asthma (317009) nor chronic obstructive lung disease (255573)?
SELECT COUNT(*) AS people FROM (SELECT p.person_id, COUNT(*) FILTER (WHERE condition_concept_id IN (317009, 255573)) AS n FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) WHERE n = 0

-- wrong person and month
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT AVG(t) AS m FROM (SELECT d.person_id, year(d.drug_exposure_start_date) AS y, SUM(c.total_paid) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug' GROUP BY 1, 2)

-- wrong person and month
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT AVG(c.total_paid) AS m FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug'

-- wrong person and month
-- question: What is the mean total paid for drugs per person with any drug cost?
WITH t AS (SELECT d.person_id, AVG(c.total_paid) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug' GROUP BY d.person_id) SELECT AVG(t) AS m FROM t

-- wrong person and month
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT AVG(t) AS m FROM (SELECT DISTINCT d.person_id, date_trunc('month', d.drug_exposure_start_date), SUM(c.total_paid) OVER (PARTITION BY d.person_id, date_trunc('month', d.drug_exposure_start_date)) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug')

-- wrong person and month
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT AVG(t) AS m FROM (SELECT d.person_id, d.drug_concept_id, SUM(c.total_paid) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug' GROUP BY ALL)

-- wrong person and month
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT SUM(t) / COUNT(t) AS m FROM (SELECT d.person_id, strftime(d.drug_exposure_start_date, '%Y-%m') AS mth, SUM(c.total_paid) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug' GROUP BY ALL)

-- wrong person and month
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT SUM(c.total_paid) / (SELECT COUNT(*) FROM person) AS m FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug'

-- right
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT AVG(t) AS m FROM (SELECT d.person_id, SUM(c.total_paid) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug' GROUP BY ALL)

-- right
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT SUM(c.total_paid) / COUNT(DISTINCT d.person_id) AS m FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug'

-- right
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT AVG(t) AS m FROM (SELECT SUM(t) AS t FROM (SELECT d.person_id, date_trunc('month', d.drug_exposure_start_date) AS mth, SUM(c.total_paid) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug' GROUP BY ALL) GROUP BY person_id)

-- right
-- question: What is the mean total paid for drugs per person with any drug cost?
SELECT AVG(t) AS m FROM (SELECT DISTINCT d.person_id, SUM(c.total_paid) OVER (PARTITION BY d.person_id) AS t FROM drug_exposure d JOIN cost c ON c.cost_event_id = d.drug_exposure_id AND c.cost_domain_id = 'Drug')

-- wrong source concept
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT co.person_id) AS people FROM condition_occurrence co JOIN concept_relationship r ON r.concept_id_1 = co.condition_source_concept_id AND r.relationship_id = 'Maps to' WHERE r.concept_id_2 = 255573

-- wrong source concept
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence co WHERE EXISTS (FROM concept_relationship r WHERE r.concept_id_1 = co.condition_source_concept_id AND r.relationship_id = 'Maps to' AND r.concept_id_2 = 255573)

-- wrong source concept
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_source_concept_id = ANY (SELECT concept_id_1 FROM concept_relationship WHERE relationship_id = 'Maps to' AND concept_id_2 = 255573)

-- wrong source concept
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE coalesce(nullif(condition_source_concept_id, 0), condition_concept_id) = 255573

-- wrong source concept
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE CASE WHEN condition_source_concept_id > 0 THEN condition_source_concept_id ELSE condition_concept_id END = 255573

-- wrong source concept
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) FILTER (WHERE condition_source_concept_id IN (SELECT concept_id_2 FROM concept_relationship WHERE relationship_id = 'Mapped from' AND concept_id_1 = 255573)) AS people FROM condition_occurrence

-- wrong source concept
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_source_concept_id = 255573

-- right
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 255573

-- right
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE coalesce(condition_concept_id, condition_source_concept_id) = 255573

-- right
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 255573 OR condition_source_concept_id IN (SELECT concept_id_1 FROM concept_relationship WHERE relationship_id = 'Maps to' AND concept_id_2 = 255573)

-- right
-- question: How many people have chronic obstructive lung disease (255573) on record?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_era WHERE condition_concept_id = 255573

-- wrong denominator with any diagnosis
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100.0 * COUNT(DISTINCT person_id) FILTER (WHERE condition_concept_id = 201826) / COUNT(DISTINCT person_id) AS pct FROM condition_occurrence

-- wrong denominator with any diagnosis
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100 * AVG(flag) AS pct FROM (SELECT person_id, MAX((condition_concept_id = 201826)::INT) AS flag FROM condition_occurrence GROUP BY person_id)

-- wrong denominator with any diagnosis
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100 * AVG(CASE WHEN n > 0 THEN 1 ELSE 0 END) AS pct FROM (SELECT person_id, COUNT(*) FILTER (WHERE condition_concept_id = 201826) AS n FROM condition_occurrence GROUP BY person_id)

-- wrong denominator with any diagnosis
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100 * AVG((n > 0)::INT) AS pct FROM (SELECT person_id, SUM(IF(condition_concept_id = 201826, 1, 0)) AS n FROM condition_occurrence GROUP BY person_id)

-- wrong denominator with any diagnosis
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100 * AVG(list_contains(k, 201826)::INT) AS pct FROM (SELECT person_id, list(condition_concept_id) AS k FROM condition_occurrence GROUP BY person_id)

-- wrong denominator with any diagnosis
-- question: What percentage of all people in the database have type 2 diabetes?
WITH f AS (SELECT p.person_id, bool_or(c.condition_concept_id = 201826) AS has FROM person p JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id) SELECT 100.0 * COUNT(*) FILTER (WHERE has) / COUNT(*) AS pct FROM f

-- wrong denominator with any diagnosis
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100.0 * SUM(has::INT) / COUNT(has) AS pct FROM (SELECT p.person_id, bool_or(c.condition_concept_id = 201826) AS has FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id)

-- right
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100 * AVG(coalesce(has, false)::INT) AS pct FROM (SELECT p.person_id, bool_or(c.condition_concept_id = 201826) AS has FROM person p LEFT JOIN condition_occurrence c USING (person_id) GROUP BY p.person_id)

-- right
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100 * AVG((person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 201826))::INT) AS pct FROM person

-- right
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100.0 * COUNT(c.person_id) / COUNT(*) AS pct FROM person p LEFT JOIN (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id = 201826) c USING (person_id)

-- right
-- question: What percentage of all people in the database have type 2 diabetes?
SELECT 100 * AVG(EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND condition_concept_id = 201826)::INT) AS pct FROM person p

-- wrong first of each kind
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9203 QUALIFY row_number() OVER (PARTITION BY person_id ORDER BY visit_start_date) = 1

-- wrong first of each kind
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, visit_concept_id, rank() OVER (PARTITION BY person_id, visit_concept_id ORDER BY visit_start_date) AS r FROM visit_occurrence) WHERE r = 1 AND visit_concept_id = 9203

-- wrong first of each kind
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(*) AS people FROM (SELECT person_id, visit_concept_id, MIN(visit_start_date) AS d FROM visit_occurrence GROUP BY person_id, visit_concept_id) WHERE visit_concept_id = 9203

-- wrong first of each kind
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v WHERE v.visit_concept_id = 9203 AND NOT EXISTS (FROM visit_occurrence w WHERE w.person_id = v.person_id AND w.visit_concept_id = v.visit_concept_id AND w.visit_start_date < v.visit_start_date)

-- wrong first of each kind
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v WHERE v.visit_concept_id = 9203 AND v.visit_start_date = (SELECT MIN(w.visit_start_date) FROM visit_occurrence w WHERE w.person_id = v.person_id AND w.visit_concept_id = v.visit_concept_id)

-- wrong first of each kind
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v JOIN (SELECT person_id, visit_concept_id, MIN(visit_start_date) AS d FROM visit_occurrence GROUP BY ALL) f ON f.person_id = v.person_id AND f.visit_concept_id = v.visit_concept_id AND f.d = v.visit_start_date WHERE v.visit_concept_id = 9203

-- wrong first of each kind
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(*) AS people FROM (SELECT DISTINCT ON (person_id, visit_concept_id) person_id, visit_concept_id FROM visit_occurrence ORDER BY person_id, visit_concept_id, visit_start_date) WHERE visit_concept_id = 9203

-- right
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, visit_concept_id, row_number() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS r FROM visit_occurrence) WHERE r = 1 AND visit_concept_id = 9203

-- right
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(*) AS people FROM (SELECT person_id, arg_min(visit_concept_id, (visit_start_date, visit_occurrence_id)) AS k FROM visit_occurrence GROUP BY person_id) WHERE k = 9203

-- right
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(visit_concept_id ORDER BY visit_start_date, visit_occurrence_id) AS k FROM visit_occurrence GROUP BY person_id) WHERE k[1] = 9203

-- right
-- question: For how many people was their very first recorded visit an emergency room visit?
SELECT COUNT(*) AS people FROM (SELECT DISTINCT ON (person_id) person_id, visit_concept_id FROM visit_occurrence ORDER BY person_id, visit_start_date, visit_occurrence_id) WHERE visit_concept_id = 9203

-- wrong multiset of people
-- question: How many people with atrial fibrillation have also been dispensed warfarin?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 313217 INTERSECT ALL SELECT person_id FROM drug_era WHERE drug_concept_id = 1310149)

-- wrong multiset of people
-- question: How many people with atrial fibrillation have also been dispensed warfarin?
WITH b AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 313217 INTERSECT ALL SELECT person_id FROM drug_era WHERE drug_concept_id = 1310149) SELECT COUNT(person_id) AS people FROM b

-- wrong multiset of people
-- question: How many people with atrial fibrillation have also been dispensed warfarin?
SELECT COUNT(*) AS people FROM condition_occurrence c SEMI JOIN drug_era d ON d.person_id = c.person_id AND d.drug_concept_id = 1310149 WHERE c.condition_concept_id = 313217

-- wrong multiset of people
-- question: How many people with atrial fibrillation have also been dispensed warfarin?
SELECT COUNT(*) AS people FROM condition_occurrence c JOIN drug_era d USING (person_id) WHERE c.condition_concept_id = 313217 AND d.drug_concept_id = 1310149

-- wrong multiset of people
-- question: How many people with atrial fibrillation have also been dispensed warfarin?
SELECT len(list(c.person_id)) AS people FROM condition_occurrence c WHERE c.condition_concept_id = 313217 AND c.person_id IN (SELECT person_id FROM drug_era WHERE drug_concept_id = 1310149)

-- wrong multiset of people
-- question: How many people with atrial fibrillation have also been dispensed warfarin?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 313217 EXCEPT ALL SELECT person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM drug_era WHERE drug_concept_id = 1310149))

-- wrong rows for days
-- question: How many people had at least three emergency room visits within some 180-day span?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id ORDER BY visit_start_date ROWS 180 PRECEDING) AS n FROM visit_occurrence WHERE visit_concept_id = 9203) WHERE n >= 3

-- wrong rows for days
-- question: How many people had at least three emergency room visits within some 180-day span?
WITH w AS (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id ORDER BY visit_start_date ROWS BETWEEN CURRENT ROW AND 180 FOLLOWING) AS n FROM visit_occurrence WHERE visit_concept_id = 9203) SELECT COUNT(DISTINCT person_id) AS people FROM w WHERE n > 2

-- wrong rows for days
-- question: How many people had at least three emergency room visits within some 180-day span?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id HAVING COUNT(*) >= 3 AND MAX(visit_start_date) - MIN(visit_start_date) <= 180)

-- wrong rows for days
-- question: How many people had at least three emergency room visits within some 180-day span?
SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9203 QUALIFY COUNT(*) OVER (PARTITION BY person_id ORDER BY visit_start_date ROWS BETWEEN 179 PRECEDING AND CURRENT ROW) >= 3

-- right
-- question: How many people had at least three emergency room visits within some 180-day span?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id ORDER BY visit_start_date RANGE BETWEEN INTERVAL 180 DAY PRECEDING AND CURRENT ROW) AS n FROM visit_occurrence WHERE visit_concept_id = 9203) WHERE n >= 3

-- right
-- question: How many people had at least three emergency room visits within some 180-day span?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, visit_start_date AS d, lead(visit_start_date, 2) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS third FROM visit_occurrence WHERE visit_concept_id = 9203) WHERE third - d <= 180

-- right
-- question: How many people had at least three emergency room visits within some 180-day span?
SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, visit_start_date AS d, first_value(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS third, row_number() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS rn FROM visit_occurrence WHERE visit_concept_id = 9203) WHERE rn >= 3 AND d - third <= 180

-- right
-- question: How many people had at least three emergency room visits within some 180-day span?
SELECT COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v WHERE v.visit_concept_id = 9203 AND (SELECT COUNT(*) FROM visit_occurrence w WHERE w.person_id = v.person_id AND w.visit_concept_id = 9203 AND w.visit_start_date BETWEEN v.visit_start_date AND v.visit_start_date + 180) >= 3

-- wrong whole stays for a part
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT SUM(visit_end_date - visit_start_date) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND year(visit_start_date) = 2009

-- wrong whole stays for a part
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT SUM(date_diff('day', visit_start_date, visit_end_date)) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date <= DATE '2009-12-31' AND visit_end_date >= DATE '2009-01-01'

-- wrong whole stays for a part
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
WITH s AS (SELECT visit_end_date - visit_start_date AS nights FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31') SELECT SUM(nights) AS n FROM s

-- wrong whole stays for a part
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT SUM(visit_end_date - visit_start_date) FILTER (WHERE year(visit_start_date) = 2009 OR year(visit_end_date) = 2009) AS n FROM visit_occurrence WHERE visit_concept_id = 9201

-- wrong whole stays for a part
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT list_sum(list(visit_end_date - visit_start_date)) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND year(visit_start_date) = 2009

-- wrong whole stays for a part
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT SUM(CASE WHEN year(visit_start_date) = 2009 THEN visit_end_date - visit_start_date ELSE 0 END) AS n FROM visit_occurrence WHERE visit_concept_id = 9201

-- right
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT SUM(least(visit_end_date, DATE '2010-01-01') - greatest(visit_start_date, DATE '2009-01-01')) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date < DATE '2010-01-01' AND visit_end_date > DATE '2009-01-01'

-- right
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT COUNT(*) AS n FROM (SELECT unnest(generate_series(visit_start_date, visit_end_date - 1, INTERVAL 1 DAY)) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date > visit_start_date) WHERE year(d) = 2009

-- right
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT SUM(CASE WHEN visit_end_date > DATE '2010-01-01' THEN DATE '2010-01-01' ELSE visit_end_date END - CASE WHEN visit_start_date < DATE '2009-01-01' THEN DATE '2009-01-01' ELSE visit_start_date END) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date < DATE '2010-01-01' AND visit_end_date > DATE '2009-01-01'

-- right
-- question: How many inpatient nights fell in 2009 (nights of stays that began earlier or ended later counted only for their 2009 part)?
SELECT COUNT(*) AS n FROM visit_occurrence v JOIN (SELECT unnest(generate_series(DATE '2009-01-01', DATE '2009-12-31', INTERVAL 1 DAY))::DATE AS d) k ON k.d >= v.visit_start_date AND k.d < v.visit_end_date WHERE v.visit_concept_id = 9201

-- wrong other kinds for absence
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id <> 9201

-- wrong other kinds for absence
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id, COUNT(*) FILTER (WHERE visit_concept_id <> 9201) AS n FROM visit_occurrence GROUP BY person_id) WHERE n >= 1

-- wrong other kinds for absence
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM visit_occurrence GROUP BY person_id HAVING bool_or(visit_concept_id <> 9201))

-- wrong other kinds for absence
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(visit_concept_id) AS k FROM visit_occurrence GROUP BY person_id) WHERE list_bool_or(list_transform(k, x -> x <> 9201))

-- wrong other kinds for absence
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(visit_concept_id) FILTER (WHERE visit_concept_id <> 9201) AS k FROM visit_occurrence GROUP BY person_id) WHERE len(k) > 0

-- wrong other kinds for absence
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (FROM visit_occurrence v WHERE v.person_id = p.person_id AND NOT (v.visit_concept_id = 9201))

-- wrong other kinds for absence
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v LEFT JOIN (SELECT visit_occurrence_id FROM visit_occurrence WHERE visit_concept_id = 9201) i USING (visit_occurrence_id) WHERE i.visit_occurrence_id IS NULL

-- right
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(visit_concept_id) AS k FROM visit_occurrence GROUP BY person_id) WHERE NOT list_contains(k, 9201)

-- right
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(visit_concept_id) AS k FROM visit_occurrence GROUP BY person_id) WHERE len(list_filter(k, x -> x = 9201)) = 0

-- right
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM visit_occurrence GROUP BY person_id HAVING bool_and(visit_concept_id <> 9201))

-- right
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM visit_occurrence GROUP BY person_id HAVING COUNT(*) FILTER (WHERE visit_concept_id <> 9201) = COUNT(*))

-- right
-- question: Of the people who had any visit, how many were never admitted as an inpatient?
SELECT COUNT(*) AS people FROM (SELECT person_id, COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS n FROM visit_occurrence GROUP BY person_id) WHERE n < 1

-- wrong people of months added
-- question: How many different people visited the emergency room during 2009?
SELECT SUM(n) AS people FROM (SELECT month(visit_start_date) AS m, COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND year(visit_start_date) = 2009 GROUP BY 1)

-- wrong people of months added
-- question: How many different people visited the emergency room during 2009?
SELECT SUM(n) AS people FROM (VALUES (1), (2), (3), (4)) AS q(k), LATERAL (SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND year(visit_start_date) = 2009 AND quarter(visit_start_date) = q.k) x

-- wrong people of months added
-- question: How many different people visited the emergency room during 2009?
SELECT list_sum(list(n)) AS people FROM (SELECT monthname(visit_start_date) AS m, COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND year(visit_start_date) = 2009 GROUP BY 1)

-- wrong people of months added
-- question: How many different people visited the emergency room during 2009?
SELECT SUM(n) AS people FROM (SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-06-30' UNION ALL SELECT COUNT(DISTINCT person_id) FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_start_date BETWEEN DATE '2009-07-01' AND DATE '2009-12-31')

-- right
-- question: How many different people visited the emergency room during 2009?
SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9203 AND year(visit_start_date) = 2009

-- right
-- question: How many different people visited the emergency room during 2009?
SELECT SUM(n) AS people FROM (SELECT gender_concept_id, COUNT(DISTINCT v.person_id) AS n FROM visit_occurrence v JOIN person p USING (person_id) WHERE visit_concept_id = 9203 AND year(visit_start_date) = 2009 GROUP BY 1)

-- right
-- question: How many different people visited the emergency room during 2009?
SELECT SUM(n) AS people FROM (SELECT month(d) AS m, COUNT(*) AS n FROM (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9203 AND year(visit_start_date) = 2009 GROUP BY person_id) GROUP BY 1)

-- right
-- question: How many different people visited the emergency room during 2009?
SELECT COUNT(*) AS people FROM person p, LATERAL (SELECT COUNT(*) AS n FROM visit_occurrence v WHERE v.person_id = p.person_id AND visit_concept_id = 9203 AND year(visit_start_date) = 2009) x WHERE n > 0

-- wrong place of the care site
-- question: How many people live in California?
SELECT COUNT(DISTINCT p.person_id) AS people FROM person p JOIN care_site s ON s.care_site_id = p.care_site_id JOIN location l ON l.location_id = s.location_id WHERE l.state = 'CA'

-- wrong place of the care site
-- question: How many people live in California?
SELECT COUNT(*) AS people FROM person WHERE care_site_id IN (SELECT care_site_id FROM care_site JOIN location USING (location_id) WHERE state = 'CA')

-- wrong place of the care site
-- question: How many people live in California?
SELECT COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v JOIN care_site s ON s.care_site_id = v.care_site_id JOIN location l ON l.location_id = s.location_id WHERE l.state = 'CA'

-- wrong place of the care site
-- question: How many people live in California?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (FROM care_site s, location l WHERE s.care_site_id = p.care_site_id AND l.location_id = s.location_id AND l.state = 'CA')

-- wrong place of the care site
-- question: How many people live in California?
SELECT COUNT(*) AS people FROM person p JOIN (SELECT s.care_site_id, l.state FROM care_site s JOIN location l USING (location_id)) x USING (care_site_id) WHERE x.state = 'CA'

-- wrong place of the care site
-- question: How many people live in California?
SELECT COUNT(*) FILTER (WHERE (SELECT l.state FROM location l JOIN care_site s ON s.location_id = l.location_id WHERE s.care_site_id = p.care_site_id) = 'CA') AS people FROM person p

-- right
-- question: How many people live in California?
SELECT COUNT(*) AS people FROM person p JOIN location l USING (location_id) WHERE l.state = 'CA'

-- right
-- question: How many people live in California?
SELECT COUNT(*) AS people FROM person WHERE location_id IN (SELECT location_id FROM location WHERE state = 'CA')

-- right
-- question: How many people live in California?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (FROM location l WHERE l.location_id = p.location_id AND l.state = 'CA')

-- right
-- question: How many people live in California?
SELECT COUNT(*) FILTER (WHERE (SELECT state FROM location l WHERE l.location_id = p.location_id) = 'CA') AS people FROM person p

-- wrong other domain by a list
-- question: How many people underwent spirometry?
SELECT COUNT(*) AS people FROM person p WHERE 4133840 IN (SELECT procedure_concept_id FROM procedure_occurrence o WHERE o.person_id = p.person_id)

-- wrong other domain by a list
-- question: How many people underwent spirometry?
SELECT COUNT(DISTINCT person_id) AS people FROM procedure_occurrence WHERE procedure_concept_id = 4133840

-- wrong other domain by a list
-- question: How many people underwent spirometry?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(procedure_concept_id) AS k FROM procedure_occurrence GROUP BY person_id) WHERE list_contains(k, 4133840)

-- wrong other domain by a list
-- question: How many people underwent spirometry?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(procedure_concept_id) AS k FROM procedure_occurrence GROUP BY person_id) WHERE len(list_filter(k, x -> x = 4133840)) > 0

-- wrong other domain by a list
-- question: How many people underwent spirometry?
SELECT COUNT(DISTINCT person_id) AS people FROM procedure_occurrence, (VALUES (4133840)) AS s(id) WHERE s.id = procedure_concept_id

-- wrong other domain by a list
-- question: How many people underwent spirometry?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM procedure_occurrence GROUP BY person_id HAVING bool_or(procedure_concept_id = 4133840))

-- right
-- question: How many people underwent spirometry?
SELECT COUNT(*) AS people FROM person p WHERE 4133840 = ANY (SELECT measurement_concept_id FROM measurement o WHERE o.person_id = p.person_id)

-- right
-- question: How many people underwent spirometry?
SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 4133840

-- right
-- question: How many people underwent spirometry?
SELECT COUNT(*) AS people FROM (SELECT person_id, list(measurement_concept_id) AS k FROM measurement GROUP BY person_id) WHERE list_contains(k, 4133840)

-- right
-- question: How many people underwent spirometry?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM measurement GROUP BY person_id HAVING bool_or(measurement_concept_id = 4133840))

-- wrong age in one part
-- question: How many people aged 70 or more by year of birth in 2010 have atrial fibrillation or heart failure?
SELECT COUNT(*) AS people FROM person WHERE year_of_birth <= 1940 AND person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 313217) OR person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139))

-- wrong age in one part
-- question: How many people aged 70 or more by year of birth in 2010 have atrial fibrillation or heart failure?
SELECT COUNT(DISTINCT person_id) AS people FROM person JOIN condition_occurrence USING (person_id) WHERE 2010 - year_of_birth >= 70 AND condition_concept_id = 313217 OR condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)

-- wrong age in one part
-- question: How many people aged 70 or more by year of birth in 2010 have atrial fibrillation or heart failure?
SELECT COUNT(*) FILTER (WHERE 2010 - year_of_birth >= 70 AND EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id = 313217) OR EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id = 316139)) AS people FROM person p

-- wrong age in one part
-- question: How many people aged 70 or more by year of birth in 2010 have atrial fibrillation or heart failure?
SELECT COUNT(DISTINCT person_id) AS people FROM person p SEMI JOIN condition_occurrence c ON c.person_id = p.person_id AND p.year_of_birth <= 1940 AND c.condition_concept_id = 313217 OR c.person_id = p.person_id AND c.condition_concept_id = 316139

-- right
-- question: How many people aged 70 or more by year of birth in 2010 have atrial fibrillation or heart failure?
SELECT COUNT(*) AS people FROM person p WHERE 2010 - year_of_birth >= 70 AND (EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217)) OR EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)))

-- right
-- question: How many people aged 70 or more by year of birth in 2010 have atrial fibrillation or heart failure?
SELECT COUNT(*) AS people FROM person WHERE year_of_birth <= 1940 AND person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (313217, 316139)))

-- right
-- question: How many people aged 70 or more by year of birth in 2010 have atrial fibrillation or heart failure?
SELECT COUNT(*) AS people FROM person p WHERE 2010 - year_of_birth >= 70 AND EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217)) OR 2010 - year_of_birth >= 70 AND EXISTS (FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139))

-- wrong other kinds left out
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id NOT IN (9202) AND year(visit_start_date) = 2009

-- wrong other kinds left out
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT COUNT(*) FILTER (WHERE visit_concept_id <> 9203) AS n FROM visit_occurrence WHERE year(visit_start_date) = 2009

-- wrong other kinds left out
-- question: How many inpatient stays were there in 2009 (by start date)?
WITH o AS (SELECT visit_occurrence_id FROM visit_occurrence WHERE visit_concept_id = 9202) SELECT COUNT(*) AS n FROM visit_occurrence v ANTI JOIN o USING (visit_occurrence_id) WHERE year(visit_start_date) = 2009

-- wrong other kinds left out
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT COUNT(*) AS n FROM visit_occurrence WHERE nullif(visit_concept_id, 9202) IS NOT NULL AND year(visit_start_date) = 2009

-- wrong other kinds left out
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT SUM(CASE visit_concept_id WHEN 9202 THEN 0 ELSE 1 END) AS n FROM visit_occurrence WHERE year(visit_start_date) = 2009

-- wrong other kinds left out
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT COUNT(*) AS n FROM (SELECT * FROM visit_occurrence WHERE year(visit_start_date) = 2009 EXCEPT SELECT * FROM visit_occurrence WHERE visit_concept_id = 9202)

-- right
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND year(visit_start_date) = 2009

-- right
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id NOT IN (9202, 9203) AND year(visit_start_date) = 2009

-- right
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS n FROM visit_occurrence WHERE year(visit_start_date) = 2009

-- right
-- question: How many inpatient stays were there in 2009 (by start date)?
SELECT SUM(CASE visit_concept_id WHEN 9201 THEN 1 ELSE 0 END) AS n FROM visit_occurrence WHERE year(visit_start_date) = 2009

-- wrong year for a day
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE year(observation_period_start_date) <= 2008 AND year(observation_period_end_date) >= 2008

-- wrong year for a day
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE 2008 BETWEEN year(observation_period_start_date) AND year(observation_period_end_date)

-- wrong year for a day
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE observation_period_start_date <= DATE '2008-12-31' AND observation_period_end_date >= DATE '2008-01-01'

-- wrong year for a day
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (FROM observation_period o WHERE o.person_id = p.person_id AND list_contains(range(year(observation_period_start_date), year(observation_period_end_date) + 1), 2008))

-- right
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE DATE '2008-07-01' BETWEEN observation_period_start_date AND observation_period_end_date

-- right
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE observation_period_start_date < '2008-07-02' AND observation_period_end_date > '2008-06-30'

-- right
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE make_date(2008, 7, 1) BETWEEN observation_period_start_date AND observation_period_end_date

-- right
-- question: How many people were under observation on 1 July 2008?
SELECT COUNT(*) AS people FROM person p WHERE EXISTS (FROM observation_period o WHERE o.person_id = p.person_id AND o.observation_period_start_date <= DATE '2008-07-01' AND NOT (o.observation_period_end_date < DATE '2008-07-01'))

-- wrong means for totals
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(c.total_paid) AS m FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit'

-- wrong means for totals
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(x) AS m FROM (SELECT v.person_id, median(c.total_paid) AS x FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY v.person_id)

-- wrong means for totals
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(x) AS m FROM (SELECT DISTINCT v.person_id, AVG(c.total_paid) OVER (PARTITION BY v.person_id) AS x FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit')

-- wrong means for totals
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(list_avg(l)) AS m FROM (SELECT v.person_id, list(c.total_paid) AS l FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY v.person_id)

-- wrong means for totals
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(x) AS m FROM (SELECT v.person_id, MAX(c.total_paid) AS x FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY v.person_id)

-- wrong means for totals
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(x) AS m FROM (SELECT v.person_id, SUM(c.total_paid) / COUNT(*) AS x FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY v.person_id)

-- wrong means for totals
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(x) AS m FROM (SELECT v.person_id, year(v.visit_start_date) AS y, SUM(c.total_paid) AS x FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY ALL)

-- right
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(x) AS m FROM (SELECT v.person_id, SUM(c.total_paid) AS x FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY v.person_id)

-- right
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT SUM(c.total_paid) / COUNT(DISTINCT v.person_id) AS m FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit'

-- right
-- question: How much was paid in total for a person's visits, on average over the people who had visits (sum per person, then averaged)?
SELECT AVG(list_sum(l)) AS m FROM (SELECT v.person_id, list(c.total_paid) AS l FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' GROUP BY v.person_id)

-- wrong negation on records
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855)

-- wrong negation on records
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure GROUP BY person_id HAVING COUNT(*) FILTER (WHERE drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855)) > 0)

-- wrong negation on records
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE NOT list_has((SELECT array_agg(descendant_concept_id) FROM concept_ancestor WHERE ancestor_concept_id = 21601855), drug_concept_id)

-- wrong negation on records
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(DISTINCT d.person_id) AS n FROM drug_exposure d ANTI JOIN concept_ancestor a ON a.descendant_concept_id = d.drug_concept_id AND a.ancestor_concept_id = 21601855

-- wrong negation on records
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
WITH s AS (SELECT list(descendant_concept_id) AS ids FROM concept_ancestor WHERE ancestor_concept_id = 21601855) SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure, s WHERE NOT list_contains(ids, drug_concept_id)

-- wrong negation on records
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(DISTINCT CASE WHEN a.descendant_concept_id IS NULL THEN d.person_id END) AS n FROM drug_exposure d LEFT JOIN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855) a ON a.descendant_concept_id = d.drug_concept_id

-- right
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure GROUP BY person_id HAVING COUNT(*) FILTER (WHERE list_contains((SELECT list(descendant_concept_id) FROM concept_ancestor WHERE ancestor_concept_id = 21601855), drug_concept_id)) = 0)

-- right
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure EXCEPT SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855))

-- right
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(DISTINCT person_id) - COUNT(DISTINCT person_id) FILTER (WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855)) AS n FROM drug_exposure

-- right
-- question: How many people who received drugs were never dispensed a statin (HMG CoA reductase inhibitor)?
SELECT COUNT(*) AS n FROM (SELECT person_id, list(DISTINCT drug_concept_id) AS k FROM drug_exposure GROUP BY person_id) WHERE NOT list_has_any(k, (SELECT list(descendant_concept_id) FROM concept_ancestor WHERE ancestor_concept_id = 21601855))

-- right
-- question: How many people were recorded with diabetes complications in July 2009 on or after 15 July 2009?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 442793) AND condition_start_date BETWEEN DATE '2009-07-15' AND DATE '2009-07-31'

-- right, as it says itself
-- question: Which concepts lie above asthma in the hierarchy, and how many condition records carry each of them?
SELECT ca.ancestor_concept_id, COUNT(co.condition_occurrence_id) AS n FROM concept_ancestor ca LEFT JOIN condition_occurrence co ON co.condition_concept_id = ca.ancestor_concept_id WHERE ca.descendant_concept_id = 317009 GROUP BY 1

-- right, as it says itself
-- question: How many women are in the database, including those who have died?
SELECT COUNT(*) AS women FROM person WHERE gender_concept_id = 8532

-- right, as it says itself
-- question: How many persons turn 70 in 2010, based on year of birth alone?
SELECT COUNT(*) FROM person WHERE year_of_birth = 1940

-- right, as it says itself
-- question: How many patients have exactly the concept essential hypertension, without its descendants?
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 320128

-- right, as it says itself
-- question: Number of patients with heart failure, without regard to when it was recorded
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)

-- right, as it says itself
-- question: How many visits had, on average per month of 2009, begun?
WITH m AS (SELECT DATE_TRUNC('month', visit_start_date) AS mo, COUNT(*) AS n FROM visit_occurrence WHERE visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31' GROUP BY 1) SELECT AVG(n) FROM m

-- right, as it says itself
-- question: Mean number of emergency room visits per calendar month in 2008 and 2009 taken together
WITH m AS (SELECT YEAR(visit_start_date) y, MONTH(visit_start_date) mo, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) IN (2008, 2009) GROUP BY 1, 2) SELECT AVG(n) AS mean_visits FROM m

-- right, as it says itself
-- question: Added up over the three years 2008, 2009 and 2010, the yearly numbers of distinct patients with a hospital stay
SELECT SUM(n) FROM (SELECT YEAR(visit_start_date) AS y, COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND YEAR(visit_start_date) BETWEEN 2008 AND 2010 GROUP BY 1)

-- right, as it says itself
-- question: What is the highest number of patients with a visit in any one month of 2009?
SELECT MAX(n) FROM (SELECT MONTH(visit_start_date) m, COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE YEAR(visit_start_date) = 2009 GROUP BY 1)

-- right, as it says itself
-- question: How many visits had two or more different diagnoses?
SELECT COUNT(*) FROM (SELECT visit_occurrence_id FROM condition_occurrence WHERE visit_occurrence_id IS NOT NULL GROUP BY 1 HAVING COUNT(DISTINCT condition_concept_id) >= 2)

-- right, as it says itself
-- question: How many visits with a heart failure diagnosis were there?
SELECT COUNT(DISTINCT visit_occurrence_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)

-- right, as it says itself
-- question: What share of HbA1c results in percent is 7 or more?
SELECT AVG((value_as_number >= 7)::INT) AS share FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL

-- right, as it says itself
-- question: How many patients had their very first heart failure record in 2009?
SELECT COUNT(*) FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id) WHERE YEAR(d) = 2009

-- right, as it says itself
-- question: For how many patients is an inpatient stay the very first visit of all?
WITH f AS (SELECT person_id, visit_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS k FROM visit_occurrence) SELECT COUNT(*) FROM f WHERE k = 1 AND visit_concept_id = 9201

-- right, as it says itself
-- question: How many condition records have no end date?
SELECT COUNT(*) - COUNT(condition_end_date) AS open_records FROM condition_occurrence

-- right, as it says itself
-- question: How many pairs of providers and patients are there who saw each other at least once?
SELECT COUNT(*) FROM (SELECT DISTINCT provider_id, person_id FROM visit_occurrence WHERE provider_id IS NOT NULL)

-- right, as it says itself
-- question: Among the patients who ever took warfarin, how many did so before any record of heart failure or without one?
WITH w AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) GROUP BY 1), h AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY 1) SELECT COUNT(*) FROM w LEFT JOIN h USING (person_id) WHERE h.d IS NULL OR w.d < h.d

-- right, as it says itself
-- question: How many records of each domain are there in the four main event tables?
SELECT 'condition' AS domain, COUNT(*) AS n FROM condition_occurrence UNION ALL SELECT 'drug', COUNT(*) FROM drug_exposure UNION ALL SELECT 'procedure', COUNT(*) FROM procedure_occurrence UNION ALL SELECT 'measurement', COUNT(*) FROM measurement

-- right, as it says itself
-- question: Which provider specialty wrote the most drug exposures?
SELECT pr.specialty_concept_id, COUNT(*) AS n FROM drug_exposure d JOIN provider pr USING (provider_id) GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1

-- right, as it says itself
-- question: Number of providers by specialty, providers without any patient included
SELECT specialty_concept_id, COUNT(*) AS providers FROM provider GROUP BY 1 ORDER BY 2 DESC

-- right, as it says itself
-- question: For each year, what proportion of the visits were inpatient stays?
SELECT YEAR(visit_start_date) AS y, AVG(CASE WHEN visit_concept_id = 9201 THEN 1.0 ELSE 0 END) AS share FROM visit_occurrence GROUP BY 1 ORDER BY 1

-- right, as it says itself
-- question: How many distinct standard concepts are used in condition_occurrence, 0 not counted?
SELECT COUNT(DISTINCT condition_concept_id) FROM condition_occurrence WHERE condition_concept_id <> 0

-- right, as it says itself
-- question: How many patients have hypertension recorded in both 2008 and 2009?
SELECT COUNT(*) FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) AND YEAR(condition_start_date) = 2008 INTERSECT SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) AND YEAR(condition_start_date) = 2009)

-- right, as it says itself
-- question: Total number of tablets of warfarin per user, on average over users
SELECT AVG(t) FROM (SELECT person_id, SUM(quantity) AS t FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) GROUP BY person_id)

-- right, as it says itself
-- question: What share of patients that had an emergency room visit was admitted (inpatient) on the same or the next day?
WITH e AS (SELECT person_id, visit_start_date AS d FROM visit_occurrence WHERE visit_concept_id = 9203) SELECT COUNT(DISTINCT h.person_id) / COUNT(DISTINCT e.person_id) FROM e LEFT JOIN visit_occurrence h ON h.person_id = e.person_id AND h.visit_concept_id = 9201 AND h.visit_start_date BETWEEN e.d AND e.d + 1

-- right, as it says itself
-- question: Of those who died, what share had been in hospital within the 90 days before?
SELECT AVG(CASE WHEN EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = d.person_id AND v.visit_concept_id = 9201 AND v.visit_start_date <= d.death_date AND v.visit_end_date >= d.death_date - 90) THEN 1.0 ELSE 0 END) FROM death d
