-- Correct SQL in which something looks like a mistake and is none.

-- other concepts within a set
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201820) AND condition_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201254)

-- unmapped left out
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id <> 0

-- comorbidities other than the index disease
SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE co.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) AND co.condition_concept_id NOT IN ([condition@asthma]) GROUP BY c.concept_name ORDER BY patients DESC, c.concept_name LIMIT 20

-- excluded men
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND p.gender_concept_id <> 8507

-- left join with the filter in ON and coalesce
SELECT p.person_id, COALESCE(COUNT(de.drug_exposure_id), 0) AS n FROM person p LEFT JOIN drug_exposure de ON de.person_id = p.person_id AND de.drug_exposure_start_date >= DATE '2010-01-01' GROUP BY p.person_id

-- anti-join
SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c LEFT JOIN drug_exposure d ON d.person_id = c.person_id AND d.drug_concept_id IN ([drug@metformin]) WHERE c.condition_concept_id IN ([condition@type 2 diabetes]) AND d.drug_exposure_id IS NULL

-- left join with or null
SELECT COUNT(DISTINCT p.person_id) AS alive_at_2010 FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.death_date IS NULL OR d.death_date >= DATE '2010-01-01'

-- explicit parentheses around and
SELECT COUNT(*) FROM visit_occurrence WHERE (visit_concept_id = 9201 AND visit_start_date >= DATE '2009-07-01') OR (visit_concept_id = 9203 AND visit_start_date >= DATE '2009-01-01')

-- fiscal year
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE (EXTRACT(YEAR FROM visit_start_date) = 2009 AND EXTRACT(MONTH FROM visit_start_date) >= 7) OR (EXTRACT(YEAR FROM visit_start_date) = 2010 AND EXTRACT(MONTH FROM visit_start_date) < 7)

-- first diagnosis of anything per person as an age question
SELECT AVG(EXTRACT(YEAR FROM f.first_date) - p.year_of_birth) AS mean_age FROM person p JOIN (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence GROUP BY person_id) f ON f.person_id = p.person_id

-- first of a disease, then a drug
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS index_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id), rx AS (SELECT person_id, MIN(drug_exposure_start_date) AS rx_date FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM dx JOIN rx ON rx.person_id = dx.person_id AND rx.rx_date BETWEEN dx.index_date AND dx.index_date + INTERVAL '90' DAY

-- readmission with lead
WITH s AS (SELECT person_id, visit_end_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS next_start FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT COUNT(*) AS readmissions FROM s WHERE next_start - visit_end_date BETWEEN 1 AND 30

-- readmission with strictly later
SELECT COUNT(DISTINCT a.visit_occurrence_id) AS readmitted FROM visit_occurrence a JOIN visit_occurrence b ON b.person_id = a.person_id AND b.visit_start_date > a.visit_end_date AND b.visit_start_date <= a.visit_end_date + INTERVAL '30' DAY WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9201

-- readmission by id
WITH ip AS (SELECT * FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT COUNT(DISTINCT a.visit_occurrence_id) AS n FROM ip a JOIN ip b ON a.person_id = b.person_id AND a.visit_occurrence_id <> b.visit_occurrence_id AND DATE_DIFF('day', a.visit_end_date, b.visit_start_date) BETWEEN 0 AND 30

-- two drugs together
SELECT COUNT(DISTINCT a.person_id) AS patients FROM drug_exposure a JOIN drug_exposure b ON b.person_id = a.person_id AND b.drug_exposure_start_date <= a.drug_exposure_end_date AND b.drug_exposure_end_date >= a.drug_exposure_start_date WHERE a.drug_concept_id IN ([drug@warfarin]) AND b.drug_concept_id IN ([drug@aspirin])

-- first record by not exists
SELECT COUNT(*) AS patients FROM condition_occurrence a WHERE a.condition_concept_id IN ([condition@asthma]) AND NOT EXISTS (SELECT 1 FROM condition_occurrence b WHERE b.person_id = a.person_id AND b.condition_concept_id IN ([condition@asthma]) AND (b.condition_start_date < a.condition_start_date OR b.condition_start_date = a.condition_start_date AND b.condition_occurrence_id < a.condition_occurrence_id))

-- at least two diagnoses
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id HAVING COUNT(DISTINCT condition_start_date) >= 2) t

-- share with nested numerator
WITH d AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])), m AS (SELECT DISTINCT d.person_id FROM d JOIN drug_exposure x ON x.person_id = d.person_id WHERE x.drug_concept_id IN ([drug@metformin])) SELECT 100.0 * (SELECT COUNT(*) FROM m) / NULLIF((SELECT COUNT(*) FROM d), 0) AS percentage

-- sex ratio
SELECT 1.0 * (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8507) / NULLIF((SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532), 0) AS male_to_female_ratio

-- prevalence in a year with people observed then
WITH pop AS (SELECT DISTINCT person_id FROM observation_period WHERE observation_period_start_date <= DATE '2009-12-31' AND observation_period_end_date >= DATE '2009-01-01'), cases AS (SELECT DISTINCT c.person_id FROM condition_occurrence c JOIN pop ON pop.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@asthma]) AND c.condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31') SELECT 1000.0 * (SELECT COUNT(*) FROM cases) / NULLIF((SELECT COUNT(*) FROM pop), 0) AS per_thousand

