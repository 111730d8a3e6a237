-- The fields for ICD-9 procedures after the first hold diagnoses, nearly all of them: "4019" is hypertension, 401.9, far more often than
-- procedure 40.19. A code that can be either is a diagnosis where the same files have it more often among the diagnoses than as the
-- principal procedure, for what is done to inpatients is somewhere the first thing done. The first field is believed as it is.
-- A code that can be one of the two only needs no such rule (events.sql).
CREATE TABLE IF NOT EXISTS synpuf_moved (code VARCHAR, records BIGINT, moved BOOLEAN);

CREATE OR REPLACE TEMP TABLE either AS
SELECT code, count(*) FILTER (role = 'diagnosis') AS diagnoses, count(*) FILTER (role = 'procedure' AND rank % 100 = 1) AS first_procedures
FROM claim_code
WHERE code IN (SELECT code FROM synpuf_map WHERE coding = 'ICD9CM') AND code IN (SELECT code FROM synpuf_map WHERE coding = 'ICD9Proc')
GROUP BY code;

INSERT INTO synpuf_moved
SELECT c.code, count(*), e.diagnoses > e.first_procedures AND NOT getvariable('keep_procedures')
FROM claim_code AS c JOIN either AS e ON e.code = c.code
WHERE c.role = 'procedure' AND c.rank % 100 <> 1 GROUP BY ALL;

UPDATE claim_code SET role = 'misplaced'
WHERE role = 'procedure' AND rank % 100 <> 1 AND NOT getvariable('keep_procedures')
  AND code IN (SELECT code FROM either WHERE diagnoses > first_procedures);
