-- A code goes to the table of its target's domain, not of the field it stood in. A code with several targets is a record for
-- each. One without a target is kept with concept 0, in the domain of its source concept or else of its field, and counted.

-- How each distinct code is looked up. The fields for ICD-9 procedures hold diagnoses too, and some NDCs are known by
-- their first nine digits only (labeller and product, without the package).
CREATE OR REPLACE TEMP TABLE resolved AS
WITH used AS (
    SELECT DISTINCT role, code FROM claim_code
    UNION ALL SELECT DISTINCT 'prescription', code FROM raw_prescription WHERE code IS NOT NULL),
attempt AS (
    SELECT role, code, 1 AS choice, code AS looked_up,
           CASE role WHEN 'diagnosis' THEN 'ICD9CM' WHEN 'misplaced' THEN 'ICD9CM' WHEN 'procedure' THEN 'ICD9Proc' WHEN 'service' THEN 'HCPCS' ELSE 'NDC' END AS coding
    FROM used
    UNION ALL SELECT role, code, 2, code, 'ICD9CM' FROM used WHERE role = 'procedure'
    UNION ALL SELECT role, code, 2, left(code, 9), 'NDC' FROM used WHERE role = 'prescription' AND length(code) = 11),
found AS (
    SELECT a.*, row_number() OVER (PARTITION BY a.role, a.code ORDER BY m.code IS NULL, a.choice) AS best
    FROM attempt AS a LEFT JOIN (SELECT DISTINCT coding, code FROM synpuf_map) AS m ON m.coding = a.coding AND m.code = a.looked_up)
SELECT f.role, f.code, f.coding, coalesce(m.source_concept_id, 0) AS source_concept_id, coalesce(m.concept_id, 0) AS concept_id,
       CASE WHEN coalesce(m.target_domain, m.source_domain) IN ('Condition', 'Procedure', 'Drug', 'Measurement', 'Observation', 'Device')
            THEN coalesce(m.target_domain, m.source_domain)
            WHEN m.target_domain IS NOT NULL THEN 'Observation'
            WHEN f.role IN ('diagnosis', 'misplaced') THEN 'Condition' WHEN f.role = 'prescription' THEN 'Drug' ELSE 'Procedure' END AS domain
FROM found AS f
LEFT JOIN synpuf_map AS m ON m.coding = f.coding AND m.code = f.looked_up
WHERE f.best = 1;

-- Where a patient has the same target from two codes of one claim, both records stay: each has its own source.
CREATE OR REPLACE TEMP TABLE event AS
SELECT r.domain, v.person_id, r.concept_id, v.start_date, v.last_date, v.kind, c.rank, c.role, c.quantity, v.visit_occurrence_id,
       p.provider_id, c.code, r.source_concept_id, v.claim, c.paid, c.deductible, c.coinsurance, c.paid_by_primary, c.allowed,
       constant(CASE v.kind WHEN 'carrier' THEN 'professional claim' ELSE v.kind || ' claim' END) AS type_concept_id,
       row_number() OVER (PARTITION BY r.domain ORDER BY v.person_id, v.start_date, v.kind, v.claim, c.role, c.rank, c.code, r.concept_id) AS number
FROM claim_code AS c
JOIN claim_visit AS v ON v.kind = c.kind AND v.claim = c.claim
JOIN resolved AS r ON r.role = c.role AND r.code = c.code
LEFT JOIN provider AS p ON p.provider_source_value = coalesce(c.npi, v.npi)
-- A diagnosis that stands in a procedure's field too is one diagnosis.
WHERE NOT (c.role IN ('procedure', 'misplaced') AND r.coding = 'ICD9CM' AND EXISTS (
    SELECT 1 FROM claim_code AS d WHERE d.kind = c.kind AND d.claim = c.claim AND d.role = 'diagnosis' AND d.code = c.code));

INSERT INTO synpuf_unmapped
SELECT r.coding, r.code, count(*) FROM claim_code AS c JOIN claim_visit AS v ON v.kind = c.kind AND v.claim = c.claim
JOIN resolved AS r ON r.role = c.role AND r.code = c.code WHERE r.concept_id = 0 GROUP BY ALL
UNION ALL
SELECT r.coding, r.code, count(*) FROM raw_prescription AS p JOIN member AS m USING (beneficiary)
JOIN resolved AS r ON r.role = 'prescription' AND r.code = p.code WHERE r.concept_id = 0 AND p.from_date IS NOT NULL GROUP BY ALL;

-- A diagnosis holds for the claim's days. The first one of a claim is the principal one.
INSERT INTO condition_occurrence BY NAME
SELECT getvariable('conditions') + number AS condition_occurrence_id, person_id, concept_id AS condition_concept_id,
       start_date AS condition_start_date, CAST(start_date AS TIMESTAMP) AS condition_start_datetime,
       last_date AS condition_end_date, CAST(last_date AS TIMESTAMP) AS condition_end_datetime, type_concept_id AS condition_type_concept_id,
       CASE WHEN role <> 'diagnosis' THEN 0 WHEN rank = 0 THEN constant('admission diagnosis')
            WHEN rank = 1 THEN constant('primary diagnosis') ELSE constant('secondary diagnosis') END AS condition_status_concept_id,
       provider_id, visit_occurrence_id, code AS condition_source_value, source_concept_id AS condition_source_concept_id
FROM event WHERE domain = 'Condition'
ORDER BY condition_concept_id, person_id, condition_start_date, condition_occurrence_id;

