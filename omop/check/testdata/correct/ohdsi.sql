-- Correct SQL as OHDSI's users write it: with the vocabulary tables, eras, costs, payer plans and facts.

-- counts of persons by race, ethnicity and sex with names looked up thrice
SELECT g.concept_name AS gender, r.concept_name AS race, e.concept_name AS ethnicity, COUNT(*) AS num_persons
FROM person p
INNER JOIN concept g ON p.gender_concept_id = g.concept_id
INNER JOIN concept r ON p.race_concept_id = r.concept_id
INNER JOIN concept e ON p.ethnicity_concept_id = e.concept_id
GROUP BY g.concept_name, r.concept_name, e.concept_name
ORDER BY num_persons DESC

-- persons by state of residence
SELECT COALESCE(l.state, 'unknown') AS state, COUNT(*) AS persons
FROM person p LEFT OUTER JOIN location l ON l.location_id = p.location_id
GROUP BY l.state ORDER BY persons DESC

-- persons by the place of service of their care site
SELECT cs.place_of_service_concept_id, pos.concept_name, COUNT(DISTINCT p.person_id) AS persons
FROM person p
JOIN care_site cs ON cs.care_site_id = p.care_site_id
JOIN concept pos ON pos.concept_id = cs.place_of_service_concept_id
GROUP BY cs.place_of_service_concept_id, pos.concept_name

-- providers by specialty
SELECT s.concept_name AS specialty, COUNT(*) AS providers
FROM provider pr JOIN concept s ON pr.specialty_concept_id = s.concept_id
GROUP BY s.concept_name ORDER BY providers DESC

-- providers and the site at which they work
SELECT cs.care_site_name, COUNT(*) AS providers
FROM provider AS pr INNER JOIN care_site AS cs ON cs.care_site_id = pr.care_site_id
GROUP BY cs.care_site_name

-- condition eras: how long they are on average
SELECT c.concept_name, AVG(DATE_DIFF('day', ce.condition_era_start_date, ce.condition_era_end_date)) AS avg_days, COUNT(*) AS eras
FROM condition_era ce JOIN concept c ON c.concept_id = ce.condition_concept_id
WHERE ce.condition_concept_id IN ([condition@acute bronchitis])
GROUP BY c.concept_name

-- recurrences: eras of the same condition a person has
SELECT n_eras, COUNT(*) AS persons
FROM (SELECT person_id, COUNT(*) AS n_eras FROM condition_era WHERE condition_concept_id IN ([condition@otitis media]) GROUP BY person_id) t
GROUP BY n_eras ORDER BY n_eras

-- drug eras of an ingredient with gaps
SELECT SUM(gap_days) AS gap_days, SUM(drug_exposure_count) AS exposures
FROM drug_era WHERE drug_concept_id IN ([drug@warfarin])

-- dose eras within one unit
SELECT de.dose_value, COUNT(DISTINCT de.person_id) AS persons
FROM dose_era de
WHERE de.drug_concept_id IN ([drug@simvastatin]) AND de.unit_concept_id = 8576
GROUP BY de.dose_value ORDER BY de.dose_value

-- concurrent eras of two ingredients
SELECT COUNT(DISTINCT a.person_id) AS persons
FROM drug_era a JOIN drug_era b ON b.person_id = a.person_id
WHERE a.drug_concept_id IN ([drug@warfarin]) AND b.drug_concept_id IN ([drug@aspirin])
AND a.drug_era_start_date <= b.drug_era_end_date AND b.drug_era_start_date <= a.drug_era_end_date

-- cost of drugs, by the domain column
SELECT SUM(c.total_paid) AS paid
FROM cost c JOIN drug_exposure de ON de.drug_exposure_id = c.cost_event_id
WHERE c.cost_domain_id = 'Drug' AND de.drug_concept_id IN ([drug@insulin glargine])

-- cost of visits, by kind of visit
SELECT v.visit_concept_id, SUM(c.total_charge) AS charged, COUNT(DISTINCT v.person_id) AS persons
FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit'
GROUP BY v.visit_concept_id

-- payer plans: persons by payer
SELECT ppp.payer_source_value, COUNT(DISTINCT ppp.person_id) AS persons
FROM payer_plan_period ppp GROUP BY ppp.payer_source_value

-- months in a plan
SELECT CAST(DATE_DIFF('day', payer_plan_period_start_date, payer_plan_period_end_date) AS INTEGER) // 30 AS months, COUNT(*) AS periods
FROM payer_plan_period GROUP BY 1 ORDER BY 1

-- persons enrolled on a day
SELECT COUNT(DISTINCT person_id) AS persons FROM payer_plan_period
WHERE DATE '2010-07-01' BETWEEN payer_plan_period_start_date AND payer_plan_period_end_date

-- devices by name
SELECT c.concept_name, COUNT(DISTINCT d.person_id) AS persons
FROM device_exposure d JOIN concept c ON c.concept_id = d.device_concept_id
GROUP BY c.concept_name ORDER BY persons DESC LIMIT 20

-- devices still in place
SELECT COUNT(DISTINCT person_id) AS persons FROM device_exposure
WHERE device_concept_id IN ([device@cardiac pacemaker]) AND (device_exposure_end_date IS NULL OR device_exposure_end_date >= DATE '2012-01-01')

