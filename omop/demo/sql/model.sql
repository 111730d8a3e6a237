-- The lists of model/ as typed tables with small integer keys.

CREATE TEMP TABLE m_disease AS
    SELECT line::SMALLINT AS disease_id, disease, stage::TINYINT AS stage, kind,
           [under65::DOUBLE, from65::DOUBLE, from75::DOUBLE, from85::DOUBLE] AS base,
           female::DOUBLE AS female, black::DOUBLE AS black, record::DOUBLE AS record,
           inpatient::DOUBLE AS inpatient, emergency::DOUBLE AS emergency, los::DOUBLE AS los, death::DOUBLE AS death
    FROM raw_diseases;

-- Multipliers are added up as whole millionths of their logarithm, so that the order
-- of adding does not show.
CREATE TEMP TABLE m_risk AS
    SELECT d.disease_id, d.stage, o.disease_id AS on_id, (ln(split_part(r, ':', 2)::DOUBLE) * 1000000)::BIGINT AS ln_mult
    FROM (SELECT line, unnest(str_split(risks, ' ')) AS r FROM raw_diseases WHERE risks IS NOT NULL) AS x
    JOIN m_disease AS d ON d.disease_id = x.line
    JOIN m_disease AS o ON o.disease = split_part(r, ':', 1);

CREATE TEMP TABLE m_need AS
    SELECT d.disease_id, o.disease_id AS on_id
    FROM (SELECT line, unnest(str_split(risks, ' ')) AS r FROM raw_diseases WHERE risks IS NOT NULL) AS x
    JOIN m_disease AS d ON d.disease_id = x.line
    JOIN m_disease AS o ON r = 'needs:' || o.disease;

CREATE TEMP TABLE m_diagnosis AS
    WITH coded AS (
        SELECT d.disease_id, g.line, g.weight::DOUBLE AS weight, coalesce(m.target_id, c.concept_id::BIGINT) AS concept_id,
               coalesce(g.source, c.concept_code) AS source_value, coalesce(s.concept_id::BIGINT, 0) AS source_concept_id,
               row_number() OVER (PARTITION BY g.line ORDER BY m.target_id) AS n
        FROM raw_diagnoses AS g
        JOIN m_disease AS d USING (disease)
        LEFT JOIN raw_sources AS s ON s.concept_code = g.source AND s.vocabulary_id = 'ICD9CM'
        LEFT JOIN v_link AS m ON m.concept_id = s.concept_id::BIGINT AND m.relationship_id = 'Maps to'
        LEFT JOIN raw_conditions AS c ON c.concept_name = g.concept),
    share AS (
        SELECT disease_id, line, weight / sum(weight) OVER (PARTITION BY disease_id) AS share,
               sum(weight) OVER (PARTITION BY disease_id ORDER BY line) / sum(weight) OVER (PARTITION BY disease_id) AS high
        FROM coded WHERE n = 1)
    SELECT row_number() OVER (ORDER BY line, c.concept_id)::SMALLINT AS diagnosis_id, c.disease_id, c.concept_id, c.source_value,
           c.source_concept_id,
           s.high - s.share AS low, s.high
    FROM coded AS c JOIN share AS s USING (line);

CREATE TEMP TABLE m_treatment AS
    SELECT t.line::SMALLINT AS treatment_id, d.disease_id, d.kind = 'acute' AS is_event, t.therapy, t.share::DOUBLE AS share, t.kind,
           t.days::INTEGER AS days, t.adherence::DOUBLE AS adherence, t.lag::INTEGER AS lag, t.stop::DOUBLE AS stop,
           t.switch::DOUBLE AS switch
    FROM raw_treatments AS t JOIN m_disease AS d USING (disease);

CREATE TEMP TABLE m_product AS
    SELECT p.line::SMALLINT AS product_id, p.therapy, c.concept_id::BIGINT AS concept_id, c.concept_name, p.per_day::DOUBLE AS per_day,
           p.price::DOUBLE AS price,
           c.concept_name SIMILAR TO '.*(Injection|Prefilled Syringe|Injectable Solution|Injection \[.*)' AS injected,
           (sum(p.weight::DOUBLE) OVER so_far - p.weight::DOUBLE) / sum(p.weight::DOUBLE) OVER whole AS low,
           sum(p.weight::DOUBLE) OVER so_far / sum(p.weight::DOUBLE) OVER whole AS high
    FROM raw_products AS p JOIN raw_drugs AS c ON lower(c.concept_name) = lower(p.drug)
    WINDOW so_far AS (PARTITION BY therapy ORDER BY p.line), whole AS (PARTITION BY therapy);

