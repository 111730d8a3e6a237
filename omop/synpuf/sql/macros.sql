-- Every field arrives as text. Dates are YYYYMMDD; codes come without dots, some padded with blanks.

CREATE OR REPLACE TEMP MACRO as_date(field) AS CAST(try_strptime(trim(field), '%Y%m%d') AS DATE);
CREATE OR REPLACE TEMP MACRO as_amount(field) AS try_cast(trim(field) AS DOUBLE);
CREATE OR REPLACE TEMP MACRO as_code(field) AS nullif(upper(replace(trim(field), '.', '')), '');
CREATE OR REPLACE TEMP MACRO constant(wanted) AS (SELECT concept_id FROM synpuf_constant WHERE name = wanted);
