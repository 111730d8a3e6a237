-- Exposures, eras, doses and costs.

SELECT COUNT(DISTINCT person_id) AS users FROM drug_era WHERE drug_concept_id = 1125315

SELECT c.concept_name AS ingredient, COUNT(DISTINCT de.person_id) AS users, AVG(de.drug_era_end_date - de.drug_era_start_date) AS mean_days FROM drug_era de JOIN concept c ON c.concept_id = de.drug_concept_id AND c.concept_class_id = 'Ingredient' GROUP BY c.concept_name ORDER BY users DESC, ingredient LIMIT 10

SELECT COUNT(*) AS exposures FROM drug_exposure de WHERE EXISTS (SELECT 1 FROM concept_ancestor ca WHERE ca.descendant_concept_id = de.drug_concept_id AND ca.ancestor_concept_id = 1503297)

SELECT ing.concept_name, COUNT(*) AS prescriptions, COUNT(DISTINCT de.person_id) AS persons
FROM drug_exposure de
INNER JOIN concept_ancestor ca ON de.drug_concept_id = ca.descendant_concept_id
INNER JOIN concept ing ON ing.concept_id = ca.ancestor_concept_id
WHERE ing.vocabulary_id = 'RxNorm' AND ing.concept_class_id = 'Ingredient'
GROUP BY ing.concept_name HAVING COUNT(DISTINCT de.person_id) >= 10

SELECT cls.concept_name AS atc_class, COUNT(DISTINCT de.person_id) AS persons FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id JOIN concept cls ON cls.concept_id = ca.ancestor_concept_id WHERE cls.vocabulary_id = 'ATC' AND cls.concept_class_id = 'ATC 3rd' GROUP BY cls.concept_name ORDER BY persons DESC, atc_class

SELECT MIN(days_supply) AS min_value, MAX(days_supply) AS max_value, AVG(days_supply) AS avg_value, ROUND(STDDEV(days_supply), 1) AS stdev_value FROM drug_exposure WHERE days_supply > 0

SELECT refills, COUNT(*) AS freq FROM drug_exposure GROUP BY refills ORDER BY refills

SELECT AVG(quantity) AS mean_quantity, MEDIAN(quantity) AS median_quantity FROM drug_exposure WHERE drug_concept_id IN ([drug@insulin glargine])

SELECT stop_reason, COUNT(*) AS totals FROM drug_exposure WHERE stop_reason IS NOT NULL GROUP BY stop_reason

SELECT r.concept_name AS route, COUNT(*) AS exposures FROM drug_exposure de JOIN concept r ON r.concept_id = de.route_concept_id GROUP BY r.concept_name

SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN person p ON p.person_id = de.person_id
WHERE de.drug_concept_id IN ([drug@warfarin]) AND p.gender_concept_id = 8532 AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth >= 65

WITH index_rx AS (SELECT person_id, MIN(drug_exposure_start_date) AS rx_date FROM drug_exposure WHERE drug_concept_id IN ([drug@clopidogrel]) GROUP BY person_id)
SELECT COUNT(DISTINCT i.person_id) AS bleeders FROM index_rx i JOIN condition_occurrence co ON co.person_id = i.person_id AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
WHERE co.condition_start_date > i.rx_date AND co.condition_start_date <= DATE_ADD(i.rx_date, INTERVAL 180 DAY)

WITH nsaid AS (SELECT person_id, drug_era_start_date, drug_era_end_date FROM drug_era WHERE drug_concept_id = 1124300),
 bleed AS (SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@gastrointestinal hemorrhage]))
SELECT COUNT(DISTINCT n.person_id) AS persons FROM nsaid n JOIN bleed b ON b.person_id = n.person_id AND b.condition_start_date BETWEEN n.drug_era_start_date AND n.drug_era_end_date

SELECT COUNT(DISTINCT a.person_id) AS on_both FROM drug_era a JOIN drug_era b ON a.person_id = b.person_id AND a.drug_era_start_date <= b.drug_era_end_date AND b.drug_era_start_date <= a.drug_era_end_date WHERE a.drug_concept_id = 1310149 AND b.drug_concept_id = 1112807

WITH new_users AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS start_date FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@atorvastatin]) GROUP BY de.person_id
)
SELECT COUNT(*) AS new_users FROM new_users n JOIN observation_period op ON op.person_id = n.person_id AND n.start_date BETWEEN op.observation_period_start_date + 365 AND op.observation_period_end_date

