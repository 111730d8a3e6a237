-- Measurements, observations and devices, most of them at outpatient visits.

CREATE OR REPLACE TEMP TABLE b_out AS
    SELECT person_id, visit_occurrence_id, start_date, provider_id, k,
           row_number() OVER (PARTITION BY person_id ORDER BY start_date) AS n,
           count(*) OVER (PARTITION BY person_id) AS days
    FROM b_seen JOIN b_person AS p USING (person_id) WHERE kind = 1 AND start_date <= p.exit;
CREATE OR REPLACE TEMP TABLE b_days AS
    SELECT person_id, any_value(days) AS days FROM b_out GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE b_measurement AS
    WITH extra AS (
        SELECT person_id, panel, sum((rate * 1000)::BIGINT) AS milli
        FROM (SELECT DISTINCT h.person_id, s.panel, s.disease_id, s.rate FROM b_has AS h JOIN m_shift AS s USING (disease_id))
          GROUP BY ALL),
    planned AS (
        SELECT p.person_id, a.panel, hash(p.person_id, a.panel_id) AS k,
               times(least(a.rate + coalesce(x.milli, 0) / 1000.0, 6) * (p.exit - p.entry) / 365.25, hash(p.person_id, a.panel_id), 'panels') AS n
        FROM b_person AS p CROSS JOIN m_panel AS a
        LEFT JOIN extra AS x ON x.person_id = p.person_id AND x.panel = a.panel),
    taken AS (
        SELECT DISTINCT q.person_id, q.panel, o.visit_occurrence_id, o.start_date, o.k
        FROM (SELECT person_id, panel, k, unnest(range(n)) AS i FROM planned) AS q
        JOIN b_days AS t USING (person_id)
        JOIN b_out AS o ON o.person_id = q.person_id AND o.n = 1 + pick(t.days, hash(q.k, q.i), 'which visit')),
    shifted AS (
        SELECT h.person_id, s.rule_id, sum((s.shift * 1000)::BIGINT) / 1000.0 AS shift, max(s.spread) AS spread
        FROM b_has AS h JOIN m_shift AS s USING (disease_id) WHERE s.rule_id IS NOT NULL GROUP BY ALL),
    treated AS (
        SELECT t.person_id, e.rule_id, list(struct_pack(since := t.since, shift := (e.shift * 1000)::BIGINT)) AS parts
        FROM b_therapy AS t JOIN m_effect AS e USING (therapy) GROUP BY ALL)
    SELECT getvariable('measurements') + row_number() OVER () AS measurement_id, *
    FROM (SELECT t.visit_occurrence_id, m.rule_id, hash(t.k, m.rule_id) AS k,
           round(greatest(m.low, least(m.high, m.mean + coalesce(s.shift, 0)
               + CASE p.gender_concept_id WHEN 8532 THEN m.female ELSE 0 END
               + coalesce(list_sum(list_transform(list_filter(e.parts, lambda x: x.since + 25 < t.start_date), lambda x: x.shift)), 0) / 1000.0
               + m.sd * coalesce(s.spread, 1)
                 * (0.75 * z(hash(t.person_id, m.rule_id), 'level') + 0.6 * z(hash(t.k, m.rule_id), 'value')))), m.decimals) AS value
    FROM taken AS t
    JOIN m_measurement AS m USING (panel)
    JOIN b_person AS p ON p.person_id = t.person_id
    LEFT JOIN shifted AS s ON s.person_id = t.person_id AND s.rule_id = m.rule_id
    LEFT JOIN treated AS e ON e.person_id = t.person_id AND e.rule_id = m.rule_id
    WHERE (m.panel <> 'prostate' OR p.gender_concept_id = 8507) AND (m.panel <> 'mammogram' OR p.gender_concept_id = 8532)
    ORDER BY t.visit_occurrence_id, m.rule_id);

INSERT INTO measurement BY NAME
    SELECT b.measurement_id, v.person_id,
           CASE WHEN u(b.k, 'unmapped measurement') < 0.01 THEN 0 ELSE m.concept_id END AS measurement_concept_id,
           v.start_date AS measurement_date, v.start_date::TIMESTAMP AS measurement_datetime,
           CASE WHEN m.mean IS NULL THEN 32871 ELSE 32856 END AS measurement_type_concept_id,
           CASE WHEN u(b.k, 'no value') < 0.015 THEN NULL ELSE b.value END AS value_as_number,
           CASE WHEN m.mean IS NULL OR u(b.k, 'no unit') < 0.01 THEN 0 ELSE m.unit_concept_id END AS unit_concept_id,
           m.range_low, m.range_high, v.provider_id, b.visit_occurrence_id, m.concept_code AS measurement_source_value,
           0 AS measurement_source_concept_id,
           CASE WHEN m.mean IS NOT NULL THEN m.unit END AS unit_source_value,
           CASE WHEN u(b.k, 'no value') < 0.015 THEN NULL ELSE b.value::VARCHAR END AS value_source_value
    FROM b_measurement AS b JOIN m_measurement AS m USING (rule_id) JOIN b_seen AS v USING (visit_occurrence_id)
    ORDER BY measurement_concept_id, person_id, measurement_date, measurement_id;

