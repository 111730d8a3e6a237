-- What was charged and who paid, for visits, procedures, fills and devices. Ids go on
-- from domain to domain, each in the order of its events.

INSERT INTO cost BY NAME
    WITH size AS (
        SELECT (SELECT count(*) FROM b_visit) AS visits,
               (SELECT max(procedure_occurrence_id) - getvariable('procedures') FROM procedure_occurrence) AS procedures,
               (SELECT count(*) FROM b_drug) AS drugs),
    charged AS (
        SELECT visit_occurrence_id - getvariable('visits') AS n, visit_occurrence_id AS event_id, 'Visit' AS domain_id, person_id, k,
               0.82 AS share,
               CASE kind WHEN 3 THEN 2600 + 1500 * (end_date - start_date + 1) WHEN 2 THEN 720
                 ELSE 92 END * exp(0.5 * z(k, 'price')) AS paid
        FROM b_visit
        UNION ALL
        SELECT visits + procedure_occurrence_id - getvariable('procedures'), procedure_occurrence_id, 'Procedure', person_id,
               hash(procedure_occurrence_id, 2), 0.8, m.price * exp(0.35 * z(procedure_occurrence_id, 'price'))
        FROM size, procedure_occurrence AS p
        JOIN (SELECT source_value, max(price) AS price FROM m_procedure GROUP BY ALL) AS m ON m.source_value = p.procedure_source_value
        WHERE procedure_occurrence_id > getvariable('procedures')
        UNION ALL
        SELECT visits + procedures + drug_exposure_id - getvariable('drugs'), drug_exposure_id, 'Drug', person_id, ki, 0.62,
               p.price * d.supply / 30 * (0.7 + 0.6 * u(ki, 'price'))
        FROM size, b_drug AS d JOIN m_product AS p USING (product_id)
        UNION ALL
        SELECT visits + procedures + drugs + device_exposure_id - getvariable('devices'), device_exposure_id, 'Device', person_id, k,
               0.8, price * exp(0.3 * z(k, 'price'))
        FROM size, b_device),
    split AS (SELECT *, round(paid, 2) AS total, round(paid * share, 2) AS payer FROM charged)
    SELECT getvariable('costs') + n AS cost_id, event_id AS cost_event_id, domain_id AS cost_domain_id,
           32814 AS cost_type_concept_id, 44818668 AS currency_concept_id,
           round(total * (1.4 + 1.4 * u(k, 'charge')), 2) AS total_charge, total AS total_paid, payer AS paid_by_payer,
           round(total - payer, 2) AS paid_by_patient,
           CASE domain_id WHEN 'Drug' THEN round(total - payer, 2) END AS paid_patient_copay,
           CASE domain_id WHEN 'Visit' THEN round(total - payer, 2) END AS paid_patient_coinsurance,
           0 AS revenue_code_concept_id, 0 AS drg_concept_id, person_id * 10 + 1 AS payer_plan_period_id
    FROM split;