-- specimens by anatomic site
SELECT a.concept_name AS site, COUNT(*) AS specimens
FROM specimen s JOIN concept a ON a.concept_id = s.anatomic_site_concept_id
GROUP BY a.concept_name

-- specimens by disease status
SELECT s.specimen_concept_id, s.disease_status_concept_id, COUNT(DISTINCT s.person_id) AS persons
FROM specimen s GROUP BY s.specimen_concept_id, s.disease_status_concept_id

-- notes by class
SELECT nc.concept_name, COUNT(*) AS notes
FROM note n JOIN concept nc ON nc.concept_id = n.note_class_concept_id
WHERE n.note_date >= DATE '2010-01-01'
GROUP BY nc.concept_name

-- notes that speak of a concept
SELECT COUNT(DISTINCT n.person_id) AS persons
FROM note_nlp x JOIN note n ON n.note_id = x.note_id
WHERE x.note_nlp_concept_id IN ([condition@pneumonia]) AND x.term_exists = 'Y'

-- facts that link two conditions of a person
SELECT COUNT(*) AS links
FROM fact_relationship fr
JOIN condition_occurrence c1 ON c1.condition_occurrence_id = fr.fact_id_1
JOIN condition_occurrence c2 ON c2.condition_occurrence_id = fr.fact_id_2
WHERE fr.domain_concept_id_1 = 19 AND fr.domain_concept_id_2 = 19 AND c1.person_id = c2.person_id

-- facts that link a measurement to a specimen
SELECT COUNT(DISTINCT m.person_id) AS persons
FROM fact_relationship AS fr
JOIN measurement AS m ON m.measurement_id = fr.fact_id_1 AND fr.domain_concept_id_1 = 21
JOIN specimen AS s ON s.specimen_id = fr.fact_id_2 AND fr.domain_concept_id_2 = 36

-- episodes and their events
SELECT e.episode_concept_id, COUNT(DISTINCT e.person_id) AS persons, COUNT(ee.event_id) AS events
FROM episode e LEFT JOIN episode_event ee ON ee.episode_id = e.episode_id
GROUP BY e.episode_concept_id

-- episodes within episodes
SELECT COUNT(*) AS children FROM episode child JOIN episode parent ON child.episode_parent_id = parent.episode_id

-- observation periods: how many a person has
SELECT periods, COUNT(*) AS persons
FROM (SELECT person_id, COUNT(*) AS periods FROM observation_period GROUP BY person_id) x
GROUP BY periods

-- length of observation by age at its start
SELECT FLOOR((EXTRACT(YEAR FROM op.observation_period_start_date) - p.year_of_birth) / 10) * 10 AS age_decade,
       AVG(DATE_DIFF('day', op.observation_period_start_date, op.observation_period_end_date)) / 365.25 AS years
FROM observation_period op JOIN person p ON p.person_id = op.person_id
GROUP BY 1 ORDER BY 1

-- visits that hold other visits
SELECT COUNT(*) AS details FROM visit_detail vd JOIN visit_occurrence vo ON vo.visit_occurrence_id = vd.visit_occurrence_id
WHERE vo.visit_concept_id = 9201

-- the visit before
SELECT AVG(DATE_DIFF('day', prev.visit_end_date, cur.visit_start_date)) AS days_between
FROM visit_occurrence cur JOIN visit_occurrence prev ON prev.visit_occurrence_id = cur.preceding_visit_occurrence_id
WHERE cur.visit_concept_id = 9201 AND prev.visit_concept_id = 9201 AND prev.visit_end_date IS NOT NULL

-- visits by the place patients came from
SELECT vo.admitted_from_concept_id, COUNT(*) AS visits FROM visit_occurrence vo GROUP BY vo.admitted_from_concept_id

-- procedures by provider specialty
SELECT sp.concept_name AS specialty, COUNT(*) AS procedures
FROM procedure_occurrence po
JOIN provider pr ON pr.provider_id = po.provider_id
JOIN concept sp ON sp.concept_id = pr.specialty_concept_id
WHERE po.procedure_concept_id IN ([procedure@appendectomy])
GROUP BY sp.concept_name

-- source codes behind a standard concept
SELECT co.condition_source_concept_id, s.concept_code, s.vocabulary_id, COUNT(*) AS records
FROM condition_occurrence co JOIN concept s ON s.concept_id = co.condition_source_concept_id
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
GROUP BY co.condition_source_concept_id, s.concept_code, s.vocabulary_id

-- how much is mapped
SELECT COUNT(*) AS records, SUM(CASE WHEN condition_concept_id = 0 THEN 1 ELSE 0 END) AS unmapped,
       100.0 * SUM(CASE WHEN condition_concept_id = 0 THEN 1 ELSE 0 END) / COUNT(*) AS percent_unmapped
FROM condition_occurrence

-- records by their type, as a question about the data
SELECT t.concept_name AS record_type, COUNT(*) AS records
FROM drug_exposure de JOIN concept t ON t.concept_id = de.drug_type_concept_id
GROUP BY t.concept_name

-- records that end before they start
SELECT COUNT(*) AS bad FROM drug_exposure WHERE drug_exposure_end_date < drug_exposure_start_date