WITH d AS (
  SELECT person_id, drug_exposure_start_date AS start_date, COALESCE(drug_exposure_end_date, drug_exposure_start_date + CAST(days_supply AS INTEGER), drug_exposure_start_date) AS end_date
  FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril])
), g AS (
  SELECT *, CASE WHEN start_date <= MAX(end_date) OVER (PARTITION BY person_id ORDER BY start_date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + 30 THEN 0 ELSE 1 END AS is_new FROM d
), e AS (
  SELECT *, SUM(is_new) OVER (PARTITION BY person_id ORDER BY start_date, end_date ROWS UNBOUNDED PRECEDING) AS era FROM g
)
SELECT COUNT(*) AS eras, AVG(days) AS mean_days FROM (SELECT person_id, era, MAX(end_date) - MIN(start_date) AS days FROM e GROUP BY person_id, era) x

SELECT first_drug, second_drug, COUNT(*) AS patients FROM (
  SELECT person_id, drug_concept_id AS first_drug, LEAD(drug_concept_id) OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS second_drug, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS n FROM drug_era WHERE drug_concept_id IN (1503297, 1545958)
) s WHERE n = 1 GROUP BY first_drug, second_drug

SELECT dose.unit_concept_id, AVG(dose.dose_value) AS mean_dose FROM dose_era dose WHERE dose.drug_concept_id = 1503297 GROUP BY dose.unit_concept_id

SELECT ds.amount_value, u.concept_name AS unit, COUNT(*) AS products FROM drug_strength ds JOIN concept u ON u.concept_id = ds.amount_unit_concept_id WHERE ds.ingredient_concept_id = 1503297 GROUP BY ds.amount_value, u.concept_name

SELECT i.concept_name AS ingredient, d.concept_name AS product FROM drug_strength ds JOIN concept i ON i.concept_id = ds.ingredient_concept_id JOIN concept d ON d.concept_id = ds.drug_concept_id WHERE ds.invalid_reason IS NULL AND i.concept_id = 1503297 ORDER BY product

SELECT SUM(c.total_paid) AS paid, SUM(c.paid_by_patient) AS out_of_pocket FROM cost c JOIN drug_exposure de ON c.cost_event_id = de.drug_exposure_id AND c.cost_domain_id = 'Drug' WHERE de.drug_concept_id IN ([drug@metformin])

SELECT AVG(per_person.paid) AS mean_cost_per_patient FROM (SELECT de.person_id, SUM(c.total_paid) AS paid FROM drug_exposure de JOIN cost c ON c.cost_event_id = de.drug_exposure_id WHERE c.cost_domain_id = 'Drug' GROUP BY de.person_id) per_person

SELECT pr.specialty_source_value, COUNT(*) AS prescriptions FROM drug_exposure de LEFT JOIN provider pr ON pr.provider_id = de.provider_id WHERE de.drug_concept_id IN ([drug@oxycodone]) GROUP BY pr.specialty_source_value ORDER BY prescriptions DESC

SELECT t.concept_name AS drug_type, COUNT(*) AS records FROM drug_exposure INNER JOIN concept t ON drug_type_concept_id = t.concept_id GROUP BY t.concept_name ORDER BY records DESC

SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) AND drug_exposure_start_date >= '2009-01-01' AND drug_exposure_start_date < '2010-01-01'

SELECT strftime(drug_exposure_start_date, '%Y-%m') AS month, COUNT(*) AS fills FROM drug_exposure WHERE drug_concept_id IN ([drug@amoxicillin]) GROUP BY month ORDER BY month

SELECT COUNT(*) AS persons FROM (SELECT person_id, COUNT(DISTINCT drug_concept_id) AS n FROM drug_era GROUP BY person_id) t WHERE t.n >= 5

SELECT p.person_id, LIST(DISTINCT c.concept_name ORDER BY c.concept_name) AS drugs FROM person p JOIN drug_era e ON e.person_id = p.person_id JOIN concept c ON c.concept_id = e.drug_concept_id GROUP BY p.person_id ORDER BY p.person_id LIMIT 10

SELECT COUNT(DISTINCT CASE WHEN x.started THEN x.person_id END) * 1.0 / COUNT(DISTINCT x.person_id) AS fraction_treated FROM (
  SELECT dx.person_id, EXISTS (SELECT 1 FROM drug_exposure rx WHERE rx.person_id = dx.person_id AND rx.drug_concept_id IN ([drug@metformin]) AND rx.drug_exposure_start_date >= dx.first_dx) AS started
  FROM (SELECT person_id, MIN(condition_start_date) AS first_dx FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id) dx
) x

SELECT dev.concept_name AS device, COUNT(DISTINCT de.person_id) AS persons FROM device_exposure de JOIN concept dev ON dev.concept_id = de.device_concept_id GROUP BY dev.concept_name

SELECT COUNT(*) AS vaccinations FROM drug_exposure WHERE drug_concept_id IN ([drug@influenza vaccine]) AND EXTRACT(MONTH FROM drug_exposure_start_date) IN (9, 10, 11)
