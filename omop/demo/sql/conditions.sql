-- Diagnoses: why a visit was made, and what else was written down at it.

CREATE OR REPLACE TEMP TABLE b_diagnosis AS
    WITH first_day AS (SELECT person_id, min(start_date) AS start_date FROM b_day GROUP BY ALL),
    noted AS (
        SELECT visit_occurrence_id, disease_id, true AS main FROM b_visit WHERE disease_id IS NOT NULL
        UNION ALL
        SELECT v.visit_occurrence_id, e.disease_id, true
        FROM b_encounter AS e JOIN b_visit AS v ON v.person_id = e.person_id AND v.start_date = e.start_date AND v.kind = e.kind
        WHERE e.disease_id IS NOT NULL
        UNION ALL
        SELECT v.visit_occurrence_id, h.disease_id, false
        FROM b_visit AS v
        JOIN b_has AS h ON h.person_id = v.person_id AND h.onset <= v.start_date
        JOIN m_disease AS d ON d.disease_id = h.disease_id
        LEFT JOIN first_day AS f ON f.person_id = v.person_id
        WHERE u(hash(v.k, h.disease_id), 'noted') < CASE v.kind WHEN 3 THEN 0.2 + d.record WHEN 2 THEN d.record * 0.5
              ELSE CASE WHEN v.start_date = f.start_date THEN 0.72 ELSE d.record END END)
    -- Mostly the same code for the same person and disease.
    SELECT g.*, CASE WHEN u(g.k, 'same code') < 0.7 THEN u(hash(v.person_id, g.disease_id), 'code') ELSE u(g.k, 'code') END AS draw
    FROM (SELECT visit_occurrence_id, disease_id, bool_or(main) AS main, hash(visit_occurrence_id, disease_id) AS k FROM noted GROUP BY ALL) AS g
    JOIN b_visit AS v USING (visit_occurrence_id);

CREATE OR REPLACE TEMP TABLE b_condition AS
    SELECT getvariable('conditions') + row_number() OVER () AS condition_occurrence_id, *
    FROM (SELECT g.visit_occurrence_id, c.diagnosis_id, g.k, u(g.k, 'unmapped') < 0.013 AS unmapped
          FROM (SELECT * FROM b_diagnosis UNION ALL SELECT * FROM b_diagnosis WHERE u(k, 'twice') < 0.004) AS g
          JOIN m_diagnosis AS c ON c.disease_id = g.disease_id AND g.draw >= c.low AND g.draw < c.high
          ORDER BY g.visit_occurrence_id, g.main DESC, c.diagnosis_id);

INSERT INTO condition_occurrence BY NAME
    SELECT c.condition_occurrence_id, v.person_id, CASE WHEN c.unmapped THEN 0 ELSE d.concept_id END AS condition_concept_id,
           v.start_date AS condition_start_date, v.start_date::TIMESTAMP AS condition_start_datetime,
           CASE WHEN v.kind = 3 THEN v.end_date WHEN u(c.k, 'open') < 0.35 THEN NULL ELSE v.start_date END AS condition_end_date,
           CASE v.kind WHEN 3 THEN 32854 WHEN 2 THEN 32859 ELSE 32871 END AS condition_type_concept_id,
           0 AS condition_status_concept_id, v.provider_id, c.visit_occurrence_id,
           CASE WHEN c.unmapped THEN 'V' || (40 + pick(50, c.k, 'unknown code')) || '.' || pick(10, c.k, 'unknown digit')
             ELSE d.source_value END AS condition_source_value,
           CASE WHEN c.unmapped THEN 0 ELSE d.source_concept_id END AS condition_source_concept_id
    FROM b_condition AS c JOIN m_diagnosis AS d USING (diagnosis_id) JOIN b_seen AS v USING (visit_occurrence_id)
    ORDER BY condition_concept_id, person_id, condition_start_date, condition_occurrence_id;

INSERT INTO procedure_occurrence BY NAME
    SELECT getvariable('procedures') + row_number() OVER (ORDER BY v.visit_occurrence_id, r.procedure_date, r.rule_id) AS procedure_occurrence_id,
           r.person_id, CASE WHEN u(hash(v.k, r.rule_id), 'unmapped procedure') < 0.012 THEN 0
             ELSE r.concept_id END AS procedure_concept_id, r.procedure_date,
           r.procedure_date::TIMESTAMP AS procedure_datetime,
           CASE WHEN v.kind = 3 THEN r.procedure_date END AS procedure_end_date,
           CASE v.kind WHEN 3 THEN 32854 WHEN 2 THEN 32859 ELSE 32871 END AS procedure_type_concept_id,
           0 AS modifier_concept_id, 1 AS quantity, v.provider_id, v.visit_occurrence_id, r.source_value AS procedure_source_value,
           r.source_concept_id AS procedure_source_concept_id
    FROM b_procedure AS r JOIN b_seen AS v ON v.person_id = r.person_id AND v.start_date = r.visit_start AND v.kind = r.kind
    ORDER BY procedure_concept_id, person_id, procedure_date, procedure_occurrence_id;
