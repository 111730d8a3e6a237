-- Eras as OHDSI builds them: records of one condition, or exposures to one ingredient, at most 30 days apart. An exposure ends when it says,
-- else when its supply ends, else a day after it began. Only what is mapped counts.

INSERT INTO condition_era BY NAME
WITH noted AS (
    SELECT person_id, condition_concept_id AS concept_id, condition_start_date AS start_date, coalesce(condition_end_date, condition_start_date + 1) AS end_date
    FROM condition_occurrence WHERE condition_concept_id <> 0 AND condition_occurrence_id > getvariable('conditions')),
marked AS (
    SELECT *, coalesce(start_date > max(end_date) OVER (PARTITION BY person_id, concept_id ORDER BY start_date, end_date
                       ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + 30, true) AS begins
    FROM noted),
numbered AS (
    SELECT *, sum(CAST(begins AS INTEGER)) OVER (PARTITION BY person_id, concept_id ORDER BY start_date, end_date ROWS UNBOUNDED PRECEDING) AS era FROM marked),
era AS (
    SELECT person_id, concept_id, min(start_date) AS start_date, max(end_date) AS end_date, count(*) AS records FROM numbered GROUP BY person_id, concept_id, era)
SELECT getvariable('condition_eras') + row_number() OVER (ORDER BY person_id, concept_id, start_date) AS condition_era_id, person_id,
       concept_id AS condition_concept_id, start_date AS condition_era_start_date, end_date AS condition_era_end_date, records AS condition_occurrence_count
FROM era ORDER BY condition_concept_id, person_id, condition_era_start_date;

INSERT INTO drug_era BY NAME
WITH exposed AS (
    SELECT e.person_id, i.ingredient_id AS concept_id, e.drug_exposure_start_date AS start_date,
           coalesce(e.drug_exposure_end_date, e.drug_exposure_start_date + e.days_supply, e.drug_exposure_start_date + 1) AS end_date
    FROM drug_exposure AS e JOIN synpuf_ingredient AS i ON i.drug_id = e.drug_concept_id
    WHERE e.drug_exposure_id > getvariable('drugs')),
marked AS (
    SELECT *, coalesce(start_date > max(end_date) OVER (PARTITION BY person_id, concept_id ORDER BY start_date, end_date
                       ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + 30, true) AS begins,
           greatest(0, end_date + 1 - greatest(start_date, coalesce(max(end_date) OVER (PARTITION BY person_id, concept_id ORDER BY start_date, end_date
                       ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + 1, start_date))) AS new_days
    FROM exposed),
numbered AS (
    SELECT *, sum(CAST(begins AS INTEGER)) OVER (PARTITION BY person_id, concept_id ORDER BY start_date, end_date ROWS UNBOUNDED PRECEDING) AS era FROM marked),
era AS (
    SELECT person_id, concept_id, min(start_date) AS start_date, max(end_date) AS end_date, count(*) AS exposures, sum(new_days) AS days
    FROM numbered GROUP BY person_id, concept_id, era)
SELECT getvariable('drug_eras') + row_number() OVER (ORDER BY person_id, concept_id, start_date) AS drug_era_id, person_id, concept_id AS drug_concept_id,
       start_date AS drug_era_start_date, end_date AS drug_era_end_date, exposures AS drug_exposure_count,
       (end_date - start_date + 1) - days AS gap_days
FROM era ORDER BY drug_concept_id, person_id, drug_era_start_date;
