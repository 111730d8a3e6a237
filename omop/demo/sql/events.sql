-- Deaths, acute events and the encounters that all else is recorded at.

-- Nobody is seen after death: exit becomes the date of death.
CREATE OR REPLACE TEMP TABLE b_death AS
    WITH hazard AS (
        SELECT p.person_id, p.entry, p.exit, p.band, sum((ln(d.death) * 1000000)::BIGINT) AS ln_mult
        FROM b_person AS p LEFT JOIN b_has AS h USING (person_id) LEFT JOIN m_disease AS d USING (disease_id)
        GROUP BY ALL)
    SELECT person_id, entry + 20 + floor(-ln(1 - u(person_id, 'death')) * 365 /
           least(0.45, [0.0032, 0.0030, 0.0054, 0.0145][band] * exp(coalesce(ln_mult, 0) / 1000000)))::INTEGER AS death_date
    FROM hazard
    WHERE -ln(1 - u(person_id, 'death')) * 365 < 365 * 4;
DELETE FROM b_death USING b_person AS p WHERE p.person_id = b_death.person_id AND death_date > p.exit;
UPDATE b_person SET exit = d.death_date FROM b_death AS d WHERE d.person_id = b_person.person_id;
DELETE FROM b_has USING b_person AS p WHERE p.person_id = b_has.person_id AND b_has.onset > p.exit;

-- Acute events: drawn at the rate of everything a person ever has, then thinned to
-- what the person had by then.
CREATE OR REPLACE TEMP TABLE b_event AS
    WITH risk AS (
        SELECT h.person_id, r.disease_id, sum(r.ln_mult) AS ln_mult, list(struct_pack(onset := h.onset, ln_mult := r.ln_mult)) AS parts
        FROM b_has AS h JOIN m_risk AS r ON r.on_id = h.disease_id AND r.stage = 7 GROUP BY ALL),
    need AS (
        SELECT h.person_id, n.disease_id, min(h.onset) AS onset
        FROM b_has AS h JOIN m_need AS n ON n.on_id = h.disease_id GROUP BY ALL),
    expected AS (
        SELECT p.person_id, d.disease_id, p.entry, p.exit, r.ln_mult, r.parts, n.onset AS need_onset,
               d.inpatient, d.emergency, d.los, hash(p.person_id, d.disease_id) AS k,
               d.base[p.band] * CASE p.gender_concept_id WHEN 8532 THEN d.female ELSE 2 - d.female END
                 * CASE p.race_concept_id WHEN 8516 THEN d.black ELSE 1 END * p.frailty
                 * exp(coalesce(r.ln_mult, 0) / 1000000) * (p.exit - p.entry) / 365.25 AS expected
        FROM b_person AS p
        CROSS JOIN m_disease AS d
        LEFT JOIN risk AS r ON r.person_id = p.person_id AND r.disease_id = d.disease_id
        LEFT JOIN need AS n ON n.person_id = p.person_id AND n.disease_id = d.disease_id
        WHERE d.kind = 'acute' AND (n.person_id IS NOT NULL OR d.disease_id NOT IN (SELECT disease_id FROM m_need))),
    drawn AS (
        SELECT * EXCLUDE (k), hash(k, i) AS k, entry + pick(exit - entry + 1, hash(k, i), 'event day') AS start_date
        FROM (SELECT *, unnest(range(least(bouts(expected, k, 'events'), 12))) AS i FROM expected)),
    kept AS (
        SELECT person_id, disease_id, start_date, exit, los, k,
               CASE WHEN u(k, 'setting') < inpatient THEN 3 WHEN u(k, 'setting') < inpatient + emergency THEN 2 ELSE 1 END AS kind
        FROM drawn
        WHERE (need_onset IS NULL OR start_date >= need_onset)
          AND (parts IS NULL OR u(k, 'thin') < exp(-coalesce(list_sum(list_transform(
                list_filter(parts, lambda x: x.onset > start_date), lambda x: x.ln_mult)), 0) / 1000000)))
    SELECT person_id, disease_id, start_date,
           CASE kind WHEN 3 THEN least(start_date + 1 + floor(-ln(1 - u(k, 'los')) * los)::INTEGER, exit)
             ELSE start_date END AS end_date,
           kind, exit, k
    FROM kept;