-- visits per patient
SELECT ROUND(COUNT(*) * 1.0 / COUNT(DISTINCT person_id), 2) AS mean_visits_per_patient FROM visit_occurrence WHERE visit_concept_id = 9202

-- age in the year asked for
SELECT COUNT(*) AS people FROM person WHERE 2009 - year_of_birth BETWEEN 18 AND 64

-- age in the year of the events
SELECT COUNT(DISTINCT v.person_id) AS seniors FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE v.visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31' AND 2009 - p.year_of_birth >= 65

-- birth cohort
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE p.year_of_birth BETWEEN 1940 AND 1949 AND co.condition_concept_id IN ([condition@asthma])

-- half-open year
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_start_date >= DATE '2009-01-01' AND visit_start_date < DATE '2010-01-01'

-- datetime half-open
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_start_datetime >= TIMESTAMP '2009-01-01 00:00:00' AND visit_start_datetime < TIMESTAMP '2010-01-01 00:00:00'

-- datetime cast
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE CAST(visit_start_datetime AS DATE) BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'

-- before a day
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_start_date < DATE '2009-06-30'

-- new users with all history
WITH first_use AS (SELECT person_id, MIN(drug_exposure_start_date) AS first_date FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT COUNT(*) AS new_users FROM first_use f JOIN observation_period op ON op.person_id = f.person_id AND f.first_date BETWEEN op.observation_period_start_date + INTERVAL '365' DAY AND op.observation_period_end_date WHERE f.first_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'

-- washout before
SELECT COUNT(DISTINCT d.person_id) AS new_users FROM drug_exposure d JOIN observation_period op ON op.person_id = d.person_id AND d.drug_exposure_start_date BETWEEN op.observation_period_start_date + INTERVAL '180' DAY AND op.observation_period_end_date WHERE d.drug_concept_id IN ([drug@metformin]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 AND NOT EXISTS (SELECT 1 FROM drug_exposure prior WHERE prior.person_id = d.person_id AND prior.drug_concept_id IN ([drug@metformin]) AND prior.drug_exposure_start_date < d.drug_exposure_start_date AND prior.drug_exposure_start_date >= d.drug_exposure_start_date - INTERVAL '180' DAY)

-- discontinuation: no later record
SELECT COUNT(DISTINCT d.person_id) AS stopped FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@metformin]) AND d.drug_exposure_start_date < DATE '2009-06-01' AND NOT EXISTS (SELECT 1 FROM drug_exposure later WHERE later.person_id = d.person_id AND later.drug_concept_id IN ([drug@metformin]) AND later.drug_exposure_start_date > d.drug_exposure_start_date)

-- person-time once a person
SELECT SUM(op.observation_period_end_date - op.observation_period_start_date + 1) / 365.25 AS person_years FROM observation_period op WHERE EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = op.person_id AND c.condition_concept_id IN ([condition@asthma]))

-- incidence rate
WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id), t AS (SELECT op.person_id, op.observation_period_start_date AS s, CASE WHEN f.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date THEN f.d ELSE op.observation_period_end_date END AS e, CASE WHEN f.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date THEN 1 ELSE 0 END AS event FROM observation_period op LEFT JOIN f ON f.person_id = op.person_id WHERE f.d IS NULL OR f.d >= op.observation_period_start_date) SELECT 1000.0 * SUM(event) / NULLIF(SUM(e - s + 1) / 365.25, 0) AS incidence_rate FROM t

-- period used for its length
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN observation_period op ON op.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@asthma]) AND op.observation_period_end_date - op.observation_period_start_date >= 365

-- plan at the time
SELECT ppp.payer_concept_id, COUNT(DISTINCT v.person_id) AS patients FROM visit_occurrence v JOIN payer_plan_period ppp ON ppp.person_id = v.person_id AND v.visit_start_date BETWEEN ppp.payer_plan_period_start_date AND ppp.payer_plan_period_end_date GROUP BY ppp.payer_concept_id

-- relationships listed
SELECT relationship_id, COUNT(*) AS n FROM concept_relationship WHERE concept_id_1 = 201826 GROUP BY relationship_id

-- mapped codes, people counted once
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept_relationship cr ON cr.concept_id_1 = co.condition_source_concept_id AND cr.relationship_id = 'Maps to' AND cr.invalid_reason IS NULL JOIN concept c ON c.concept_id = cr.concept_id_2 WHERE c.domain_id = 'Condition'

-- days by ingredient
SELECT ing.concept_name, SUM(de.days_supply) AS days FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id JOIN concept ing ON ing.concept_id = ca.ancestor_concept_id AND ing.concept_class_id = 'Ingredient' GROUP BY ing.concept_name ORDER BY days DESC, ing.concept_name

-- source codes by their own vocabulary
SELECT c.concept_code, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_source_concept_id WHERE c.vocabulary_id IN ('ICD9CM', 'ICD10CM') GROUP BY c.concept_code

-- visits of the same visit for both
SELECT COUNT(DISTINCT p.person_id) AS patients FROM procedure_occurrence p JOIN visit_occurrence v ON v.visit_occurrence_id = p.visit_occurrence_id WHERE v.visit_concept_id = 9203

-- specialty with unknown kept
SELECT COALESCE(pr.specialty_concept_id, 0) AS specialty, COUNT(*) AS visits FROM visit_occurrence v LEFT JOIN provider pr ON pr.provider_id = v.provider_id GROUP BY 1

