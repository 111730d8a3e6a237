-- What the database says of itself.
INSERT INTO cdm_source BY NAME
    SELECT 'askomop demo' AS cdm_source_name, 'demo' AS cdm_source_abbreviation, 'askomop' AS cdm_holder,
           'Synthetic people shaped like CMS DE-SynPUF, 2008 to 2010; no record is of anyone real.' AS source_description,
           DATE '2010-12-31' AS source_release_date, DATE '2010-12-31' AS cdm_release_date, 'v5.4' AS cdm_version,
           756265 AS cdm_version_concept_id,
           'demo subset' AS vocabulary_version;
INSERT INTO metadata BY NAME
    SELECT * FROM (VALUES
        (1, 0, 0, 'demo version', getvariable('version')),
        (2, 0, 0, 'persons', getvariable('persons')::VARCHAR),
        (3, 0, 0, 'seed', getvariable('seed')::VARCHAR))
        AS m(metadata_id, metadata_concept_id, metadata_type_concept_id, name, value_as_string);
