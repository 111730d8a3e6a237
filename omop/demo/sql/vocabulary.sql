-- The standardized vocabulary, from the lists in vocabulary/: one line a concept.

CREATE TEMP TABLE v_all AS
    SELECT *, NULL AS maps_to, NULL AS ingredients, NULL AS tradename_of, NULL AS strength, NULL AS unit FROM raw_conditions
    UNION ALL BY NAME SELECT * FROM raw_procedures
    UNION ALL BY NAME SELECT * FROM raw_observations
    UNION ALL BY NAME SELECT * FROM raw_devices
    UNION ALL BY NAME SELECT * FROM raw_measurements
    UNION ALL BY NAME SELECT * FROM raw_standard
    UNION ALL BY NAME SELECT * FROM raw_specialties
    UNION ALL BY NAME SELECT * FROM raw_doseforms
    UNION ALL BY NAME SELECT * FROM raw_classes
    UNION ALL BY NAME SELECT * RENAME (classes AS parents) FROM raw_drugs
    UNION ALL BY NAME SELECT * FROM raw_sources;

INSERT INTO concept BY NAME
    SELECT concept_id::BIGINT AS concept_id, concept_name, domain_id, vocabulary_id, concept_class_id,
           standard_concept, concept_code, DATE '1970-01-01' AS valid_start_date, DATE '2099-12-31' AS valid_end_date
    FROM v_all ORDER BY 1;

INSERT INTO concept_synonym BY NAME
    SELECT concept_id::BIGINT AS concept_id, unnest(str_split(synonyms, ' | ')) AS concept_synonym_name,
           4180186 AS language_concept_id
    FROM v_all WHERE synonyms IS NOT NULL ORDER BY 1, 2;

-- Links by name, in the direction that the vocabulary calls the first.
CREATE TEMP TABLE v_link AS
    WITH link AS (
        SELECT concept_id,
               CASE WHEN vocabulary_id = 'RxNorm' THEN 'RxNorm - ATC' ELSE 'Is a' END AS relationship_id,
               unnest(str_split(parents, ' | ')) AS target,
               CASE WHEN vocabulary_id = 'RxNorm' THEN 'ATC' ELSE vocabulary_id END AS target_vocabulary
        FROM v_all WHERE parents IS NOT NULL
        UNION ALL
        SELECT concept_id, 'RxNorm has ing', unnest(str_split(ingredients, ' | ')), 'RxNorm'
        FROM v_all WHERE ingredients IS NOT NULL
        UNION ALL
        SELECT concept_id, 'Tradename of', tradename_of, 'RxNorm'
        FROM v_all WHERE tradename_of IS NOT NULL
        UNION ALL
        SELECT d.concept_id, 'RxNorm has dose form', f.concept_name, 'RxNorm'
        FROM v_all AS d JOIN raw_doseforms AS f
          ON regexp_matches(d.concept_name, '(MG|UNT|MEQ) ' || f.concept_name || '( \[|$)')
        UNION ALL
        SELECT concept_id, 'Maps to', unnest(str_split(maps_to, ' | ')), 'SNOMED'
        FROM v_all WHERE maps_to IS NOT NULL)
    SELECT l.concept_id::BIGINT AS concept_id, t.concept_id::BIGINT AS target_id, l.relationship_id
    FROM link AS l JOIN v_all AS t ON t.concept_name = l.target
     AND t.vocabulary_id = l.target_vocabulary
     AND (t.standard_concept IS NOT NULL OR l.relationship_id = 'RxNorm has dose form')
    UNION
    SELECT concept_id::BIGINT, concept_id::BIGINT, 'Maps to' FROM v_all WHERE standard_concept = 'S';

