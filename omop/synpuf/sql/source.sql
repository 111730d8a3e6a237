DELETE FROM cdm_source;

INSERT INTO cdm_source BY NAME
SELECT 'CMS DE-SynPUF' AS cdm_source_name, 'SynPUF' AS cdm_source_abbreviation, 'Centers for Medicare & Medicaid Services' AS cdm_holder,
       'Synthetic Medicare claims of 2008 to 2010, samples ' || (SELECT string_agg(sample, ', ' ORDER BY sample) FROM synpuf_sample) AS source_description,
       'askomop db synpuf' AS cdm_etl_reference, DATE '2010-12-31' AS source_release_date, current_date AS cdm_release_date, '5.4' AS cdm_version,
       coalesce((SELECT min(concept_id) FROM concept WHERE vocabulary_id = 'CDM' AND concept_code = 'CDM v5.4.0'), 0) AS cdm_version_concept_id,
       (SELECT vocabulary_version FROM vocabulary WHERE vocabulary_id = 'None') AS vocabulary_version;
