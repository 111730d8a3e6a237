-- The chronic diseases of one stage: each depends only on those of earlier stages.

INSERT INTO b_has
    WITH risk AS (
        SELECT h.person_id, r.disease_id, sum(r.ln_mult) AS ln_mult
        FROM b_has AS h JOIN m_risk AS r ON r.on_id = h.disease_id AND r.stage = getvariable('stage') GROUP BY ALL),
    need AS (
        SELECT h.person_id, n.disease_id, min(h.onset) AS onset
        FROM b_has AS h JOIN m_need AS n ON n.on_id = h.disease_id GROUP BY ALL),
    fallen AS (
        SELECT p.person_id, d.disease_id, p.entry, p.exit, n.onset AS need_onset, hash(p.person_id, d.disease_id) AS k
        FROM b_person AS p
        CROSS JOIN m_disease AS d
        LEFT JOIN risk AS r ON r.person_id = p.person_id AND r.disease_id = d.disease_id
        LEFT JOIN need AS n ON n.person_id = p.person_id AND n.disease_id = d.disease_id
        WHERE d.stage = getvariable('stage') AND d.kind = 'chronic'
          AND (n.person_id IS NOT NULL OR d.disease_id NOT IN (SELECT disease_id FROM m_need))
          AND u(hash(p.person_id, d.disease_id), 'has') < least(0.92, d.base[p.band]
              * CASE p.gender_concept_id WHEN 8532 THEN d.female ELSE 2 - d.female END
              * CASE p.race_concept_id WHEN 8516 THEN d.black ELSE 1 END
              * exp(coalesce(r.ln_mult, 0) / 1000000))),
    begun AS (
        SELECT person_id, disease_id, exit, greatest(need_onset + 45 + pick(400, k, 'after need'),
            CASE WHEN u(k, 'prevalent') < 0.72 THEN entry - 30 - pick(2900, k, 'onset before')
                 ELSE entry + 15 + pick(greatest(exit - entry - 15, 1), k, 'onset') END) AS onset
        FROM fallen)
    SELECT person_id, disease_id, onset FROM begun WHERE onset <= exit;