-- Some come back within a month.
INSERT INTO b_event
    WITH back AS (
        SELECT e.*, end_date + 2 + pick(27, e.k, 'back day') AS back_date
        FROM b_event AS e JOIN m_disease AS d USING (disease_id)
        WHERE e.kind = 3 AND u(e.k, 'back') < 0.17)
    SELECT b.person_id, coalesce(o.disease_id, b.disease_id), back_date,
           least(back_date + 1 + pick(8, b.k, 'back los'), exit), 3, exit, hash(b.k)
    FROM back AS b
    LEFT JOIN m_disease AS o ON u(b.k, 'back why') >= 0.4
      AND o.disease = ['pneumonia', 'sepsis', 'uti', 'renalfailure', 'dehydration', 'cellulitis', 'gibleed'][1 + pick(7, b.k, 'back cause')]
    WHERE back_date <= exit;

-- What an event brings to light or leaves behind.
INSERT INTO b_has
    SELECT person_id, disease_id, min(onset)
    FROM (SELECT e.person_id, c.disease_id, e.start_date + c.lag AS onset, e.exit
          FROM b_event AS e JOIN m_consequence AS c ON c.event_id = e.disease_id
          WHERE u(hash(e.person_id, c.disease_id), 'consequence') < c.share) AS n
    WHERE onset <= exit AND NOT EXISTS (SELECT 1 FROM b_has AS h WHERE h.person_id = n.person_id AND h.disease_id = n.disease_id)
    GROUP BY ALL;

-- kind: 1 outpatient, 2 emergency room, 3 inpatient.
CREATE OR REPLACE TEMP TABLE b_encounter AS
    SELECT person_id, start_date, end_date, kind, disease_id FROM b_event
    UNION ALL -- admitted through the emergency room
    SELECT person_id, start_date - pick(2, k, 'er day'), start_date - pick(2, k, 'er day'), 2, disease_id
    FROM b_event WHERE kind = 3 AND u(k, 'er') < 0.46
    UNION ALL -- seen again after a stay
    SELECT person_id, weekday(end_date + 6 + pick(12, k, 'follow')), weekday(end_date + 6 + pick(12, k, 'follow')), 1, disease_id
    FROM b_event WHERE kind = 3 AND u(k, 'followed') < 0.6 AND end_date + 20 <= exit
    UNION ALL -- the day of a diagnosis
    SELECT h.person_id, weekday(onset), weekday(onset), 1, h.disease_id
    FROM b_has AS h JOIN b_person AS p USING (person_id) WHERE onset BETWEEN p.entry AND p.exit - 1
    UNION ALL -- routine
    SELECT person_id, day, day, 1, NULL
    FROM (SELECT p.person_id, p.exit, weekday(p.entry + pick(p.exit - p.entry, hash(p.person_id, i), 'routine')) AS day
          FROM (SELECT p.*, unnest(range(times(
                         least(11, (1.5 + 0.55 * coalesce(n, 0)) * p.frailty) * (p.exit - p.entry) / 365.25, p.person_id, 'visits'))) AS i
                FROM b_person AS p LEFT JOIN (SELECT person_id, count(*) AS n FROM b_has GROUP BY ALL) AS c USING (person_id)) AS p)
    WHERE day <= exit;

-- Claims that come in after the death.
INSERT INTO b_encounter
    SELECT d.person_id, death_date + 4 + pick(20, d.person_id, 'late day'), death_date + 4 + pick(20, d.person_id, 'late day'), 1,
           m.disease_id
    FROM b_death AS d, m_disease AS m
    WHERE m.disease = 'symptom' AND u(d.person_id, 'late') < 0.05 AND death_date < DATE '2010-12-01';