-- details in visits
SELECT vo.visit_occurrence_id, COUNT(*) AS details FROM visit_occurrence vo JOIN visit_detail vd ON vd.visit_occurrence_id = vo.visit_occurrence_id AND vd.person_id = vo.person_id GROUP BY vo.visit_occurrence_id

-- data quality: ends before starts
SELECT COUNT(*) AS invalid_records FROM condition_occurrence WHERE condition_end_date < condition_start_date

-- children levels in the vocabulary
SELECT c.concept_id, c.concept_name FROM concept_ancestor ca JOIN concept c ON c.concept_id = ca.descendant_concept_id WHERE ca.ancestor_concept_id = 201820 AND ca.min_levels_of_separation = 1

-- ingredient rollup
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id JOIN concept i ON i.concept_id = ca.ancestor_concept_id WHERE i.concept_id = 1503297

-- birth date with defaults
SELECT AVG(DATE_DIFF('year', MAKE_DATE(p.year_of_birth, COALESCE(p.month_of_birth, 6), COALESCE(p.day_of_birth, 15)), d.death_date)) AS mean_age FROM person p JOIN death d ON d.person_id = p.person_id

-- known days supply
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE days_supply IS NOT NULL AND drug_exposure_start_date + days_supply >= DATE '2010-01-01' AND drug_concept_id IN ([drug@metformin])

-- threshold within the same measurement
WITH h AS (SELECT person_id, value_as_number AS v FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554) SELECT COUNT(DISTINCT person_id) AS patients FROM h WHERE v > (SELECT AVG(v) FROM h)

-- z-score by concept
SELECT m.measurement_concept_id, COUNT(*) AS outliers FROM measurement m JOIN (SELECT measurement_concept_id, unit_concept_id, AVG(value_as_number) AS mean, STDDEV(value_as_number) AS sd FROM measurement GROUP BY measurement_concept_id, unit_concept_id) s ON s.measurement_concept_id = m.measurement_concept_id AND s.unit_concept_id = m.unit_concept_id WHERE m.value_as_number > s.mean + 3 * s.sd GROUP BY m.measurement_concept_id

-- grouped by expression written otherwise
SELECT EXTRACT(YEAR FROM v.visit_start_date) AS year, COUNT(*) AS visits FROM visit_occurrence v GROUP BY EXTRACT(YEAR FROM visit_start_date) ORDER BY year

-- unqualified but unique
SELECT gender_concept_id, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE year_of_birth < 1970 GROUP BY gender_concept_id

-- using
SELECT person_id, COUNT(*) AS n FROM person JOIN visit_occurrence USING (person_id) GROUP BY person_id

-- order by alias that is also a column
SELECT p.person_id, COUNT(*) AS visits FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY p.person_id ORDER BY person_id

-- correlated scalar
SELECT p.person_id, (SELECT COUNT(*) FROM visit_occurrence v WHERE v.person_id = p.person_id) AS visits FROM person p WHERE p.year_of_birth < 1930

-- running total
SELECT a.visit_start_date, COUNT(*) AS cumulative FROM (SELECT DISTINCT visit_start_date FROM visit_occurrence) a JOIN visit_occurrence b ON b.visit_start_date <= a.visit_start_date GROUP BY a.visit_start_date

-- same day pairs listed
SELECT a.person_id, a.condition_concept_id AS first_condition, b.condition_concept_id AS second_condition FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id AND b.condition_start_date = a.condition_start_date AND a.condition_concept_id < b.condition_concept_id

-- death within thirty days of a procedure
SELECT 100.0 * COUNT(DISTINCT d.person_id) / NULLIF(COUNT(DISTINCT po.person_id), 0) AS percentage FROM procedure_occurrence po LEFT JOIN death d ON d.person_id = po.person_id AND d.death_date BETWEEN po.procedure_date AND po.procedure_date + INTERVAL '30' DAY WHERE po.procedure_concept_id IN ([procedure@hip replacement])

-- records counted as records
SELECT COUNT(*) FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE p.gender_concept_id = 8532

-- people with a person table and exists
SELECT COUNT(*) FROM person p WHERE EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@insulin]))

-- distinct people in a subquery
SELECT COUNT(*) AS patients FROM (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@insulin])) x

-- costs in one currency
SELECT SUM(total_paid) AS total FROM cost WHERE cost_domain_id = 'Drug' AND currency_concept_id = 44818668

-- switchers
SELECT COUNT(DISTINCT a.person_id) AS switched FROM drug_exposure a JOIN drug_exposure b ON b.person_id = a.person_id AND b.drug_exposure_start_date > a.drug_exposure_start_date WHERE a.drug_concept_id IN ([drug@metformin]) AND b.drug_concept_id NOT IN ([drug@metformin])

-- except
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) EXCEPT SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@prednisone])) x

-- age group at visit
SELECT CASE WHEN EXTRACT(YEAR FROM v.visit_start_date) - p.year_of_birth < 18 THEN 'child' ELSE 'adult' END AS age_group, COUNT(DISTINCT v.person_id) AS patients FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id GROUP BY 1

-- not exists properly
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@hypertension]) AND NOT EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = co.person_id AND d.drug_concept_id IN ([drug@lisinopril]))

-- non-inpatient visits counted as visits
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id <> 9201

