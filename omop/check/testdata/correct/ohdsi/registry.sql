-- OHDSI SQL templates, worded without sight of the rules.

SELECT COUNT(DISTINCT person_id) AS n FROM @cdm_database_schema.condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM @vocabulary_database_schema.concept_ancestor WHERE ancestor_concept_id = @concept_id)

{DEFAULT @cdm_database_schema = 'cdm'}
SELECT gender_concept_id, COUNT_BIG(*) AS n FROM @cdm_database_schema.person GROUP BY gender_concept_id;

SELECT subject_id, cohort_start_date, cohort_end_date FROM @target_database_schema.@target_cohort_table WHERE cohort_definition_id = @target_cohort_id

SELECT 101 AS analysis_id, CAST(year_of_birth AS VARCHAR(255)) AS stratum_1, COUNT_BIG(DISTINCT person_id) AS count_value FROM @cdmDatabaseSchema.person GROUP BY year_of_birth

SELECT DATEADD(DAY, 30, MIN(drug_exposure_start_date)) AS end_date, person_id FROM @cdm_database_schema.drug_exposure WHERE drug_concept_id IN (@drug_concept_ids) GROUP BY person_id

SELECT E.person_id, E.start_date, E.end_date
FROM (
  SELECT de.person_id, de.drug_exposure_start_date AS start_date, COALESCE(de.drug_exposure_end_date, DATEADD(day, de.days_supply, de.drug_exposure_start_date), DATEADD(day, 1, de.drug_exposure_start_date)) AS end_date,
         row_number() OVER (PARTITION BY de.person_id ORDER BY de.drug_exposure_start_date, de.drug_exposure_id) AS ordinal
  FROM @cdm_database_schema.DRUG_EXPOSURE de
  WHERE de.drug_concept_id IN (SELECT I.concept_id FROM (SELECT concept_id FROM @vocabulary_database_schema.CONCEPT WHERE concept_id IN (1503297)
    UNION SELECT c.concept_id FROM @vocabulary_database_schema.CONCEPT c JOIN @vocabulary_database_schema.CONCEPT_ANCESTOR ca ON c.concept_id = ca.descendant_concept_id AND ca.ancestor_concept_id IN (1503297) AND c.invalid_reason IS NULL) I)
) E
JOIN @cdm_database_schema.OBSERVATION_PERIOD OP ON E.person_id = OP.person_id AND E.start_date >= OP.observation_period_start_date AND E.start_date <= OP.observation_period_end_date
WHERE E.ordinal = 1 AND DATEADD(day, 365, OP.observation_period_start_date) <= E.start_date

SELECT {@by_year} ? {YEAR(c.cohort_start_date) AS yr,} COUNT(*) AS n FROM @cohort_schema.cohort c WHERE c.cohort_definition_id = 1 {@by_year} ? {GROUP BY YEAR(c.cohort_start_date)}

SELECT covariate_id, COUNT_BIG(*) AS sum_value FROM (
  SELECT DISTINCT CAST(co.condition_concept_id AS BIGINT) * 1000 + 102 AS covariate_id, c.subject_id
  FROM @cohort_schema.@cohort_table c
  JOIN @cdm_database_schema.condition_occurrence co ON co.person_id = c.subject_id
  WHERE co.condition_start_date <= DATEADD(DAY, 0, c.cohort_start_date) AND co.condition_start_date >= DATEADD(DAY, -365, c.cohort_start_date) AND co.condition_concept_id != 0
) t GROUP BY covariate_id

SELECT ISNULL(FLOOR((YEAR(op1.index_date) - p1.year_of_birth) / 10), 0) AS age_group, COUNT_BIG(p1.person_id) AS n
FROM @cdm_database_schema.person p1 INNER JOIN (SELECT person_id, MIN(observation_period_start_date) AS index_date FROM @cdm_database_schema.observation_period GROUP BY person_id) op1 ON p1.person_id = op1.person_id
GROUP BY FLOOR((YEAR(op1.index_date) - p1.year_of_birth) / 10)

SELECT COUNT_BIG(*) AS num_violated_rows FROM @cdmDatabaseSchema.measurement cdmTable WHERE cdmTable.measurement_concept_id = 3016723 AND cdmTable.unit_concept_id = 8840 AND cdmTable.value_as_number < 0.1

SELECT num_violated_rows, CASE WHEN denominator.num_rows = 0 THEN 0 ELSE 1.0 * num_violated_rows / denominator.num_rows END AS pct_violated_rows, denominator.num_rows AS num_denominator_rows
FROM (SELECT COUNT_BIG(violated_rows.person_id) AS num_violated_rows FROM (SELECT cdmTable.person_id FROM @cdmDatabaseSchema.condition_occurrence cdmTable WHERE cdmTable.condition_start_date IS NULL) violated_rows) violated_row_count
CROSS JOIN (SELECT COUNT_BIG(*) AS num_rows FROM @cdmDatabaseSchema.condition_occurrence cdmTable) denominator
