-- What was charged and who paid, for visits, procedures, fills and devices.

INSERT INTO cost BY NAME
    WITH charged AS (
        SELECT visit_occurrence_id AS event_id, 'Visit' AS domain_id, 1 AS part, person_id, k,
               CASE kind WHEN 3 THEN (2600 + 1500 * (end_date - start_date + 1)) * exp(0.5 * z(k, 'price')) WHEN 2 THEN 720 * exp(0.6 * z(k, 'price')) ELSE 92 * exp(0.5 * z(k, 'price')) END AS paid
        FROM b_visit
        UNION ALL
        SELECT p.procedure_occurrence_id, 'Procedure', 2, p.person_id, hash(p.procedure_occurrence_id, 2), m.price * exp(0.35 * z(p.procedure_occurrence_id, 'price'))
        FROM procedure_occurrence AS p
        JOIN (SELECT concept_id, source_value, max(price) AS price FROM m_procedure GROUP BY ALL) AS m ON m.source_value = p.procedure_source_value
        WHERE p.procedure_occurrence_id > getvariable('procedures')
        UNION ALL
        SELECT drug_exposure_id, 'Drug', 3, person_id, ki, price * supply / 30 * exp(0.25 * z(ki, 'price')) FROM b_drug
        UNION ALL
        SELECT device_exposure_id, 'Device', 4, person_id, k, price * exp(0.3 * z(k, 'price')) FROM b_device),
    split AS (
        SELECT *, CASE part WHEN 3 THEN 0.62 WHEN 1 THEN 0.82 ELSE 0.8 END AS share, round(paid, 2) AS total FROM charged)
    SELECT getvariable('costs') + row_number() OVER (ORDER BY part, event_id) AS cost_id, event_id AS cost_event_id, domain_id AS cost_domain_id,
           32814 AS cost_type_concept_id, 44818668 AS currency_concept_id,
           round(total * (1.4 + 1.4 * u(k, 'charge')), 2) AS total_charge, total AS total_paid,
           round(total * share, 2) AS paid_by_payer, total - round(total * share, 2) AS paid_by_patient,
           CASE WHEN part = 3 THEN total - round(total * share, 2) END AS paid_patient_copay,
           CASE WHEN part = 1 THEN total - round(total * share, 2) END AS paid_patient_coinsurance,
           round(total * 1.05, 2) AS amount_allowed, 0 AS revenue_code_concept_id, 0 AS drg_concept_id,
           CASE WHEN part = 3 THEN round(total * 0.93, 2) END AS paid_ingredient_cost, CASE WHEN part = 3 THEN round(total * 0.07, 2) END AS paid_dispensing_fee,
           person_id * 10 + 1 AS payer_plan_period_id
    FROM split ORDER BY 1;