-- having none
SELECT COUNT(*) AS patients FROM (SELECT p.person_id FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY p.person_id HAVING COUNT(v.visit_occurrence_id) = 0) t

-- having sum of flags zero
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM drug_exposure GROUP BY person_id HAVING SUM(CASE WHEN drug_concept_id IN ([drug@aspirin]) THEN 1 ELSE 0 END) = 0) t

-- exclusion with except
SELECT COUNT(*) FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) EXCEPT SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@chronic obstructive lung disease])) x

-- status other than admission
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND condition_status_concept_id <> 32890

-- left join then left join
SELECT p.person_id, pr.specialty_concept_id FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id LEFT JOIN provider pr ON pr.provider_id = v.provider_id

-- left join with is not null meant
SELECT COUNT(DISTINCT p.person_id) AS died FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.death_date IS NOT NULL

-- left join and coalesce in where
SELECT COUNT(*) FROM person p LEFT JOIN (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY person_id) v ON v.person_id = p.person_id WHERE COALESCE(v.n, 0) < 3

-- a filtered cte used twice
WITH b AS (SELECT p.person_id, d.death_date FROM person p LEFT JOIN death d ON d.person_id = p.person_id) SELECT (SELECT COUNT(*) FROM b WHERE death_date >= DATE '2009-01-01') * 100.0 / NULLIF((SELECT COUNT(*) FROM b), 0) AS mortality_pct

-- mean per person
SELECT AVG(cnt) AS mean_prescriptions_per_patient FROM (SELECT person_id, COUNT(*) AS cnt FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) q

-- share of records
SELECT 100.0 * COUNT(*) FILTER (WHERE condition_concept_id = 0) / NULLIF(COUNT(*), 0) AS pct_unmapped FROM condition_occurrence

-- share of visits
SELECT visit_concept_id, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct FROM visit_occurrence GROUP BY visit_concept_id

-- or across clearly
SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532 AND (year_of_birth < 1950 OR year_of_birth > 1990)

-- or of and groups, deliberate without parentheses
SELECT COUNT(*) FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 AND value_as_number > 9 OR measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840 AND value_as_number > 250

-- overlap of intervals
SELECT COUNT(DISTINCT v.visit_occurrence_id) FROM visit_occurrence v JOIN drug_exposure d ON d.person_id = v.person_id AND d.drug_exposure_start_date <= v.visit_end_date AND d.drug_exposure_end_date >= v.visit_start_date WHERE v.visit_concept_id = 9201

-- first visit ever
SELECT EXTRACT(YEAR FROM f.first_visit) AS year, COUNT(*) AS people FROM (SELECT person_id, MIN(visit_start_date) AS first_visit FROM visit_occurrence GROUP BY person_id) f GROUP BY 1

-- time from first visit to first ER visit
SELECT AVG(e.first_er - f.first_visit) AS mean_days FROM (SELECT person_id, MIN(visit_start_date) AS first_visit FROM visit_occurrence GROUP BY person_id) f JOIN (SELECT person_id, MIN(visit_start_date) AS first_er FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id) e ON e.person_id = f.person_id

-- latest measurement by row number
SELECT COUNT(*) AS patients FROM (SELECT person_id, value_as_number, unit_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS rn FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c])) t WHERE rn = 1 AND value_as_number > 7 AND unit_concept_id = 8554

-- two different dates
SELECT COUNT(DISTINCT a.person_id) FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id AND b.condition_start_date >= a.condition_start_date + INTERVAL '1' DAY WHERE a.condition_concept_id IN ([condition@asthma]) AND b.condition_concept_id IN ([condition@asthma])

-- last visit by not exists
SELECT COUNT(*) FROM visit_occurrence v WHERE NOT EXISTS (SELECT 1 FROM visit_occurrence w WHERE w.person_id = v.person_id AND w.visit_start_date > v.visit_start_date)

-- same-day duplicates
SELECT COUNT(*) AS duplicates FROM drug_exposure a JOIN drug_exposure b ON b.person_id = a.person_id AND b.drug_concept_id = a.drug_concept_id AND b.drug_exposure_start_date = a.drug_exposure_start_date AND b.drug_exposure_id > a.drug_exposure_id

-- women among asthmatics
WITH asthma AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT 100.0 * (SELECT COUNT(*) FROM asthma a JOIN person p ON p.person_id = a.person_id WHERE p.gender_concept_id = 8532) / NULLIF((SELECT COUNT(*) FROM asthma), 0) AS pct_female

-- asthma among women
SELECT 100.0 * COUNT(DISTINCT co.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0) AS prevalence FROM person p LEFT JOIN condition_occurrence co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma]) WHERE p.gender_concept_id = 8532

-- age at event exactly
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND DATE_DIFF('year', MAKE_DATE(p.year_of_birth, 7, 1), co.condition_start_date) >= 65

-- born before
SELECT COUNT(*) FROM person WHERE year_of_birth <= 2009 - 65

-- month window
SELECT COUNT(*) FROM visit_occurrence WHERE visit_start_date BETWEEN DATE '2009-02-01' AND DATE '2009-02-28'

-- from the first on
SELECT COUNT(*) FROM drug_exposure WHERE drug_exposure_start_date > DATE '2009-12-31'

-- datetime difference
SELECT AVG(DATE_DIFF('hour', visit_start_datetime, visit_end_datetime)) AS hours FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_end_datetime IS NOT NULL

