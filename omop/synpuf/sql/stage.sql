-- A sample's raw files as narrow tables: beneficiaries by year, claims, the codes on claims, prescriptions.

CREATE OR REPLACE TEMP TABLE raw_beneficiary AS
SELECT trim(DESYNPUF_ID) AS beneficiary, year, as_date(BENE_BIRTH_DT) AS birth, as_date(BENE_DEATH_DT) AS death,
       trim(BENE_SEX_IDENT_CD) AS sex, trim(BENE_RACE_CD) AS race, trim(SP_STATE_CODE) AS state, trim(BENE_COUNTY_CD) AS county,
       coalesce(try_cast(BENE_HI_CVRAGE_TOT_MONS AS INTEGER), 0) AS months_a, coalesce(try_cast(BENE_SMI_CVRAGE_TOT_MONS AS INTEGER), 0) AS months_b,
       coalesce(try_cast(BENE_HMO_CVRAGE_TOT_MONS AS INTEGER), 0) AS months_hmo, coalesce(try_cast(PLAN_CVRG_MOS_NUM AS INTEGER), 0) AS months_d
FROM (
    SELECT 2008 AS year, * FROM read_csv(getvariable('beneficiary_2008'), header = true, all_varchar = true, delim = ',', quote = '"')
    UNION ALL BY NAME
    SELECT 2009 AS year, * FROM read_csv(getvariable('beneficiary_2009'), header = true, all_varchar = true, delim = ',', quote = '"')
    UNION ALL BY NAME
    SELECT 2010 AS year, * FROM read_csv(getvariable('beneficiary_2010'), header = true, all_varchar = true, delim = ',', quote = '"'));

CREATE OR REPLACE TEMP TABLE raw_inpatient AS
SELECT trim(DESYNPUF_ID) AS beneficiary, trim(CLM_ID) AS claim, coalesce(try_cast(SEGMENT AS INTEGER), 1) AS segment,
       as_date(CLM_FROM_DT) AS from_date, as_date(CLM_THRU_DT) AS thru_date, as_date(CLM_ADMSN_DT) AS admitted,
       as_date(NCH_BENE_DSCHRG_DT) AS discharged, nullif(trim(PRVDR_NUM), '') AS facility, nullif(trim(AT_PHYSN_NPI), '') AS npi,
       as_code(CLM_DRG_CD) AS drg, as_amount(CLM_PMT_AMT) AS paid, as_amount(NCH_PRMRY_PYR_CLM_PD_AMT) AS paid_by_primary,
       as_amount(NCH_BENE_IP_DDCTBL_AMT) AS deductible, as_amount(NCH_BENE_PTA_COINSRNC_LBLTY_AM) AS coinsurance,
       as_code(ADMTNG_ICD9_DGNS_CD) AS admitting, list_value(*COLUMNS('(?i)^ICD9_DGNS_CD_[0-9]+$')) AS diagnoses,
       list_value(*COLUMNS('(?i)^ICD9_PRCDR_CD_[0-9]+$')) AS procedures, list_value(*COLUMNS('(?i)^HCPCS_CD_[0-9]+$')) AS services
FROM read_csv(getvariable('inpatient'), header = true, all_varchar = true, delim = ',', quote = '"');

CREATE OR REPLACE TEMP TABLE raw_outpatient AS
SELECT trim(DESYNPUF_ID) AS beneficiary, trim(CLM_ID) AS claim, coalesce(try_cast(SEGMENT AS INTEGER), 1) AS segment,
       as_date(CLM_FROM_DT) AS from_date, as_date(CLM_THRU_DT) AS thru_date,
       nullif(trim(PRVDR_NUM), '') AS facility, nullif(trim(AT_PHYSN_NPI), '') AS npi,
       as_amount(CLM_PMT_AMT) AS paid, as_amount(NCH_PRMRY_PYR_CLM_PD_AMT) AS paid_by_primary,
       as_amount(NCH_BENE_PTB_DDCTBL_AMT) AS deductible, as_amount(NCH_BENE_PTB_COINSRNC_AMT) AS coinsurance,
       as_code(ADMTNG_ICD9_DGNS_CD) AS admitting, list_value(*COLUMNS('(?i)^ICD9_DGNS_CD_[0-9]+$')) AS diagnoses,
       list_value(*COLUMNS('(?i)^ICD9_PRCDR_CD_[0-9]+$')) AS procedures, list_value(*COLUMNS('(?i)^HCPCS_CD_[0-9]+$')) AS services
