package vocab

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// CodeSystem is a vocabulary of codes as people name it: "ICD-10-CM code N18.6".
type CodeSystem struct {
	ID     string             // its vocabulary_id
	Domain string             // that most of its codes have, as a placeholder writes it
	Shape  *lazyregexp.Regexp // of a code in capitals; nil where a question does not name its codes
	names  string             // what it is called: a regular expression
}

// codeSystems are the usual ones, a longer name before one that it begins with.
var codeSystems = []CodeSystem{
	{"ICD10PCS", "procedure", lazyregexp.New(`^[0-9][0-9A-HJ-NP-Z]{6}$|^[0-9A-HJ-NP-Z]{7}$`),
		`ICD[- ]?10[- ]?(?:PCS|Proc)`},
	{"ICD9Proc", "procedure", lazyregexp.New(`^[0-9]{2}(?:\.[0-9]{1,2})?$`), `ICD[- ]?9[- ]?(?:PCS|Proc)`},
	{"ICD10CM", "condition", lazyregexp.New(`^[A-Z][0-9][0-9A-Z](?:\.?[0-9A-Z]{1,4})?(?:\.?\*)?$`),
		`ICD[- ]?10(?:[- ]?CM)?`},
	{"ICD9CM", "condition", lazyregexp.New(`^(?:[0-9]{3}|V[0-9]{2}|E[0-9]{3})(?:\.[0-9]{1,2})?(?:\.?\*)?$`),
		`ICD[- ]?9(?:[- ]?CM)?`},
	{"SNOMED", "condition", lazyregexp.New(`^[0-9]{6,18}$`), `SNOMED(?:[- ]?CT)?`},
	{"RxNorm Extension", "drug", nil, `RxNorm[- ]?Extension`},
	{"RxNorm", "drug", lazyregexp.New(`^[0-9]{2,8}$`), `RxNorm`},
	{"NDC", "drug", lazyregexp.New(`^[0-9]{9,11}$|^[0-9]{4,5}-[0-9]{3,4}-[0-9]{1,2}$`), `NDC`},
	{"ATC", "drug", lazyregexp.New(`^[A-V][0-9]{2}(?:[A-Z](?:[A-Z](?:[0-9]{2})?)?)?$`), `ATC`},
	{"LOINC", "measurement", lazyregexp.New(`^[0-9]{1,7}-[0-9]$`), `LOINC`},
	{"HCPCS", "procedure", lazyregexp.New(`^[A-Z][0-9]{4}$`), `HCPCS`},
	{"CPT4", "procedure", lazyregexp.New(`^[0-9]{4}[0-9A-Z]$`), `CPT-?4?`},
	{"CVX", "drug", nil, `CVX`},
	{"ICDO3", "condition", nil, `ICD[- ]?O-?3`},
	{"Read", "condition", nil, `Read`},
	{"OPCS4", "procedure", nil, `OPCS-?4`},
	{"MedDRA", "condition", nil, `MedDRA`},
	{"MeSH", "condition", nil, `MeSH`},
	{"NDFRT", "drug", nil, `NDF-?RT`},
	{"VANDF", "drug", nil, `VANDF`},
	{"SPL", "drug", nil, `SPL`},
	{"DRG", "observation", nil, `DRG`},
	{"Revenue Code", "observation", nil, `Revenue[- ]?Code`},
}

// CodeSystemNames is a regular expression, without a group, of what the vocabularies of codes are called: of all, or of
// those whose codes a question names.
func CodeSystemNames(asked bool) string {
	var names []string
	for _, s := range codeSystems {
		if !asked || s.Shape != nil {
			names = append(names, s.names)
		}
	}
	return "(?:" + strings.Join(names, "|") + ")"
}

// CodeSystemOf is the vocabulary of codes that a name stands for, in whatever case; nil where none is called so.
func CodeSystemOf(name string) *CodeSystem {
	name = strings.ReplaceAll(name, "_", " ")
	for i, pattern := range codeSystemNames {
		if pattern.MatchString(name) {
			return &codeSystems[i]
		}
	}
	return nil
}

var codeSystemNames = func() []*lazyregexp.Regexp {
	var patterns []*lazyregexp.Regexp
	for _, s := range codeSystems {
		patterns = append(patterns, lazyregexp.New(`(?i)^(?:`+s.names+`)$`))
	}
	return patterns
}()