-- incident cases with lookback by min over all
SELECT COUNT(*) AS incident_cases_2009 FROM (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id HAVING MIN(condition_start_date) BETWEEN DATE '2009-01-01' AND DATE '2009-12-31') x JOIN observation_period op ON op.person_id = x.person_id AND x.first_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date

-- prior use asked for
SELECT COUNT(DISTINCT d.person_id) AS with_prior_use FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@warfarin]) AND EXISTS (SELECT 1 FROM drug_exposure prior WHERE prior.person_id = d.person_id AND prior.drug_concept_id IN ([drug@aspirin]) AND prior.drug_exposure_start_date < d.drug_exposure_start_date)

-- events while observed by exists
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@asthma]) AND EXISTS (SELECT 1 FROM observation_period op WHERE op.person_id = co.person_id AND op.observation_period_start_date <= co.condition_start_date AND op.observation_period_end_date >= co.condition_start_date)

-- observed people only
SELECT EXTRACT(YEAR FROM op.observation_period_start_date) AS year, COUNT(DISTINCT op.person_id) FROM observation_period op JOIN person p ON p.person_id = op.person_id GROUP BY 1

-- specialty of the prescriber
SELECT c.concept_name, COUNT(*) AS prescriptions FROM drug_exposure de JOIN provider pr ON pr.provider_id = de.provider_id JOIN concept c ON c.concept_id = pr.specialty_concept_id GROUP BY c.concept_name

-- state of residence
SELECT l.state, COUNT(*) AS people FROM person p JOIN location l ON l.location_id = p.location_id GROUP BY l.state

-- children in the hierarchy, of patients by level
SELECT ca.min_levels_of_separation AS level, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820 GROUP BY ca.min_levels_of_separation

-- mapped source codes
SELECT s.concept_code, t.concept_name FROM concept s JOIN concept_relationship r ON r.concept_id_1 = s.concept_id AND r.relationship_id = 'Maps to' JOIN concept t ON t.concept_id = r.concept_id_2 WHERE s.vocabulary_id = 'ICD10CM' AND s.concept_code LIKE 'E11%'

-- cost per person with currency
SELECT AVG(total) AS mean_cost FROM (SELECT de.person_id, SUM(c.total_paid) AS total FROM drug_exposure de JOIN cost c ON c.cost_event_id = de.drug_exposure_id AND c.cost_domain_id = 'Drug' AND c.currency_concept_id = 44818668 GROUP BY de.person_id) t

-- days covered with a default
SELECT SUM(COALESCE(days_supply, 30)) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])

-- grouping by an alias that hides a column
SELECT CASE WHEN year_of_birth < 1950 THEN 'old' ELSE 'young' END AS age_group, gender_concept_id AS sex, COUNT(*) FROM person GROUP BY age_group, sex

-- qualified and unqualified keys
SELECT v.person_id, MAX(v.visit_end_date) AS last_day FROM visit_occurrence AS v GROUP BY person_id

-- lateral
SELECT p.person_id, x.n FROM person p, LATERAL (SELECT COUNT(*) AS n FROM visit_occurrence v WHERE v.person_id = p.person_id) x

-- cohort table
SELECT COUNT(DISTINCT c.subject_id) FROM cohort c JOIN condition_occurrence co ON co.person_id = c.subject_id AND co.condition_start_date BETWEEN c.cohort_start_date AND c.cohort_end_date WHERE c.cohort_definition_id = 1

-- question: How many patients have no prescription of aspirin?
SELECT COUNT(*) AS n FROM (SELECT de.person_id FROM drug_exposure AS de GROUP BY de.person_id HAVING MAX(CASE WHEN de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807) THEN 1 ELSE 0 END) = 0) AS q

WITH others AS (SELECT DISTINCT co.person_id FROM condition_occurrence AS co WHERE NOT (co.condition_concept_id = 192671)) SELECT COUNT(*) AS patients FROM others

-- question: Which drugs other than aspirin are taken by the most patients?
SELECT c.concept_name, COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN concept AS c ON c.concept_id = e.drug_concept_id WHERE e.drug_concept_id <> 1112807 GROUP BY c.concept_name ORDER BY patients DESC, c.concept_name LIMIT 10

WITH rx AS (SELECT person_id, drug_concept_id FROM drug_era WHERE drug_concept_id <> 1112807) SELECT drug_concept_id, COUNT(DISTINCT person_id) AS patients FROM rx GROUP BY drug_concept_id

SELECT COUNT(*) AS person_days FROM (SELECT DISTINCT person_id, visit_start_date FROM visit_occurrence) AS pd

WITH m AS (SELECT person_id, visit_occurrence_id FROM measurement WHERE measurement_concept_id = 3000963) SELECT COUNT(DISTINCT m.person_id) AS patients FROM m JOIN visit_occurrence AS vo ON vo.visit_occurrence_id = m.visit_occurrence_id WHERE vo.visit_concept_id = 9203

SELECT p.gender_concept_id, COUNT(v.visit_start_date) FROM person AS p LEFT JOIN visit_occurrence AS v ON v.person_id = p.person_id GROUP BY p.gender_concept_id