FROM read_csv(getvariable('outpatient'), header = true, all_varchar = true, delim = ',', quote = '"');

CREATE OR REPLACE TEMP TABLE raw_carrier AS
SELECT trim(DESYNPUF_ID) AS beneficiary, trim(CLM_ID) AS claim, as_date(CLM_FROM_DT) AS from_date, as_date(CLM_THRU_DT) AS thru_date,
       list_value(*COLUMNS('(?i)^ICD9_DGNS_CD_[0-9]+$')) AS diagnoses, list_value(*COLUMNS('(?i)^LINE_ICD9_DGNS_CD_[0-9]+$')) AS line_diagnoses,
       list_value(*COLUMNS('(?i)^HCPCS_CD_[0-9]+$')) AS services, list_value(*COLUMNS('(?i)^PRF_PHYSN_NPI_[0-9]+$')) AS npis,
       list_value(*COLUMNS('(?i)^LINE_NCH_PMT_AMT_[0-9]+$')) AS paid, list_value(*COLUMNS('(?i)^LINE_BENE_PTB_DDCTBL_AMT_[0-9]+$')) AS deductible,
       list_value(*COLUMNS('(?i)^LINE_COINSRNC_AMT_[0-9]+$')) AS coinsurance,
       list_value(*COLUMNS('(?i)^LINE_BENE_PRMRY_PYR_PD_AMT_[0-9]+$')) AS paid_by_primary,
       list_value(*COLUMNS('(?i)^LINE_ALOWD_CHRG_AMT_[0-9]+$')) AS allowed
FROM read_csv(getvariable('carrier'), header = true, all_varchar = true, delim = ',', quote = '"');

-- A prescription that was dispensed.
CREATE OR REPLACE TEMP TABLE raw_prescription AS
SELECT trim(DESYNPUF_ID) AS beneficiary, trim(PDE_ID) AS claim, as_date(SRVC_DT) AS from_date, as_code(PROD_SRVC_ID) AS code,
       as_amount(QTY_DSPNSD_NUM) AS quantity, CAST(as_amount(DAYS_SUPLY_NUM) AS INTEGER) AS days_supply,
       as_amount(PTNT_PAY_AMT) AS paid_by_patient, as_amount(TOT_RX_CST_AMT) AS total_cost
FROM read_csv(getvariable('prescription'), header = true, all_varchar = true, delim = ',', quote = '"');

-- A claim of one or two segments is one claim; the segments repeat its amounts.
CREATE OR REPLACE TEMP TABLE claim AS
SELECT 'inpatient' AS kind, claim, min(beneficiary) AS beneficiary, coalesce(min(admitted), min(from_date)) AS start_date,
       coalesce(max(discharged), max(thru_date)) AS end_date, arg_min(facility, segment) AS facility, arg_min(npi, segment) AS npi,
       arg_min(drg, segment) AS drg, max(paid) AS paid, max(paid_by_primary) AS paid_by_primary, max(deductible) AS deductible, max(coinsurance) AS coinsurance
FROM raw_inpatient GROUP BY claim
UNION ALL BY NAME
SELECT 'outpatient' AS kind, claim, min(beneficiary) AS beneficiary, min(from_date) AS start_date, max(thru_date) AS end_date,
       arg_min(facility, segment) AS facility, arg_min(npi, segment) AS npi,
       max(paid) AS paid, max(paid_by_primary) AS paid_by_primary, max(deductible) AS deductible, max(coinsurance) AS coinsurance