CREATE OR REPLACE TEMP TABLE b_observation AS
    WITH base AS (
        SELECT r.*, p.person_id, p.entry AS since, p.exit, hash(p.person_id, r.rule_id) AS k
        FROM m_observation AS r CROSS JOIN b_person AS p
        WHERE r.disease_id IS NULL AND coalesce(r.gender_concept_id, p.gender_concept_id) = p.gender_concept_id
        UNION ALL
        SELECT r.*, p.person_id, greatest(h.onset, p.entry), p.exit, hash(p.person_id, r.rule_id)
        FROM m_observation AS r JOIN b_has AS h USING (disease_id) JOIN b_person AS p ON p.person_id = h.person_id
        WHERE coalesce(r.gender_concept_id, p.gender_concept_id) = p.gender_concept_id
        UNION ALL
        SELECT r.*, e.person_id, e.start_date + CASE r.kind WHEN 'later' THEN 30 ELSE 0 END, e.exit, hash(e.k, r.rule_id)
        FROM m_observation AS r JOIN b_event AS e USING (disease_id)),
    drawn AS (
        SELECT b.rule_id, b.person_id, b.concept_id, b.concept_code, o.start_date AS observation_date, o.visit_occurrence_id,
               o.provider_id
        FROM (SELECT *, unnest(range(CASE WHEN kind = 'yearly' THEN least(bouts(rate * (exit - since) / 365.25, k, 'seen'), 20)
                                          ELSE (u(k, 'seen') < rate)::INTEGER END)) AS i
              FROM base WHERE kind <> 'event') AS b
        JOIN b_days AS t USING (person_id)
        JOIN b_out AS o ON o.person_id = b.person_id AND o.n = 1 + pick(t.days, hash(b.k, b.i), 'which visit')
        WHERE o.start_date >= b.since
        UNION ALL
        SELECT b.rule_id, b.person_id, b.concept_id, b.concept_code, b.since, v.visit_occurrence_id, v.provider_id
        FROM base AS b LEFT JOIN b_visit_day AS v ON v.person_id = b.person_id AND v.start_date = b.since
        WHERE b.kind = 'event' AND u(b.k, 'seen') < b.rate
        UNION ALL
        SELECT 999, d.person_id, c.concept_id::BIGINT, c.concept_code,
               greatest(p.entry, d.death_date - 1 - pick(40, d.person_id, 'hospice day')), NULL, NULL
        FROM b_death AS d JOIN b_person AS p USING (person_id), raw_observations AS c
        WHERE c.concept_name = 'Admission to hospice' AND u(d.person_id, 'hospice') < 0.38)
    SELECT DISTINCT * FROM drawn;

INSERT INTO observation BY NAME
    SELECT getvariable('observations') + row_number() OVER (ORDER BY person_id, observation_date, rule_id, visit_occurrence_id)
             AS observation_id, person_id,
           concept_id AS observation_concept_id, observation_date, observation_date::TIMESTAMP AS observation_datetime,
           CASE WHEN visit_occurrence_id IS NULL THEN 32859 ELSE 32871 END AS observation_type_concept_id, provider_id,
           visit_occurrence_id,
           concept_code AS observation_source_value, 0 AS observation_source_concept_id
    FROM b_observation ORDER BY observation_concept_id, person_id, observation_date, observation_id;

CREATE OR REPLACE TEMP TABLE b_device AS
    WITH base AS (
        SELECT r.*, p.person_id, greatest(h.onset, p.entry) AS since, hash(p.person_id, r.rule_id) AS k
        FROM m_device AS r JOIN b_has AS h USING (disease_id) JOIN b_person AS p ON p.person_id = h.person_id WHERE NOT r.is_event
        UNION ALL
        SELECT r.*, e.person_id, e.start_date, hash(e.k, r.rule_id) FROM m_device AS r JOIN b_event AS e USING (disease_id)
          WHERE r.is_event)
    SELECT getvariable('devices') + row_number() OVER (ORDER BY person_id, start_date, rule_id, k) AS device_exposure_id, *
    FROM (SELECT b.rule_id, b.person_id, b.concept_id, b.concept_code, b.price, b.k, o.start_date, o.visit_occurrence_id, o.provider_id
          FROM base AS b JOIN b_out AS o USING (person_id)
          WHERE u(b.k, 'device') < b.rate AND o.start_date >= b.since
          QUALIFY row_number() OVER (PARTITION BY b.k ORDER BY o.n) = 1);

INSERT INTO device_exposure BY NAME
    SELECT device_exposure_id, person_id, concept_id AS device_concept_id, start_date AS device_exposure_start_date,
           start_date::TIMESTAMP AS device_exposure_start_datetime, 44818705 AS device_type_concept_id, 1 AS quantity, provider_id,
           visit_occurrence_id,
           concept_code AS device_source_value, 0 AS device_source_concept_id, 0 AS unit_concept_id
    FROM b_device ORDER BY device_concept_id, person_id, device_exposure_start_date, device_exposure_id;