-- The lines of a claim have no date of their own: a procedure is dated by the claim's first day.
INSERT INTO procedure_occurrence BY NAME
SELECT getvariable('procedures') + number AS procedure_occurrence_id, person_id, concept_id AS procedure_concept_id,
       start_date AS procedure_date, CAST(start_date AS TIMESTAMP) AS procedure_datetime, type_concept_id AS procedure_type_concept_id,
       quantity, provider_id, visit_occurrence_id, code AS procedure_source_value, source_concept_id AS procedure_source_concept_id
FROM event WHERE domain = 'Procedure'
ORDER BY procedure_concept_id, person_id, procedure_date, procedure_occurrence_id;

INSERT INTO measurement BY NAME
SELECT getvariable('measurements') + number AS measurement_id, person_id, concept_id AS measurement_concept_id,
       start_date AS measurement_date, CAST(start_date AS TIMESTAMP) AS measurement_datetime, type_concept_id AS measurement_type_concept_id,
       provider_id, visit_occurrence_id, code AS measurement_source_value, source_concept_id AS measurement_source_concept_id
FROM event WHERE domain = 'Measurement'
ORDER BY measurement_concept_id, person_id, measurement_date, measurement_id;

INSERT INTO observation BY NAME
SELECT getvariable('observations') + number AS observation_id, person_id, concept_id AS observation_concept_id,
       start_date AS observation_date, CAST(start_date AS TIMESTAMP) AS observation_datetime, type_concept_id AS observation_type_concept_id,
       provider_id, visit_occurrence_id, code AS observation_source_value, source_concept_id AS observation_source_concept_id
FROM event WHERE domain = 'Observation'
ORDER BY observation_concept_id, person_id, observation_date, observation_id;

INSERT INTO device_exposure BY NAME
SELECT getvariable('devices') + number AS device_exposure_id, person_id, concept_id AS device_concept_id,
       start_date AS device_exposure_start_date, CAST(start_date AS TIMESTAMP) AS device_exposure_start_datetime,
       last_date AS device_exposure_end_date, CAST(last_date AS TIMESTAMP) AS device_exposure_end_datetime, type_concept_id AS device_type_concept_id,
       quantity, provider_id, visit_occurrence_id, code AS device_source_value, source_concept_id AS device_source_concept_id
FROM event WHERE domain = 'Device'
ORDER BY device_concept_id, person_id, device_exposure_start_date, device_exposure_id;

-- Drugs are dispensed at the pharmacy, for as many days as they are supplied for, or given and billed as a service on one day.
CREATE OR REPLACE TEMP TABLE drug AS
SELECT row_number() OVER (ORDER BY person_id, start_date, claim, code, concept_id) AS number, *
FROM (
    SELECT e.person_id, e.concept_id, e.start_date, e.start_date AS end_date, e.type_concept_id, NULL AS days_supply, e.quantity,
           e.provider_id, e.visit_occurrence_id, e.code, e.source_concept_id, e.claim, e.kind, false AS dispensed, NULL AS total_cost, NULL AS paid_by_patient
    FROM event AS e WHERE e.domain = 'Drug'
    UNION ALL BY NAME
    SELECT m.person_id, coalesce(r.concept_id, 0) AS concept_id, p.from_date AS start_date,
           p.from_date + greatest(coalesce(p.days_supply, 1), 1) - 1 AS end_date, constant('pharmacy claim') AS type_concept_id,
           p.days_supply, p.quantity, p.code, coalesce(r.source_concept_id, 0) AS source_concept_id, p.claim, 'prescription' AS kind, true AS dispensed,
           p.total_cost, p.paid_by_patient
    FROM raw_prescription AS p JOIN member AS m USING (beneficiary)
    LEFT JOIN resolved AS r ON r.role = 'prescription' AND r.code = p.code AND r.domain = 'Drug'
    WHERE p.from_date IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM resolved AS o WHERE o.role = 'prescription' AND o.code = p.code AND o.domain <> 'Drug'));

INSERT INTO drug_exposure BY NAME
SELECT getvariable('drugs') + number AS drug_exposure_id, person_id, concept_id AS drug_concept_id,
       start_date AS drug_exposure_start_date, CAST(start_date AS TIMESTAMP) AS drug_exposure_start_datetime,
       end_date AS drug_exposure_end_date, CAST(end_date AS TIMESTAMP) AS drug_exposure_end_datetime, type_concept_id AS drug_type_concept_id,
       quantity, days_supply, 0 AS route_concept_id, provider_id, visit_occurrence_id, code AS drug_source_value, source_concept_id AS drug_source_concept_id
FROM drug ORDER BY drug_concept_id, person_id, drug_exposure_start_date, drug_exposure_id;

-- What is dispensed at the pharmacy and is no drug, such as test strips, is a device.
INSERT INTO device_exposure BY NAME
SELECT (SELECT coalesce(max(device_exposure_id), 0) FROM device_exposure) + row_number() OVER (ORDER BY m.person_id, p.from_date, p.claim, r.concept_id) AS device_exposure_id,
       m.person_id, r.concept_id AS device_concept_id, p.from_date AS device_exposure_start_date,
       CAST(p.from_date AS TIMESTAMP) AS device_exposure_start_datetime, constant('pharmacy claim') AS device_type_concept_id,
       CAST(p.quantity AS INTEGER) AS quantity, p.code AS device_source_value, r.source_concept_id AS device_source_concept_id
FROM raw_prescription AS p JOIN member AS m USING (beneficiary)
JOIN resolved AS r ON r.role = 'prescription' AND r.code = p.code AND r.domain <> 'Drug'
WHERE p.from_date IS NOT NULL ORDER BY device_concept_id, person_id, device_exposure_start_date, device_exposure_id;
