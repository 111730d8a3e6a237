-- The concepts that the rules name, looked up in the user's vocabulary: one that is not there becomes 0 and is reported.

CREATE OR REPLACE TABLE synpuf_constant AS
WITH wanted(name, vocabulary_id, concept_code, concept_name) AS (VALUES
    ('male',                 'Gender',           'M',            NULL),
    ('female',               'Gender',           'F',            NULL),
    ('white',                'Race',             '5',            NULL),
    ('black',                'Race',             '3',            NULL),
    ('hispanic',             'Ethnicity',        'Hispanic',     NULL),
    ('not hispanic',         'Ethnicity',        'Not Hispanic', NULL),
    ('inpatient visit',      'Visit',            'IP',           NULL),
    ('outpatient visit',     'Visit',            'OP',           NULL),
    ('emergency visit',      'Visit',            'ER',           NULL),
    ('emergency and inpatient visit', 'Visit',   'ERIP',         NULL),
    ('inpatient claim',      'Type Concept',     NULL,           'Inpatient claim'),
    ('outpatient claim',     'Type Concept',     NULL,           'Outpatient claim'),
    ('professional claim',   'Type Concept',     NULL,           'Professional claim'),
    ('pharmacy claim',       'Type Concept',     NULL,           'Pharmacy claim'),
    ('enrolment record',     'Type Concept',     NULL,           'Claim enrolment record'),
    ('admission diagnosis',  'Condition Status', NULL,           'Admission diagnosis'),
    ('primary diagnosis',    'Condition Status', NULL,           'Primary diagnosis'),
    ('secondary diagnosis',  'Condition Status', NULL,           'Secondary diagnosis'),
    ('US dollar',            'Currency',         'USD',          NULL),
    ('Medicare',             'SOPT',             '1',            NULL),
    ('United States',        'SNOMED',           '223688001',    NULL))
SELECT w.name, w.vocabulary_id, coalesce(min(c.concept_id), 0) AS concept_id
FROM wanted AS w
LEFT JOIN concept AS c ON c.vocabulary_id = w.vocabulary_id
    AND (c.concept_code = w.concept_code OR replace(lower(c.concept_name), 'enrollment', 'enrolment') = lower(w.concept_name)) AND c.standard_concept = 'S'
GROUP BY w.name, w.vocabulary_id;
