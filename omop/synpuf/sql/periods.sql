-- The files say for how many months of a year a person was covered, not for which. Twelve months are the year. Fewer are its
-- first months, but its last months where the cover goes on into the next year and did not come from the year before. Cover ends at
-- death.

CREATE OR REPLACE TEMP TABLE cover AS
WITH part AS (
    SELECT beneficiary, year, 'Medicare Part A' AS plan, months_a AS months FROM raw_beneficiary
    UNION ALL SELECT beneficiary, year, 'Medicare Part B', months_b FROM raw_beneficiary
    UNION ALL SELECT beneficiary, year, 'Medicare Part D', months_d FROM raw_beneficiary
    UNION ALL SELECT beneficiary, year, 'Medicare Advantage', months_hmo FROM raw_beneficiary
    UNION ALL SELECT beneficiary, year, 'observed', least(months_a, months_b) FROM raw_beneficiary),
neighbours AS (
    SELECT m.person_id, m.death, p.plan, p.year, max(least(p.months, 12)) AS months
    FROM part AS p JOIN member AS m USING (beneficiary)
    WHERE p.months > 0
    GROUP BY m.person_id, m.death, p.plan, p.year),
placed AS (
    SELECT n.*, n.months < 12 AND after.months IS NOT NULL AND before.months IS NULL AS late
    FROM neighbours AS n
    LEFT JOIN neighbours AS after ON after.person_id = n.person_id AND after.plan = n.plan AND after.year = n.year + 1
    LEFT JOIN neighbours AS before ON before.person_id = n.person_id AND before.plan = n.plan AND before.year = n.year - 1),
span AS (
    SELECT person_id, plan, CASE WHEN late THEN make_date(year, 13 - months, 1) ELSE make_date(year, 1, 1) END AS start_date,
           least(CASE WHEN late THEN make_date(year, 12, 31) ELSE last_day(make_date(year, months, 1)) END, coalesce(death, DATE '9999-12-31')) AS end_date
    FROM placed),
marked AS (
    SELECT *, coalesce(start_date > lag(end_date) OVER (PARTITION BY person_id, plan ORDER BY start_date) + 1, true) AS begins
    FROM span WHERE start_date <= end_date),
numbered AS (
    SELECT *, sum(CAST(begins AS INTEGER)) OVER (PARTITION BY person_id, plan ORDER BY start_date ROWS UNBOUNDED PRECEDING) AS stretch
    FROM marked)
SELECT person_id, plan, min(start_date) AS start_date, max(end_date) AS end_date
FROM numbered GROUP BY person_id, plan, stretch;

-- Observed is who has Part A and Part B: the files hold the claims of both.
INSERT INTO observation_period BY NAME
SELECT getvariable('observation_periods') + row_number() OVER (ORDER BY person_id, start_date) AS observation_period_id, person_id,
       start_date AS observation_period_start_date, end_date AS observation_period_end_date,
       constant('enrolment record') AS period_type_concept_id
FROM cover WHERE plan = 'observed' ORDER BY 1;

INSERT INTO payer_plan_period BY NAME
SELECT getvariable('payer_plan_periods') + row_number() OVER (ORDER BY person_id, plan, start_date) AS payer_plan_period_id, person_id,
       start_date AS payer_plan_period_start_date, end_date AS payer_plan_period_end_date, constant('Medicare') AS payer_concept_id,
       'Medicare' AS payer_source_value, 0 AS payer_source_concept_id, 0 AS plan_concept_id, plan AS plan_source_value
FROM cover WHERE plan <> 'observed' ORDER BY 1;
