-- Correct SQL over the vocabulary alone.

-- a concept by id
SELECT concept_id, concept_name, domain_id, vocabulary_id, concept_class_id, standard_concept FROM concept WHERE concept_id = 201826

-- concepts by a word of their name
SELECT concept_id, concept_name FROM concept WHERE LOWER(concept_name) LIKE '%diabetes mellitus%' AND standard_concept = 'S' AND domain_id = 'Condition'

-- a code and what it maps to
SELECT src.concept_code, src.concept_name, std.concept_id, std.concept_name AS standard_name
FROM concept src
JOIN concept_relationship cr ON cr.concept_id_1 = src.concept_id AND cr.relationship_id = 'Maps to' AND cr.invalid_reason IS NULL
JOIN concept std ON std.concept_id = cr.concept_id_2
WHERE src.vocabulary_id = 'ICD10CM' AND src.concept_code = 'E11.9'

-- codes that map to a concept
SELECT s.vocabulary_id, s.concept_code, s.concept_name
FROM concept_relationship r JOIN concept s ON s.concept_id = r.concept_id_1
WHERE r.relationship_id = 'Maps to' AND r.concept_id_2 = 201826 AND r.invalid_reason IS NULL

-- the other direction, by its own name
SELECT t.concept_id, t.concept_name
FROM concept_relationship r JOIN concept t ON t.concept_id = r.concept_id_2
WHERE r.relationship_id = 'Mapped from' AND r.concept_id_1 = 201826

-- descendants with how far down they are
SELECT ca.min_levels_of_separation, COUNT(*) AS concepts
FROM concept_ancestor ca WHERE ca.ancestor_concept_id = 201826 GROUP BY 1 ORDER BY 1

-- ancestors of a concept
SELECT a.concept_id, a.concept_name, ca.min_levels_of_separation
FROM concept_ancestor ca JOIN concept a ON a.concept_id = ca.ancestor_concept_id
WHERE ca.descendant_concept_id = 201826 ORDER BY ca.min_levels_of_separation

-- direct parents by Is a
SELECT p.concept_name FROM concept_relationship r JOIN concept p ON p.concept_id = r.concept_id_2
WHERE r.relationship_id = 'Is a' AND r.concept_id_1 = 201826

-- ingredients of a drug
SELECT i.concept_id, i.concept_name
FROM concept_ancestor ca JOIN concept i ON i.concept_id = ca.ancestor_concept_id
WHERE ca.descendant_concept_id = 40164929 AND i.concept_class_id = 'Ingredient' AND i.vocabulary_id = 'RxNorm'

-- drugs with an ingredient, by class
SELECT d.concept_class_id, COUNT(*) AS drugs
FROM concept_ancestor ca JOIN concept d ON d.concept_id = ca.descendant_concept_id
WHERE ca.ancestor_concept_id = 1503297 AND d.standard_concept = 'S' GROUP BY d.concept_class_id

-- strengths of an ingredient's drugs
SELECT DISTINCT ds.amount_value, u.concept_name AS unit
FROM drug_strength ds JOIN concept u ON u.concept_id = ds.amount_unit_concept_id
WHERE ds.ingredient_concept_id = 1503297 ORDER BY 1

-- drugs of an ATC class
SELECT d.concept_id, d.concept_name
FROM concept atc JOIN concept_ancestor ca ON ca.ancestor_concept_id = atc.concept_id
JOIN concept d ON d.concept_id = ca.descendant_concept_id
WHERE atc.vocabulary_id = 'ATC' AND atc.concept_code = 'A10B' AND d.standard_concept = 'S' AND d.concept_class_id = 'Ingredient'

-- synonyms
SELECT cs.concept_synonym_name FROM concept_synonym cs WHERE cs.concept_id = 192671 AND cs.language_concept_id = 4180186

-- a synonym's concept
SELECT DISTINCT c.concept_id, c.concept_name FROM concept c JOIN concept_synonym s ON s.concept_id = c.concept_id
WHERE s.concept_synonym_name ILIKE '%heart attack%'

-- invalid concepts and what replaced them
SELECT old.concept_id, old.concept_name, new.concept_id AS new_id, new.concept_name AS new_name
FROM concept old JOIN concept_relationship r ON r.concept_id_1 = old.concept_id AND r.relationship_id = 'Concept replaced by'
JOIN concept new ON new.concept_id = r.concept_id_2
WHERE old.invalid_reason = 'U' AND old.vocabulary_id = 'SNOMED'

-- relationships and their reverses
SELECT r.relationship_id, r.reverse_relationship_id, r.is_hierarchical FROM relationship r WHERE r.defines_ancestry = 1

-- vocabularies with their versions
SELECT v.vocabulary_id, v.vocabulary_name, v.vocabulary_version, COUNT(c.concept_id) AS concepts
FROM vocabulary v LEFT JOIN concept c ON c.vocabulary_id = v.vocabulary_id GROUP BY 1, 2, 3

-- concepts by domain and class
SELECT d.domain_name, cc.concept_class_name, COUNT(*) AS concepts
FROM concept c JOIN domain d ON d.domain_id = c.domain_id JOIN concept_class cc ON cc.concept_class_id = c.concept_class_id
WHERE c.standard_concept = 'S' GROUP BY d.domain_name, cc.concept_class_name

-- classification concepts
SELECT COUNT(*) AS n FROM concept WHERE standard_concept = 'C' AND vocabulary_id IN ('ATC', 'VA Class', 'MedDRA')

-- non-standard concepts without a map
SELECT c.vocabulary_id, COUNT(*) AS n FROM concept c
WHERE c.standard_concept IS NULL
  AND NOT EXISTS (SELECT 1 FROM concept_relationship r WHERE r.concept_id_1 = c.concept_id AND r.relationship_id = 'Maps to' AND r.invalid_reason IS NULL)
GROUP BY c.vocabulary_id

-- source codes of a site, by source_to_concept_map
SELECT m.source_code, m.source_code_description, c.concept_name
FROM source_to_concept_map m JOIN concept c ON c.concept_id = m.target_concept_id
WHERE m.source_vocabulary_id = 'LOCAL_LAB' AND m.invalid_reason IS NULL

-- LOINC codes for a test
SELECT concept_id, concept_code, concept_name FROM concept WHERE vocabulary_id = 'LOINC' AND concept_code IN ('4548-4', '17856-6') AND standard_concept = 'S'

-- what a release is
SELECT cdm_source_name, cdm_version, vocabulary_version, cdm_release_date FROM cdm_source

-- concepts valid on a day
SELECT COUNT(*) AS n FROM concept WHERE valid_start_date <= DATE '2015-06-30' AND valid_end_date >= DATE '2015-06-30' AND vocabulary_id = 'ICD9CM'

-- two code systems side by side
SELECT a.concept_code AS icd9, b.concept_code AS icd10
FROM concept a
JOIN concept_relationship ra ON ra.concept_id_1 = a.concept_id AND ra.relationship_id = 'Maps to'
JOIN concept_relationship rb ON rb.concept_id_2 = ra.concept_id_2 AND rb.relationship_id = 'Maps to'
JOIN concept b ON b.concept_id = rb.concept_id_1
WHERE a.vocabulary_id = 'ICD9CM' AND a.concept_code = '250.00' AND b.vocabulary_id = 'ICD10CM'