WITH oa AS (SELECT person_id, MIN(condition_start_date) AS oa_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@osteoarthritis]) GROUP BY person_id), c AS (SELECT person_id, MIN(drug_era_start_date) AS c_date FROM drug_era WHERE drug_concept_id IN ([drug@celecoxib]) GROUP BY person_id) SELECT COUNT(*) AS patients, COUNT(c_date) AS then_patients, 100.0 * COUNT(c_date) / COUNT(*) AS pct FROM oa LEFT JOIN c ON c.person_id = oa.person_id AND c.c_date >= oa.oa_date

SELECT COUNT(*) AS own_concepts FROM condition_occurrence WHERE condition_concept_id >= 2000000000

SELECT COUNT(*) AS mapped FROM condition_occurrence WHERE condition_concept_id > 0 AND condition_source_concept_id >= 1

WITH rx AS (SELECT person_id, drug_exposure_start_date AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])), f AS (SELECT person_id, MIN(d) AS first_d FROM rx GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) AS patients FROM f JOIN rx ON rx.person_id = f.person_id WHERE rx.d > f.first_d AND rx.d <= f.first_d + INTERVAL '90' DAY

SELECT COUNT(DISTINCT m.person_id) AS patients FROM (SELECT person_id, MIN(measurement_date) AS first_date FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) GROUP BY person_id) AS f JOIN measurement AS m ON m.person_id = f.person_id WHERE m.measurement_concept_id IN ([measurement@HbA1c]) AND m.measurement_date BETWEEN f.first_date AND f.first_date + INTERVAL '365' DAY AND m.unit_concept_id = 8554 AND m.value_as_number > 9

SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence AS c JOIN death AS d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@stroke]) AND d.death_date - c.condition_start_date BETWEEN 0 AND 30

SELECT COUNT(DISTINCT c.person_id) * 1.0 / (SELECT COUNT(DISTINCT person_id) FROM observation_period WHERE DATE '2010-01-01' BETWEEN observation_period_start_date AND observation_period_end_date) AS prevalence FROM condition_occurrence AS c JOIN observation_period AS op ON op.person_id = c.person_id AND DATE '2010-01-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE c.condition_concept_id IN ([condition@asthma]) AND c.condition_start_date <= DATE '2010-01-01'

WITH ranked AS (SELECT person_id, drug_exposure_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS rn FROM drug_exposure WHERE drug_concept_id IN ([drug@simvastatin])) SELECT EXTRACT(YEAR FROM drug_exposure_start_date) AS yr, COUNT(DISTINCT person_id) AS patients FROM ranked WHERE rn = 1 GROUP BY 1

WITH obs AS (SELECT DISTINCT EXTRACT(YEAR FROM v.visit_start_date) AS yr, v.person_id FROM visit_occurrence AS v), dm AS (SELECT DISTINCT person_id, EXTRACT(YEAR FROM condition_start_date) AS yr FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) SELECT obs.yr, COUNT(dm.person_id) * 1.0 / COUNT(*) AS prevalence FROM obs LEFT JOIN dm ON dm.person_id = obs.person_id AND dm.yr = obs.yr GROUP BY obs.yr ORDER BY obs.yr

WITH w AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) GROUP BY person_id) SELECT COUNT(*) AS patients FROM w LEFT JOIN LATERAL (SELECT 1 AS bled FROM condition_occurrence AS c WHERE c.person_id = w.person_id AND c.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) AND c.condition_start_date BETWEEN w.d AND w.d + INTERVAL '90' DAY LIMIT 1) AS b ON TRUE WHERE b.bled IS NULL

WITH rx AS (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS prev FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) SELECT AVG(DATE_DIFF('day', prev, d)) AS mean_gap FROM rx WHERE prev IS NOT NULL

SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@potassium]) AND value_as_number > range_high

WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) SELECT COUNT(*) AS people FROM person AS p LEFT JOIN f ON f.person_id = p.person_id WHERE f.d IS NULL OR f.d > DATE '2009-12-31'

SELECT EXTRACT(YEAR FROM d) AS yr, COUNT(DISTINCT person_id) AS new_cases FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id) AS f GROUP BY 1

SELECT AVG(n) AS avg_conditions_per_patient FROM (SELECT person_id, COUNT(*) AS n FROM condition_occurrence GROUP BY person_id) AS t

SELECT person_id, STRFTIME(MAX(condition_start_date), '%d/%m/%Y') AS last_day FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id ORDER BY last_day

SELECT person_id, MAX(STRFTIME(condition_start_date, '%Y%m%d')) AS last_day FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id

SELECT STRFTIME(visit_start_date, '%m/%Y') AS month, COUNT(*) AS visits FROM visit_occurrence GROUP BY STRFTIME(visit_start_date, '%m/%Y')

SELECT COUNT(DISTINCT person_id) AS patients FROM death WHERE STRFTIME(death_date, '%d/%m/%Y') = '01/07/2009'

SELECT currency_concept_id, SUM(paid_by_payer + paid_by_patient) AS paid FROM cost WHERE cost_domain_id = 'Drug' GROUP BY currency_concept_id

SELECT currency_concept_id, SUM(COALESCE(paid_patient_copay, 0) + COALESCE(paid_patient_deductible, 0)) AS paid FROM cost WHERE cost_domain_id = 'Drug' GROUP BY currency_concept_id

SELECT currency_concept_id, SUM(total_paid - paid_by_patient) AS paid_by_others FROM cost WHERE cost_domain_id = 'Visit' GROUP BY currency_concept_id