CREATE TEMP TABLE m_procedure AS
    SELECT p.line::SMALLINT AS rule_id, d.disease_id, d.kind = 'acute' AS is_event, c.concept_id::BIGINT AS concept_id,
           coalesce(p.source, c.concept_code) AS source_value, coalesce(s.concept_id::BIGINT, 0) AS source_concept_id,
           p.kind, p.rate::DOUBLE AS rate, p.lag::INTEGER AS lag, p.spread::INTEGER AS spread, p.setting, p.los::INTEGER AS los,
           CASE p.sex WHEN 'F' THEN 8532 WHEN 'M' THEN 8507 END AS gender_concept_id, coalesce(p.minage::INTEGER, 0) AS minage,
           p.price::DOUBLE AS price
    FROM raw_procedure_rules AS p
    JOIN raw_procedures AS c ON c.concept_name = p.procedure
    LEFT JOIN m_disease AS d USING (disease)
    LEFT JOIN raw_sources AS s ON s.concept_code = p.source AND s.vocabulary_id = 'ICD9Proc';

CREATE TEMP TABLE m_measurement AS
    SELECT m.line::SMALLINT AS rule_id, m.panel, m.rate::DOUBLE AS rate, c.concept_id::BIGINT AS concept_id, c.concept_code,
           coalesce(n.concept_id::BIGINT, 0) AS unit_concept_id, c.unit, m.mean::DOUBLE AS mean, m.sd::DOUBLE AS sd,
           m.low::DOUBLE AS low, m.high::DOUBLE AS high,
           m.decimals::INTEGER AS decimals, m.range_low::DOUBLE AS range_low, m.range_high::DOUBLE AS range_high,
           coalesce(m.female::DOUBLE, 0) AS female
    FROM raw_measurement_rules AS m
    JOIN raw_measurements AS c ON c.concept_name = m.measurement
    LEFT JOIN raw_standard AS n ON n.concept_code = c.unit AND n.vocabulary_id = 'UCUM';

CREATE TEMP TABLE m_panel AS
    SELECT panel, any_value(rate) AS rate, row_number() OVER (ORDER BY min(rule_id)) AS panel_id FROM m_measurement GROUP BY panel;

CREATE TEMP TABLE m_shift AS
    SELECT d.disease_id, s.panel, s.rate::DOUBLE AS rate, m.rule_id, s.shift::DOUBLE AS shift, s.spread::DOUBLE AS spread
    FROM raw_shifts AS s JOIN m_disease AS d USING (disease)
    LEFT JOIN m_measurement AS m ON m.concept_id = (SELECT c.concept_id::BIGINT FROM raw_measurements AS c WHERE c.concept_name = s.measurement);

CREATE TEMP TABLE m_effect AS
    SELECT e.therapy, m.rule_id, e.shift::DOUBLE AS shift
    FROM raw_effects AS e JOIN raw_measurements AS c ON c.concept_name = e.measurement
      JOIN m_measurement AS m ON m.concept_id = c.concept_id::BIGINT;

CREATE TEMP TABLE m_observation AS
    SELECT o.line::SMALLINT AS rule_id, d.disease_id, c.concept_id::BIGINT AS concept_id, c.concept_code, o.kind,
           o.rate::DOUBLE AS rate,
           CASE o.sex WHEN 'F' THEN 8532 WHEN 'M' THEN 8507 END AS gender_concept_id
    FROM raw_observation_rules AS o JOIN raw_observations AS c ON c.concept_name = o.observation LEFT
      JOIN m_disease AS d USING (disease);

CREATE TEMP TABLE m_device AS
    SELECT v.line::SMALLINT AS rule_id, d.disease_id, d.kind = 'acute' AS is_event, c.concept_id::BIGINT AS concept_id, c.concept_code,
           v.rate::DOUBLE AS rate, v.price::DOUBLE AS price
    FROM raw_device_rules AS v JOIN raw_devices AS c ON c.concept_name = v.device JOIN m_disease AS d USING (disease);