INSERT INTO concept_relationship BY NAME
    SELECT concept_id_1, concept_id_2, relationship_id,
           DATE '1970-01-01' AS valid_start_date, DATE '2099-12-31' AS valid_end_date
    FROM (SELECT concept_id AS concept_id_1, target_id AS concept_id_2, relationship_id FROM v_link
          UNION ALL
          SELECT l.target_id, l.concept_id, r.reverse_relationship_id
          FROM v_link AS l JOIN raw_relationships AS r USING (relationship_id))
    ORDER BY ALL;

-- The hierarchy: every path upwards, shortest and longest.
INSERT INTO concept_ancestor BY NAME
    WITH RECURSIVE step AS (
        SELECT DISTINCT concept_id AS child, target_id AS parent FROM v_link
        WHERE relationship_id IN ('Is a', 'RxNorm - ATC', 'RxNorm has ing', 'Tradename of')),
    path AS (
        SELECT concept_id::BIGINT AS ancestor, concept_id::BIGINT AS descendant, 0 AS levels
        FROM v_all WHERE standard_concept IS NOT NULL
        UNION
        SELECT s.parent, p.descendant, p.levels + 1 FROM path AS p JOIN step AS s ON s.child = p.ancestor)
    SELECT ancestor AS ancestor_concept_id, descendant AS descendant_concept_id,
           min(levels) AS min_levels_of_separation, max(levels) AS max_levels_of_separation
    FROM path GROUP BY ALL ORDER BY 1, 2;

INSERT INTO drug_strength BY NAME
    WITH part AS (
        SELECT concept_id::BIGINT AS drug_concept_id,
               regexp_extract(unnest(str_split(strength, ' ; ')), '^(.*)=([0-9.]+) ([A-Z]+)/?([A-Z]*)$',
                              ['name', 'amount', 'unit', 'per']) AS s
        FROM raw_drugs WHERE strength IS NOT NULL),
    unit(code, unit_concept_id) AS (VALUES ('MG', 8576), ('UNT', 8510), ('MEQ', 9551), ('ML', 8587), ('ACTUAT', 45744809), ('HR', 8505))
    SELECT p.drug_concept_id, i.concept_id::BIGINT AS ingredient_concept_id,
           CASE WHEN s.per = '' THEN s.amount::DOUBLE END AS amount_value,
           CASE WHEN s.per = '' THEN n.unit_concept_id END AS amount_unit_concept_id,
           CASE WHEN s.per <> '' THEN s.amount::DOUBLE END AS numerator_value,
           CASE WHEN s.per <> '' THEN n.unit_concept_id END AS numerator_unit_concept_id,
           d.unit_concept_id AS denominator_unit_concept_id,
           DATE '1970-01-01' AS valid_start_date, DATE '2099-12-31' AS valid_end_date
    FROM part AS p
    JOIN raw_drugs AS i ON i.concept_name = s.name AND i.concept_class_id = 'Ingredient'
    LEFT JOIN unit AS n ON n.code = s.unit
    LEFT JOIN unit AS d ON d.code = s.per
    ORDER BY 1, 2;

INSERT INTO relationship BY NAME
    SELECT relationship_id, relationship_name, is_hierarchical, defines_ancestry, reverse_relationship_id,
           relationship_concept_id::BIGINT AS relationship_concept_id
    FROM raw_relationships;
INSERT INTO domain BY NAME
    SELECT domain_id, domain_id AS domain_name,
           coalesce((SELECT min(c.concept_id::BIGINT) FROM raw_standard AS c
                     WHERE c.vocabulary_id = 'Domain' AND c.concept_name = a.domain_id), 0) AS domain_concept_id
    FROM (SELECT DISTINCT domain_id FROM v_all) AS a ORDER BY 1;
INSERT INTO concept_class BY NAME
    SELECT DISTINCT concept_class_id, concept_class_id AS concept_class_name, 0 AS concept_class_concept_id FROM v_all ORDER BY 1;
INSERT INTO vocabulary BY NAME
    SELECT vocabulary_id, vocabulary_name, vocabulary_reference, vocabulary_version, 0 AS vocabulary_concept_id
    FROM raw_vocabularies ORDER BY 1;
