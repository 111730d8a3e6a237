-- Procedures and visits: what is done decides some of the encounters.

-- Outpatient days so far, numbered, to hang routine care on.
CREATE OR REPLACE TEMP TABLE b_day AS
    SELECT person_id, start_date, row_number() OVER (PARTITION BY person_id ORDER BY start_date) AS n,
           count(*) OVER (PARTITION BY person_id) AS days
    FROM (SELECT DISTINCT e.person_id, start_date FROM b_encounter AS e JOIN b_person AS p USING (person_id) WHERE kind = 1 AND start_date <= p.exit);

CREATE OR REPLACE TEMP TABLE b_procedure AS
    WITH base AS ( -- when a rule begins to apply, and until when
        SELECT r.*, h.person_id, greatest(h.onset, p.entry) AS since, p.exit, NULL::DATE AS end_date, 1 AS visit_kind,
               hash(h.person_id, r.rule_id) AS k
        FROM m_procedure AS r JOIN b_has AS h USING (disease_id) JOIN b_person AS p ON p.person_id = h.person_id
        WHERE NOT r.is_event AND coalesce(r.gender_concept_id, p.gender_concept_id) = p.gender_concept_id
        UNION ALL
        SELECT r.*, e.person_id, e.start_date, e.exit, e.end_date, e.kind, hash(e.k, r.rule_id)
        FROM m_procedure AS r JOIN b_event AS e USING (disease_id) WHERE r.is_event
        UNION ALL
        SELECT r.*, p.person_id, p.entry, p.exit, NULL, 1, hash(p.person_id, r.rule_id)
        FROM m_procedure AS r CROSS JOIN b_person AS p
        WHERE r.disease_id IS NULL AND coalesce(r.gender_concept_id, p.gender_concept_id) = p.gender_concept_id
          AND p.age_2009 >= r.minage),
    once AS (
        SELECT *, CASE setting WHEN 'SAME' THEN least(since + pick(spread + 1, k, 'day'), end_date)
                               WHEN 'OP' THEN weekday(since + lag + pick(spread + 1, k, 'day'))
                               ELSE since + lag + pick(spread + 1, k, 'day') END AS procedure_date
        FROM base WHERE kind = 'once' AND u(k, 'done') < rate),
    monthly AS (
        SELECT *, weekday(since + (lag + i * 30)::INTEGER) AS procedure_date
        FROM (SELECT *, unnest(range((exit - since) // 30)) AS i FROM base WHERE kind = 'monthly' AND u(k, 'done') < rate)),
    yearly AS (
        SELECT b.*, d.start_date AS procedure_date
        FROM (SELECT *, hash(k, i) AS ki
              FROM (SELECT *, unnest(range(least(bouts(rate * (exit - since) / 365.25, k, 'times'), 40))) AS i
                    FROM base WHERE kind = 'yearly')) AS b
        JOIN (SELECT DISTINCT person_id, days FROM b_day) AS t USING (person_id)
        JOIN b_day AS d ON d.person_id = b.person_id AND d.n = 1 + pick(t.days, b.ki, 'which day')
        WHERE d.start_date >= b.since)
    SELECT DISTINCT person_id, rule_id, concept_id, source_value, source_concept_id, disease_id, price, procedure_date, los,
           CASE setting WHEN 'SAME' THEN visit_kind WHEN 'IP' THEN 3 ELSE 1 END AS kind,
           CASE setting WHEN 'SAME' THEN since ELSE procedure_date END AS visit_start, setting, exit
    FROM (SELECT * FROM once UNION ALL BY NAME SELECT * EXCLUDE (i) FROM monthly UNION ALL BY NAME SELECT * EXCLUDE (i, ki) FROM yearly)
    WHERE procedure_date <= exit;

INSERT INTO b_encounter
    SELECT DISTINCT person_id, visit_start, CASE kind WHEN 3 THEN least(visit_start + los, exit) ELSE visit_start END, kind, disease_id
    FROM b_procedure WHERE setting <> 'SAME';

-- One visit a person, day and kind; a stay that begins within another is part of it.
CREATE OR REPLACE TEMP TABLE b_visit AS
    WITH merged AS (
        SELECT person_id, start_date, kind, max(end_date) AS end_date, min(disease_id) AS disease_id
        FROM b_encounter WHERE start_date BETWEEN DATE '2008-01-01' AND DATE '2010-12-31' GROUP BY ALL),
    stays AS (
        SELECT *, kind = 3 AND start_date <= max(CASE kind WHEN 3 THEN end_date END) OVER (
            PARTITION BY person_id ORDER BY start_date, kind ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS within
        FROM merged)
    SELECT getvariable('visits') + row_number() OVER () AS visit_occurrence_id, *, hash(person_id, start_date, kind) AS k
    FROM (SELECT person_id, start_date, end_date, kind, disease_id FROM stays
          WHERE NOT coalesce(within, false) ORDER BY person_id, start_date, kind);

-- Each person has a family doctor; a disease may ask for a specialist.
CREATE OR REPLACE TEMP TABLE b_seen AS
    SELECT v.*, CASE WHEN v.kind = 2 THEN er.first_provider + pick(er.providers, v.k, 'doctor')
                     WHEN r.disease_id IS NOT NULL AND u(v.k, 'referred') < 0.7
                       THEN r.first_provider + pick(r.providers, hash(v.person_id, v.disease_id), 'specialist')
                     ELSE 1 + pick((getvariable('providers') * 0.5)::INTEGER, v.person_id, 'doctor') END AS provider_id
    FROM b_visit AS v
    LEFT JOIN m_referral AS r USING (disease_id)
    CROSS JOIN (SELECT * FROM m_staff WHERE specialty = 'Emergency Medicine') AS er;

INSERT INTO visit_occurrence BY NAME
    SELECT v.visit_occurrence_id, v.person_id, CASE v.kind WHEN 3 THEN 9201 WHEN 2 THEN 9203 ELSE 9202 END AS visit_concept_id,
           v.start_date AS visit_start_date, v.start_date + INTERVAL (8 + pick(9, v.k, 'hour')) HOUR AS visit_start_datetime,
           v.end_date AS visit_end_date, v.end_date + INTERVAL 18 HOUR AS visit_end_datetime,
           CASE v.kind WHEN 3 THEN 32854 WHEN 2 THEN 32859 ELSE 32871 END AS visit_type_concept_id,
           v.provider_id, p.care_site_id,
           CASE v.kind WHEN 3 THEN 'IP' WHEN 2 THEN 'ER' ELSE 'OP' END AS visit_source_value, 0 AS visit_source_concept_id,
           0 AS admitted_from_concept_id, 0 AS discharged_to_concept_id,
           CASE WHEN v.visit_occurrence_id > f.first_id THEN v.visit_occurrence_id - 1 END AS preceding_visit_occurrence_id
    FROM b_seen AS v
    JOIN provider AS p USING (provider_id)
    JOIN (SELECT person_id, min(visit_occurrence_id) AS first_id FROM b_visit GROUP BY ALL) AS f ON f.person_id = v.person_id
    ORDER BY visit_concept_id, person_id, visit_start_date, visit_occurrence_id;

-- A visit of each day, for what is known by its day only.
CREATE OR REPLACE TEMP TABLE b_visit_day AS
    SELECT person_id, start_date, min(visit_occurrence_id) AS visit_occurrence_id,
           min_by(provider_id, visit_occurrence_id) AS provider_id
    FROM b_seen GROUP BY ALL;