SELECT currency_concept_id, SUM(COALESCE(total_paid, paid_by_payer + paid_by_patient)) AS paid FROM cost WHERE cost_domain_id = 'Visit' GROUP BY currency_concept_id

-- how many people each concept above another has
SELECT ca.ancestor_concept_id, COUNT(DISTINCT co.person_id) AS patients FROM concept_ancestor ca LEFT JOIN condition_occurrence co ON co.condition_concept_id = ca.ancestor_concept_id WHERE ca.descendant_concept_id = 201826 GROUP BY ca.ancestor_concept_id

-- people who died of what they had: the person and the concept
SELECT COUNT(DISTINCT d.person_id) AS patients FROM death d JOIN condition_occurrence co ON co.person_id = d.person_id AND co.condition_concept_id = d.cause_concept_id AND co.condition_start_date <= d.death_date

-- people without it, each of whom is there once
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM person EXCEPT ALL SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) AS t

-- a share of each sex among all
SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) / SUM(COUNT(DISTINCT p.person_id)) OVER () AS share FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@asthma]) GROUP BY p.gender_concept_id

-- the broader concepts of what is recorded
SELECT cr.concept_id_2 AS broader, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept_relationship cr ON cr.concept_id_1 = co.condition_concept_id AND cr.relationship_id = 'Is a' GROUP BY cr.concept_id_2

SELECT person_id, condition_concept_id FROM (SELECT person_id, condition_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY person_id, condition_start_date, condition_occurrence_id) AS n FROM condition_occurrence) AS x WHERE n = 1

SELECT COUNT(*) AS patients FROM (SELECT de.person_id, ROW_NUMBER() OVER (PARTITION BY de.person_id ORDER BY (SELECT NULL)) AS n FROM drug_exposure AS de WHERE de.drug_concept_id IN ([drug@warfarin])) AS x WHERE n = 1

SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_occurrence_id) = 1) AS x

SELECT CAST(condition_concept_id AS VARCHAR) || ' ' || LEFT(condition_source_value, 3) AS label, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY label HAVING COUNT(DISTINCT CAST(condition_concept_id AS VARCHAR) || condition_start_date) > 1

SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_source_concept_id WHERE c.vocabulary_id = 'ICD9CM' AND LEFT(c.concept_code, 3) = '274'

SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_concept_id WHERE c.invalid_reason IS NULL OR c.invalid_reason NOT IN ('D', 'U')

SELECT COUNT(*) AS concepts FROM concept WHERE COALESCE(standard_concept, 'none') <> 'S'

SELECT COUNT(*) AS concepts FROM concept WHERE invalid_reason IS NOT NULL AND invalid_reason <> 'D'

SELECT COUNT(DISTINCT cr.concept_id_1) AS concepts FROM concept_relationship AS cr WHERE cr.relationship_id = 'Maps to' AND cr.invalid_reason IS DISTINCT FROM 'D'

WITH parts AS (SELECT c.concept_id FROM concept_ancestor AS ca JOIN concept AS c ON c.concept_id = ca.descendant_concept_id WHERE ca.ancestor_concept_id IN ([drug@warfarin]) AND c.concept_class_id = 'Ingredient') SELECT COUNT(DISTINCT person_id) AS patients FROM drug_era WHERE drug_concept_id IN (SELECT concept_id FROM parts)

SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN concept AS c ON c.concept_id = e.drug_concept_id WHERE c.concept_class_id NOT IN ('Clinical Drug', 'Branded Drug') AND c.vocabulary_id = 'RxNorm'

SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN concept_ancestor AS ca ON ca.ancestor_concept_id = e.drug_concept_id JOIN drug_exposure AS de ON de.person_id = e.person_id AND de.drug_concept_id = ca.descendant_concept_id WHERE e.drug_concept_id IN ([drug@warfarin]) AND de.drug_exposure_start_date BETWEEN e.drug_era_start_date AND e.drug_era_end_date

SELECT g.concept_name AS sex, r.concept_name AS race, t.concept_name AS ethnicity, COUNT(*) AS patients FROM person AS p JOIN concept AS g ON g.concept_id = p.gender_concept_id JOIN concept AS r ON r.concept_id = p.race_concept_id JOIN concept AS t ON t.concept_id = p.ethnicity_concept_id GROUP BY ALL

SELECT de.drug_concept_id, r.concept_name AS route, COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN concept AS r ON r.concept_id = de.route_concept_id GROUP BY de.drug_concept_id, r.concept_name

SELECT c.concept_name AS condition_type, COUNT(*) AS records FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_type_concept_id GROUP BY c.concept_name

SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id IN (co.condition_concept_id, co.condition_source_concept_id) WHERE c.vocabulary_id = 'SNOMED' AND c.concept_code = '90560007'

SELECT COUNT(*) FILTER (WHERE condition_concept_id <> 0) AS mapped, COUNT(*) FILTER (WHERE condition_concept_id IS NULL OR condition_concept_id = 0) AS unmapped FROM condition_occurrence

SELECT COUNT(*) AS unmapped FROM measurement AS m LEFT JOIN concept AS c ON c.concept_id = m.measurement_concept_id AND c.standard_concept = 'S' WHERE c.concept_id IS NULL

SELECT AVG(m.value_as_number) AS mean_value FROM measurement AS m JOIN concept AS u ON u.concept_id = m.unit_concept_id WHERE m.measurement_concept_id IN ([measurement@HbA1c]) AND u.concept_code = '%'