CREATE TEMP TABLE m_consequence AS
    SELECT e.disease_id AS event_id, d.disease_id, c.share::DOUBLE AS share, c.lag::INTEGER AS lag
    FROM raw_consequences AS c JOIN m_disease AS e ON e.disease = c.event JOIN m_disease AS d ON d.disease = c.disease;

-- Locations of people, one a county; those of care sites are the same.
CREATE TEMP TABLE m_county AS
    SELECT line AS location_id, state, county,
           (sum(weight::DOUBLE) OVER (ORDER BY line) - weight::DOUBLE) / sum(weight::DOUBLE) OVER () AS low,
           sum(weight::DOUBLE) OVER (ORDER BY line) / sum(weight::DOUBLE) OVER () AS high
    FROM raw_states;

INSERT INTO location BY NAME
    SELECT location_id, state, county, state || '-' || county AS location_source_value, 'US' AS country_source_value
      FROM m_county ORDER BY 1;

-- Sites of care and those who work there.
SET VARIABLE providers = greatest(60, getvariable('persons') // 20);
INSERT INTO care_site BY NAME
    SELECT n AS care_site_id,
           CASE WHEN n % 4 = 0 THEN 'Hospital ' ELSE 'Practice ' END || n AS care_site_name,
           CASE WHEN n % 4 = 0 THEN 8717 WHEN n % 4 = 1 THEN 8756 ELSE 38004693 END AS place_of_service_concept_id,
           (SELECT min(location_id) FROM m_county WHERE u(n::BIGINT, 'site/county') < high) AS location_id,
           'S' || lpad(n::VARCHAR, 6, '0') AS care_site_source_value,
           CASE WHEN n % 4 = 0 THEN 'Inpatient Hospital' WHEN n % 4 = 1 THEN 'Outpatient Hospital'
             ELSE 'Clinic or Group Practice' END AS place_of_service_source_value
    FROM range(1, getvariable('providers') // 4 + 1) AS r(n);

CREATE TEMP TABLE m_specialty AS
    SELECT c.concept_id::BIGINT AS specialty_concept_id, s.specialty, c.concept_code,
           (sum(s.weight::DOUBLE) OVER (ORDER BY s.line) - s.weight::DOUBLE) / sum(s.weight::DOUBLE) OVER () AS low,
           sum(s.weight::DOUBLE) OVER (ORDER BY s.line) / sum(s.weight::DOUBLE) OVER () AS high
    FROM raw_specialty_mix AS s JOIN v_all AS c ON c.concept_name = s.specialty AND c.vocabulary_id = 'Medicare Specialty';

-- Providers are numbered by specialty, evenly spread, so that one of a specialty is found by counting.
INSERT INTO provider BY NAME
    SELECT n AS provider_id, s.specialty_concept_id,
           1 + pick(getvariable('providers') // 4, n::BIGINT, 'provider/site') AS care_site_id,
           CASE WHEN u(n::BIGINT, 'provider/sex') < 0.31 THEN 8532 ELSE 8507 END AS gender_concept_id,
           1935 + pick(45, n::BIGINT, 'provider/born') AS year_of_birth,
           'P' || lpad(n::VARCHAR, 7, '0') AS provider_source_value, s.concept_code AS specialty_source_value,
           0 AS specialty_source_concept_id
    FROM range(1, getvariable('providers') + 1) AS r(n)
    JOIN m_specialty AS s ON (n - 0.5) / getvariable('providers') >= s.low AND (n - 0.5) / getvariable('providers') < s.high
    ORDER BY 1;

CREATE TEMP TABLE m_staff AS
    SELECT specialty_concept_id, s.specialty, min(provider_id) AS first_provider, count(*) AS providers
    FROM provider JOIN m_specialty AS s USING (specialty_concept_id) GROUP BY ALL;

CREATE TEMP TABLE m_referral AS
    SELECT d.disease_id, s.first_provider, s.providers
    FROM raw_referrals AS r JOIN m_disease AS d USING (disease) JOIN m_staff AS s USING (specialty);
