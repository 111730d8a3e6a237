-- Source codes to standard concepts, by the vocabulary's "Maps to". A code with several targets has a row for each; one
-- with none has a row with target 0. Codes are compared without dots, as the files have them. A field for HCPCS codes
-- holds CPT-4 codes too. Where one code names several concepts (a code used again, as NDCs are), the one that maps
-- to something is taken, then the valid one, then the latest.

CREATE OR REPLACE TABLE synpuf_map AS
WITH source AS (
    SELECT CASE vocabulary_id WHEN 'CPT4' THEN 'HCPCS' ELSE vocabulary_id END AS coding,
           upper(replace(concept_code, '.', '')) AS code, concept_id, domain_id, invalid_reason, valid_end_date
    FROM concept
    WHERE vocabulary_id IN ('ICD9CM', 'ICD9Proc', 'HCPCS', 'CPT4', 'NDC')),
target AS (
    SELECT r.concept_id_1 AS source_concept_id, t.concept_id, t.domain_id
    FROM concept_relationship AS r
    JOIN concept AS t ON t.concept_id = r.concept_id_2 AND t.standard_concept = 'S'
    WHERE r.relationship_id = 'Maps to' AND nullif(r.invalid_reason, '') IS NULL
    UNION -- a standard concept stands for itself, said or not
    SELECT concept_id, concept_id, domain_id FROM concept WHERE standard_concept = 'S' AND vocabulary_id IN ('ICD9CM', 'ICD9Proc', 'HCPCS', 'CPT4', 'NDC')),
chosen AS (
    SELECT *, row_number() OVER (
        PARTITION BY coding, code
        ORDER BY concept_id IN (SELECT source_concept_id FROM target) DESC, nullif(invalid_reason, '') IS NULL DESC,
                 valid_end_date DESC, concept_id DESC) AS choice
    FROM source)
SELECT DISTINCT c.coding, c.code, c.concept_id AS source_concept_id, c.domain_id AS source_domain,
       coalesce(t.concept_id, 0) AS concept_id, t.domain_id AS target_domain
FROM chosen AS c
LEFT JOIN target AS t ON t.source_concept_id = c.concept_id
WHERE c.choice = 1
ORDER BY ALL;
