package synpuf

import "fmt"

// kind is one of the files of a sample.
type kind string

// The kinds of files; a sample has one of each, and two of carrier claims.
const (
	beneficiary2008 kind = "beneficiary_2008"
	beneficiary2009 kind = "beneficiary_2009"
	beneficiary2010 kind = "beneficiary_2010"
	inpatient       kind = "inpatient"
	outpatient      kind = "outpatient"
	carrier         kind = "carrier"
	prescription    kind = "prescription"
)

var kinds = []kind{beneficiary2008, beneficiary2009, beneficiary2010, inpatient, outpatient, carrier, prescription}

// columns are those that the rules read, as CMS's codebook names them. A file may have more.
func (k kind) columns() []string {
	beneficiary := []string{
		"DESYNPUF_ID", "BENE_BIRTH_DT", "BENE_DEATH_DT", "BENE_SEX_IDENT_CD", "BENE_RACE_CD", "SP_STATE_CODE",
		"BENE_COUNTY_CD",
		"BENE_HI_CVRAGE_TOT_MONS", "BENE_SMI_CVRAGE_TOT_MONS", "BENE_HMO_CVRAGE_TOT_MONS", "PLAN_CVRG_MOS_NUM",
	}
	claim := []string{"DESYNPUF_ID", "CLM_ID", "SEGMENT", "CLM_FROM_DT", "CLM_THRU_DT", "PRVDR_NUM", "CLM_PMT_AMT",
		"NCH_PRMRY_PYR_CLM_PD_AMT", "AT_PHYSN_NPI"}
	codes := concat(numbered("ICD9_DGNS_CD", 10), numbered("ICD9_PRCDR_CD", 6), numbered("HCPCS_CD", 45))
	switch k {
	case inpatient:
		return concat(claim, []string{"CLM_ADMSN_DT", "ADMTNG_ICD9_DGNS_CD", "NCH_BENE_IP_DDCTBL_AMT",
			"NCH_BENE_PTA_COINSRNC_LBLTY_AM", "NCH_BENE_DSCHRG_DT", "CLM_DRG_CD"}, codes)
	case outpatient:
		return concat(claim, codes, []string{"NCH_BENE_PTB_DDCTBL_AMT", "NCH_BENE_PTB_COINSRNC_AMT",
			"ADMTNG_ICD9_DGNS_CD"})
	case carrier:
		return concat([]string{"DESYNPUF_ID", "CLM_ID", "CLM_FROM_DT", "CLM_THRU_DT"}, numbered("ICD9_DGNS_CD", 8),
			numbered("PRF_PHYSN_NPI", 13),
			numbered("HCPCS_CD", 13), numbered("LINE_NCH_PMT_AMT", 13), numbered("LINE_BENE_PTB_DDCTBL_AMT", 13),
			numbered("LINE_COINSRNC_AMT", 13),
			numbered("LINE_BENE_PRMRY_PYR_PD_AMT", 13), numbered("LINE_ALOWD_CHRG_AMT",
				13), numbered("LINE_ICD9_DGNS_CD", 13))
	case prescription:
		return []string{"DESYNPUF_ID", "PDE_ID", "SRVC_DT", "PROD_SRVC_ID", "QTY_DSPNSD_NUM", "DAYS_SUPLY_NUM",
			"PTNT_PAY_AMT", "TOT_RX_CST_AMT"}
	default:
		return beneficiary
	}
}

func numbered(name string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s_%d", name, i+1)
	}
	return out
}

func concat(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
