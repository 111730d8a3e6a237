-- Treatment: who is given what, and every fill of it.

CREATE OR REPLACE TEMP TABLE b_therapy AS
    WITH chosen AS (
        SELECT t.*, h.person_id, greatest(h.onset, p.entry - 40) + pick(t.lag + 1, hash(h.person_id, t.treatment_id), 'lag') AS since,
               p.entry, p.exit,
               hash(h.person_id, t.treatment_id) AS k
        FROM m_treatment AS t JOIN b_has AS h USING (disease_id) JOIN b_person AS p ON p.person_id = h.person_id
        WHERE NOT t.is_event AND u(hash(h.person_id, t.treatment_id), 'treated') < t.share
        UNION ALL
        SELECT t.*, e.person_id, e.end_date + pick(t.lag + 1, hash(e.k, t.treatment_id), 'lag'), e.start_date, e.exit,
               hash(e.k, t.treatment_id)
        FROM m_treatment AS t JOIN b_event AS e USING (disease_id)
        WHERE t.is_event AND u(hash(e.k, t.treatment_id), 'treated') < t.share)
    SELECT person_id, therapy, kind, days, adherence, switch, greatest(since, entry) AS since, exit, k,
           CASE WHEN kind = 'course' THEN greatest(since, entry)
                WHEN u(k, 'stops') < stop THEN least(exit, greatest(since, entry) + 10 + floor(-ln(1 - u(k, 'stop day')) * 240)::INTEGER)
                ELSE exit END AS until
    FROM chosen WHERE greatest(since, entry) <= exit
    QUALIFY kind = 'course' OR row_number() OVER (PARTITION BY person_id, therapy ORDER BY greatest(since, entry), k) = 1;

-- Fills: a month or three months at a time, stretched by how well the person keeps to
-- it, sometimes early (stock piles up), sometimes with a long pause, sometimes of
-- another product from the middle on.
CREATE OR REPLACE TEMP TABLE b_fill AS
    WITH pace AS (
        SELECT *, CASE WHEN kind = 'chronic' AND days = 30 AND u(k, 'mail order') < 0.40 THEN 90 ELSE days END AS supply,
               greatest(0.3, least(1.05, adherence + 0.13 * z(k, 'keeps'))) AS keeps
        FROM b_therapy),
    counted AS (
        SELECT *, CASE kind WHEN 'course' THEN 1 ELSE least(1 + floor((until - since) * keeps / supply)::INTEGER, 60) END AS fills
          FROM pace),
    filled AS (
        SELECT person_id, therapy, supply, i, fills, exit, hash(k, i) AS ki, kind = 'course' AS course,
               u(k, CASE WHEN u(k, 'switches') < switch AND i >= greatest(1, fills // 2) THEN 'second product' ELSE 'product' END) AS draw,
               since + floor(i * supply / keeps)::INTEGER + CASE WHEN i = 0 THEN 0 ELSE pick(9, hash(k, i), 'jitter') - 4 END
               + CASE WHEN u(k, 'pause') < 0.12 AND i >= 2 + pick(10, k, 'pause at') THEN 45 + pick(80, k, 'pause length')
                 ELSE 0 END AS start_date
        FROM (SELECT *, unnest(range(fills)) AS i FROM counted))
    SELECT f.person_id, f.start_date, f.supply, p.product_id, f.course,
           CASE WHEN f.course THEN 0 ELSE least(f.fills - f.i - 1, 11) % (CASE f.supply WHEN 90 THEN 4 ELSE 6 END) END AS refills, f.ki
    FROM filled AS f JOIN m_product AS p ON p.therapy = f.therapy AND f.draw >= p.low AND f.draw < p.high
    WHERE f.start_date <= f.exit;

CREATE OR REPLACE TEMP TABLE b_drug AS
    SELECT getvariable('drugs') + row_number() OVER () AS drug_exposure_id, *
    FROM (SELECT *, u(ki, 'unmapped drug') < 0.012 AS unmapped
          FROM (SELECT * FROM b_fill UNION ALL SELECT * FROM b_fill WHERE u(ki, 'filled twice') < 0.003)
          ORDER BY person_id, start_date, ki);

INSERT INTO drug_exposure BY NAME
    SELECT d.drug_exposure_id, d.person_id, CASE WHEN d.unmapped THEN 0 ELSE p.concept_id END AS drug_concept_id,
           d.start_date AS drug_exposure_start_date,
           d.start_date::TIMESTAMP AS drug_exposure_start_datetime,
           CASE WHEN u(d.ki, 'no end') < 0.05 THEN NULL ELSE d.start_date + d.supply - 1 END AS drug_exposure_end_date,
           CASE WHEN p.injected AND d.course THEN 32818 ELSE 38000175 END AS drug_type_concept_id, d.refills,
           round(p.per_day * d.supply, 1) AS quantity,
           CASE WHEN u(d.ki, 'no supply') < 0.01 THEN NULL ELSE d.supply END AS days_supply,
           0 AS route_concept_id, v.provider_id, v.visit_occurrence_id, p.concept_name AS drug_source_value, 0 AS drug_source_concept_id
    FROM b_drug AS d
    JOIN m_product AS p USING (product_id)
    LEFT JOIN b_visit_day AS v ON v.person_id = d.person_id AND v.start_date = d.start_date
    ORDER BY drug_concept_id, person_id, drug_exposure_start_date, drug_exposure_id;
