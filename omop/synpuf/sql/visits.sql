-- A claim is a visit; inpatient claims of one person and one facility that touch or overlap are one stay, billed in parts.

INSERT INTO care_site BY NAME
SELECT coalesce((SELECT max(care_site_id) FROM care_site), 0) + row_number() OVER (ORDER BY facility) AS care_site_id,
       0 AS place_of_service_concept_id, facility AS care_site_source_value
FROM (SELECT DISTINCT facility FROM claim WHERE facility IS NOT NULL)
WHERE facility NOT IN (SELECT care_site_source_value FROM care_site)
ORDER BY care_site_id;

INSERT INTO provider BY NAME
SELECT coalesce((SELECT max(provider_id) FROM provider), 0) + row_number() OVER (ORDER BY npi) AS provider_id, npi,
       0 AS specialty_concept_id, 0 AS gender_concept_id, npi AS provider_source_value
FROM (SELECT npi FROM claim UNION SELECT npi FROM claim_code)
WHERE npi IS NOT NULL AND npi NOT IN (SELECT provider_source_value FROM provider)
ORDER BY provider_id;

-- Claims that can't be kept are counted in synpuf_dropped: without a date, or of nobody in the beneficiary files.
CREATE OR REPLACE TEMP TABLE dated AS
SELECT c.*, m.person_id, greatest(coalesce(c.end_date, c.start_date), c.start_date) AS last_date
FROM claim AS c JOIN member AS m USING (beneficiary)
WHERE c.start_date IS NOT NULL;

INSERT INTO synpuf_dropped
SELECT kind, CASE WHEN start_date IS NULL THEN 'no date' ELSE 'no such beneficiary' END, count(*)
FROM (SELECT kind, claim, beneficiary, start_date FROM claim UNION ALL SELECT 'prescription', claim, beneficiary, from_date FROM raw_prescription)
WHERE start_date IS NULL OR beneficiary NOT IN (SELECT beneficiary FROM member)
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE stay AS
WITH marked AS (
    SELECT claim, person_id, facility, start_date, last_date,
           kind <> 'inpatient' OR facility IS NULL OR coalesce(start_date > max(last_date) OVER earlier + 1, true) AS begins, kind
    FROM dated
    WINDOW earlier AS (PARTITION BY person_id, kind, facility ORDER BY start_date, claim ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
SELECT claim, person_id, kind, facility, start_date, last_date,
       first_value(claim) OVER (PARTITION BY person_id, kind, facility, part ORDER BY start_date, claim) AS first_claim
FROM (SELECT *, sum(CAST(begins AS INTEGER)) OVER (PARTITION BY person_id, kind, facility ORDER BY start_date, claim ROWS UNBOUNDED PRECEDING) AS part
      FROM marked);

-- Emergency care shows by its evaluation-and-management codes, 99281 to 99285.
CREATE OR REPLACE TEMP TABLE visit AS
WITH emergency AS (SELECT DISTINCT kind, claim FROM claim_code WHERE role = 'service' AND code BETWEEN '99281' AND '99285')
SELECT getvariable('visits') + row_number() OVER (ORDER BY s.person_id, min(s.start_date), s.first_claim) AS visit_occurrence_id,
       s.person_id, s.kind, s.first_claim, min(s.start_date) AS start_date, max(s.last_date) AS end_date, bool_or(e.claim IS NOT NULL) AS emergency
FROM stay AS s LEFT JOIN emergency AS e USING (kind, claim)
GROUP BY s.person_id, s.kind, s.first_claim;

CREATE OR REPLACE TEMP TABLE claim_visit AS
SELECT d.claim, d.kind, d.person_id, d.start_date, d.last_date, d.npi, v.visit_occurrence_id
FROM dated AS d JOIN stay AS s ON s.claim = d.claim AND s.kind = d.kind
JOIN visit AS v ON v.first_claim = s.first_claim AND v.kind = s.kind;

INSERT INTO visit_occurrence BY NAME
SELECT v.visit_occurrence_id, v.person_id,
       CASE WHEN v.kind = 'inpatient' AND v.emergency THEN constant('emergency and inpatient visit')
            WHEN v.kind = 'inpatient' THEN constant('inpatient visit')
            WHEN v.kind = 'outpatient' AND v.emergency THEN constant('emergency visit')
            ELSE constant('outpatient visit') END AS visit_concept_id,
       v.start_date AS visit_start_date, CAST(v.start_date AS TIMESTAMP) AS visit_start_datetime,
       v.end_date AS visit_end_date, CAST(v.end_date AS TIMESTAMP) AS visit_end_datetime,
       constant(CASE v.kind WHEN 'carrier' THEN 'professional claim' ELSE v.kind || ' claim' END) AS visit_type_concept_id,
       p.provider_id, s.care_site_id, v.first_claim AS visit_source_value, 0 AS visit_source_concept_id
FROM visit AS v
JOIN dated AS d ON d.claim = v.first_claim AND d.kind = v.kind
LEFT JOIN provider AS p ON p.provider_source_value = d.npi
LEFT JOIN care_site AS s ON s.care_site_source_value = d.facility
ORDER BY visit_concept_id, v.person_id, v.start_date, v.visit_occurrence_id;