FROM raw_outpatient GROUP BY claim
UNION ALL BY NAME
SELECT 'carrier' AS kind, claim, min(beneficiary) AS beneficiary, min(from_date) AS start_date, max(thru_date) AS end_date,
       nullif(trim(min(npis[1])), '') AS npi
FROM raw_carrier GROUP BY claim;

-- The codes on claims, one row a code of a claim: twice on a claim is one diagnosis or one procedure of quantity two.
-- rank orders them: the admitting diagnosis is 0, the principal one 1.
CREATE OR REPLACE TEMP TABLE claim_code AS
WITH diagnosis AS (
    SELECT 'inpatient' AS kind, claim, 0 AS rank, admitting AS code FROM raw_inpatient
    UNION ALL
    SELECT 'inpatient' AS kind, claim, (segment - 1) * 100 + generate_subscripts(diagnoses, 1), as_code(unnest(diagnoses)) FROM raw_inpatient
    UNION ALL
    SELECT 'outpatient' AS kind, claim, (segment - 1) * 100 + generate_subscripts(diagnoses, 1), as_code(unnest(diagnoses)) FROM raw_outpatient
    UNION ALL
    SELECT 'outpatient' AS kind, claim, 100 AS rank, admitting FROM raw_outpatient
    UNION ALL
    SELECT 'carrier' AS kind, claim, generate_subscripts(diagnoses, 1), as_code(unnest(diagnoses)) FROM raw_carrier
    UNION ALL
    SELECT 'carrier' AS kind, claim, 100 + generate_subscripts(line_diagnoses, 1), as_code(unnest(line_diagnoses)) FROM raw_carrier),
procedure AS (
    SELECT 'inpatient' AS kind, claim, (segment - 1) * 100 + generate_subscripts(procedures, 1) AS rank, as_code(unnest(procedures)) AS code FROM raw_inpatient
    UNION ALL
    SELECT 'outpatient' AS kind, claim, (segment - 1) * 100 + generate_subscripts(procedures, 1), as_code(unnest(procedures)) FROM raw_outpatient),
service AS (
    SELECT 'inpatient' AS kind, claim, (segment - 1) * 100 + generate_subscripts(services, 1) AS rank, as_code(unnest(services)) AS code FROM raw_inpatient
    UNION ALL BY NAME
    SELECT 'outpatient' AS kind, claim, (segment - 1) * 100 + generate_subscripts(services, 1) AS rank, as_code(unnest(services)) AS code FROM raw_outpatient
    UNION ALL BY NAME
    SELECT 'carrier' AS kind, claim, generate_subscripts(services, 1) AS rank, as_code(unnest(services)) AS code, nullif(trim(unnest(npis)), '') AS npi,
           as_amount(unnest(paid)) AS paid, as_amount(unnest(deductible)) AS deductible, as_amount(unnest(coinsurance)) AS coinsurance,
           as_amount(unnest(paid_by_primary)) AS paid_by_primary, as_amount(unnest(allowed)) AS allowed
    FROM raw_carrier)
SELECT kind, claim, 'diagnosis' AS role, code, min(rank) AS rank, 1 AS quantity
FROM diagnosis WHERE code IS NOT NULL GROUP BY kind, claim, code
UNION ALL BY NAME
SELECT kind, claim, 'procedure' AS role, code, min(rank) AS rank, count(*) AS quantity
FROM procedure WHERE code IS NOT NULL GROUP BY kind, claim, code
UNION ALL BY NAME
SELECT kind, claim, 'service' AS role, code, min(rank) AS rank, count(*) AS quantity, arg_min(npi, rank) AS npi, sum(paid) AS paid,
       sum(deductible) AS deductible, sum(coinsurance) AS coinsurance, sum(paid_by_primary) AS paid_by_primary, sum(allowed) AS allowed
FROM service WHERE code IS NOT NULL GROUP BY kind, claim, code;
