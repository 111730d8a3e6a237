-- Eras: exposures to an ingredient, and records of a condition, no more than 30 days apart.

INSERT INTO drug_era BY NAME
    WITH exposed AS (
        SELECT d.person_id, s.ingredient_id, d.start_date, d.start_date + d.supply - 1 AS end_date
        FROM b_drug AS d JOIN m_product AS p USING (product_id)
        JOIN (SELECT drug_concept_id, ingredient_concept_id AS ingredient_id FROM drug_strength
              UNION SELECT concept_id::BIGINT, concept_id::BIGINT FROM raw_drugs
                WHERE concept_class_id = 'Ingredient') AS s ON s.drug_concept_id = p.concept_id
        WHERE NOT d.unmapped),
    marked AS (
        SELECT *, coalesce(start_date > max(end_date) OVER earlier + 30, true) AS begins
        FROM exposed
        WINDOW earlier AS (PARTITION BY person_id, ingredient_id ORDER BY start_date, end_date
                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
    numbered AS (
        SELECT *, sum(begins::INTEGER) OVER so_far AS era FROM marked
        WINDOW so_far AS (PARTITION BY person_id, ingredient_id ORDER BY start_date, end_date ROWS UNBOUNDED PRECEDING)),
    era AS (
        SELECT person_id, ingredient_id, min(start_date) AS start_date, max(end_date) AS end_date, count(*) AS fills,
               sum(end_date - start_date + 1) AS days
        FROM numbered GROUP BY person_id, ingredient_id, era)
    SELECT getvariable('drug_eras') + row_number() OVER (ORDER BY person_id, ingredient_id, start_date) AS drug_era_id, person_id,
           ingredient_id AS drug_concept_id,
           start_date AS drug_era_start_date, end_date AS drug_era_end_date, fills AS drug_exposure_count,
           greatest(0, end_date - start_date + 1 - days) AS gap_days
    FROM era ORDER BY drug_concept_id, person_id, drug_era_start_date;

INSERT INTO condition_era BY NAME
    WITH noted AS (
        SELECT DISTINCT v.person_id, d.concept_id, v.start_date, CASE v.kind WHEN 3 THEN v.end_date ELSE v.start_date END AS end_date
        FROM b_condition AS c JOIN m_diagnosis AS d USING (diagnosis_id) JOIN b_visit AS v USING (visit_occurrence_id)
          WHERE NOT c.unmapped),
    marked AS (
        SELECT *, coalesce(start_date > max(end_date) OVER earlier + 30, true) AS begins
        FROM noted
        WINDOW earlier AS (PARTITION BY person_id, concept_id ORDER BY start_date, end_date
                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
    numbered AS (
        SELECT *, sum(begins::INTEGER) OVER so_far AS era FROM marked
        WINDOW so_far AS (PARTITION BY person_id, concept_id ORDER BY start_date, end_date ROWS UNBOUNDED PRECEDING)),
    era AS (
        SELECT person_id, concept_id, min(start_date) AS start_date, max(end_date) AS end_date, count(*) AS records
          FROM numbered GROUP BY person_id, concept_id, era)
    SELECT getvariable('condition_eras') + row_number() OVER (ORDER BY person_id, concept_id, start_date) AS condition_era_id,
           person_id, concept_id AS condition_concept_id,
           start_date AS condition_era_start_date, end_date AS condition_era_end_date, records AS condition_occurrence_count
    FROM era ORDER BY condition_concept_id, person_id, condition_era_start_date;