SELECT COUNT(*) AS women FROM person AS p JOIN concept AS g ON g.concept_id = p.gender_concept_id WHERE g.concept_code = 'F'

WITH h AS (SELECT person_id, value_as_number AS v, unit_concept_id AS u FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c])) SELECT u, AVG(v) AS mean_value FROM h GROUP BY u

SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE ',201826,443238,' LIKE '%,' || condition_concept_id || ',%'

SELECT COUNT(*) AS records FROM condition_occurrence WHERE condition_concept_id NOT IN (SELECT concept_id FROM concept WHERE invalid_reason IN ('D', 'U'))

SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id NOT IN (SELECT concept_id FROM concept WHERE invalid_reason IN ('D', 'U'))

SELECT COUNT(*) AS unmapped FROM drug_exposure AS de WHERE NOT EXISTS (SELECT 1 FROM concept AS c WHERE c.concept_id = de.drug_concept_id AND c.standard_concept = 'S')

SELECT COUNT(*) AS orphans FROM drug_exposure AS de WHERE NOT EXISTS (SELECT 1 FROM concept AS c WHERE c.concept_id = de.drug_concept_id)

SELECT 100.0 * AVG(CASE WHEN c.vocabulary_id = 'SNOMED' THEN 1 ELSE 0 END) AS percent FROM condition_occurrence AS co LEFT JOIN concept AS c ON c.concept_id = co.condition_concept_id

-- question: Data quality: how many drug eras are of something else than an ingredient?
SELECT COUNT(*) AS eras FROM drug_era AS e JOIN concept AS c ON c.concept_id = e.drug_concept_id WHERE c.concept_class_id <> 'Ingredient'

SELECT AVG(v) AS mean_value FROM (SELECT DISTINCT m.person_id, m.value_as_number AS v FROM measurement AS m JOIN (SELECT person_id, MAX(measurement_date) AS d FROM measurement WHERE measurement_concept_id IN ([measurement@LDL cholesterol]) AND unit_concept_id = 8840 GROUP BY person_id) AS l ON l.person_id = m.person_id AND l.d = m.measurement_date WHERE m.measurement_concept_id IN ([measurement@LDL cholesterol]) AND m.unit_concept_id = 8840) AS x

WITH l AS (SELECT DISTINCT m.person_id, m.value_as_number AS v FROM measurement AS m WHERE m.measurement_concept_id IN ([measurement@LDL cholesterol]) AND m.unit_concept_id = 8840 AND m.measurement_date = (SELECT MAX(n.measurement_date) FROM measurement AS n WHERE n.person_id = m.person_id AND n.measurement_concept_id IN ([measurement@LDL cholesterol]) AND n.unit_concept_id = 8840)) SELECT AVG(v) AS mean_value FROM l

SELECT AVG(v) AS mean_value FROM (SELECT DISTINCT person_id, v FROM (SELECT person_id, value_as_number AS v, RANK() OVER (PARTITION BY person_id ORDER BY measurement_date DESC) AS r FROM measurement WHERE measurement_concept_id IN ([measurement@LDL cholesterol]) AND unit_concept_id = 8840) AS y WHERE r = 1) AS x

SELECT SUM(n) AS visits FROM (SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY ROLLUP (visit_concept_id)) AS v WHERE visit_concept_id IS NOT NULL

SELECT SUM(n) AS visits FROM (SELECT visit_concept_id, COUNT(*) AS n, GROUPING(visit_concept_id) AS total FROM visit_occurrence GROUP BY ROLLUP (visit_concept_id)) AS v WHERE total = 0

WITH g AS (SELECT gender_concept_id AS sex, COUNT(*) AS n FROM person GROUP BY CUBE (gender_concept_id)) SELECT 100.0 * SUM(CASE WHEN sex = 8532 THEN n END) / SUM(CASE WHEN sex IS NULL THEN n END) AS percent FROM g

SELECT c.concept_name, SUM(r.n) AS visits FROM (SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY ROLLUP (visit_concept_id)) AS r JOIN concept AS c ON c.concept_id = r.visit_concept_id GROUP BY c.concept_name

-- question: How many people were on digoxin on 1 June 2009, an exposure without an end taken as ongoing?
SELECT COUNT(DISTINCT person_id) AS people FROM drug_exposure WHERE drug_concept_id IN ([drug@digoxin]) AND drug_exposure_start_date <= DATE '2009-06-01' AND COALESCE(drug_exposure_end_date, DATE '2099-12-31') >= DATE '2009-06-01'

SELECT AVG(COALESCE(drug_exposure_end_date, drug_exposure_start_date + COALESCE(days_supply, 1)) - drug_exposure_start_date) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@digoxin])

-- question: How many people were observed at any time in 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE observation_period_start_date <= DATE '2008-12-31' AND observation_period_end_date >= DATE '2008-01-01'

-- question: How many people were observed at any time in 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE YEAR(observation_period_start_date) = 2008 OR YEAR(observation_period_end_date) = 2008 OR (observation_period_start_date < DATE '2008-01-01' AND observation_period_end_date > DATE '2008-12-31')

-- question: How many people entered observation in 2008?
SELECT COUNT(DISTINCT person_id) AS people FROM observation_period WHERE YEAR(observation_period_start_date) = 2008
