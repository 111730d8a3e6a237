-- Which ingredients a drug has: by the hierarchy.
CREATE OR REPLACE TABLE synpuf_ingredient AS
SELECT DISTINCT a.descendant_concept_id AS drug_id, a.ancestor_concept_id AS ingredient_id
FROM concept_ancestor AS a
JOIN concept AS i ON i.concept_id = a.ancestor_concept_id
WHERE i.domain_id = 'Drug' AND i.concept_class_id = 'Ingredient' AND i.standard_concept = 'S'
ORDER BY ALL;

CREATE OR REPLACE TABLE synpuf_drg AS
SELECT concept_code AS code, min(concept_id) AS concept_id FROM concept WHERE vocabulary_id = 'DRG' AND nullif(invalid_reason, '') IS NULL GROUP BY concept_code;

CREATE TABLE IF NOT EXISTS synpuf_dropped (kind VARCHAR, reason VARCHAR, claims BIGINT);
CREATE TABLE IF NOT EXISTS synpuf_unmapped (coding VARCHAR, code VARCHAR, records BIGINT);
CREATE TABLE IF NOT EXISTS synpuf_sample (sample INTEGER PRIMARY KEY, persons BIGINT);
