-- Hospitals' claims have one payment for the visit, physicians' claims one for each line, prescriptions one each. Amounts are US
-- dollars. What the beneficiary owes is the deductible and the coinsurance.

CREATE OR REPLACE TEMP TABLE cost_row AS
SELECT cv.visit_occurrence_id AS cost_event_id, 'Visit' AS cost_domain_id, cv.person_id, cv.start_date,
       constant(cv.kind || ' claim') AS cost_type_concept_id, c.paid AS paid_by_payer, c.paid_by_primary, c.deductible, c.coinsurance,
       c.drg AS drg_source_value, 1 AS sort, c.claim
FROM claim_visit AS cv JOIN claim AS c ON c.kind = cv.kind AND c.claim = cv.claim
WHERE cv.kind <> 'carrier'
UNION ALL BY NAME
-- A line whose code has several targets has its cost with the first of them.
SELECT CASE e.domain WHEN 'Condition' THEN getvariable('conditions') WHEN 'Procedure' THEN getvariable('procedures')
            WHEN 'Measurement' THEN getvariable('measurements') WHEN 'Observation' THEN getvariable('observations')
            WHEN 'Device' THEN getvariable('devices') ELSE 0 END + e.number AS cost_event_id,
       e.domain AS cost_domain_id, e.person_id, e.start_date, e.type_concept_id AS cost_type_concept_id, e.paid AS paid_by_payer, e.paid_by_primary,
       e.deductible, e.coinsurance, e.allowed, 2 AS sort, e.claim
FROM event AS e
WHERE e.kind = 'carrier' AND e.role = 'service' AND e.domain <> 'Drug'
QUALIFY row_number() OVER (PARTITION BY e.claim, e.code ORDER BY e.domain, e.number) = 1
UNION ALL BY NAME
SELECT getvariable('drugs') + d.number AS cost_event_id, 'Drug' AS cost_domain_id, d.person_id, d.start_date, d.type_concept_id AS cost_type_concept_id,
       e.paid AS paid_by_payer, e.paid_by_primary, e.deductible, e.coinsurance, e.allowed, 3 AS sort, d.claim
FROM drug AS d
JOIN event AS e ON d.kind = 'carrier' AND e.kind = d.kind AND e.domain = 'Drug' AND e.claim = d.claim AND e.code = d.code AND e.concept_id = d.concept_id
QUALIFY row_number() OVER (PARTITION BY d.claim, d.code ORDER BY d.number) = 1
UNION ALL BY NAME
SELECT getvariable('drugs') + d.number AS cost_event_id, 'Drug' AS cost_domain_id, d.person_id, d.start_date, d.type_concept_id AS cost_type_concept_id,
       d.total_cost, d.paid_by_patient, d.total_cost - d.paid_by_patient AS paid_by_payer, 4 AS sort, d.claim
FROM drug AS d WHERE d.dispensed
QUALIFY row_number() OVER (PARTITION BY d.claim, d.code ORDER BY d.number) = 1;

-- The plan is that of the day: Part A pays hospitals' inpatient claims, Part D prescriptions, Part B the rest.
INSERT INTO cost BY NAME
SELECT getvariable('costs') + row_number() OVER (ORDER BY r.person_id, r.start_date, r.sort, r.claim, r.cost_event_id) AS cost_id,
       r.cost_event_id, r.cost_domain_id, r.cost_type_concept_id, constant('US dollar') AS currency_concept_id, r.total_cost,
       coalesce(r.paid_by_payer, 0) + coalesce(r.paid_by_patient, coalesce(r.deductible, 0) + coalesce(r.coinsurance, 0)) + coalesce(r.paid_by_primary, 0) AS total_paid,
       r.paid_by_payer, coalesce(r.paid_by_patient, r.deductible + r.coinsurance, r.deductible, r.coinsurance) AS paid_by_patient, r.coinsurance AS paid_patient_coinsurance,
       r.deductible AS paid_patient_deductible, r.paid_by_primary, p.payer_plan_period_id, r.allowed AS amount_allowed,
       (SELECT min(concept_id) FROM synpuf_drg WHERE code = r.drg_source_value) AS drg_concept_id, r.drg_source_value
FROM cost_row AS r
LEFT JOIN payer_plan_period AS p ON p.person_id = r.person_id AND r.start_date BETWEEN p.payer_plan_period_start_date AND p.payer_plan_period_end_date
    AND p.plan_source_value = CASE WHEN r.cost_type_concept_id = constant('inpatient claim') AND r.sort = 1 THEN 'Medicare Part A'
                                   WHEN r.sort = 4 THEN 'Medicare Part D' ELSE 'Medicare Part B' END
ORDER BY cost_id;
