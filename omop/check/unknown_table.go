package check

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func unknownTable() Rule {
	return Rule{
		ID: "unknown-table", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "The table does not exist in this version of the CDM.",
		Instead: "Use the table's name in the CDM: people are in person, diagnoses in condition_occurrence, prescriptions in drug_exposure.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurence`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence`,
		check: func(p *pass) {
			for _, l := range p.Lost {
				t := l
				if isPath(t.Name) || p.opt.Table != nil && p.opt.Table(t.Schema, t.Name) {
					continue
				}
				// Another schema can hold tables of its own, such as results.my_cohort.
				if t.Schema != "" && !sqltree.IsCatalog(t.Schema) && !isMain(t.Schema) {
					continue
				}
				p.report(t, "CDM %s has no table %s%s", p.Schema.Version, t.Name, p.tableHint(t.Name))
			}
		},
	}
}

func isMain(name string) bool {
	switch strings.ToLower(name) {
	case "main", "cdm", "omop", "omopcdm", "public":
		return true
	}
	return false
}

// tableHint tells where to look instead.
func (p *pass) tableHint(name string) string {
	for _, v := range schema.Versions() {
		if other, err := schema.For(v); err == nil {
			if _, ok := other.Table(name); ok {
				return fmt.Sprintf("; CDM %s has", v)
			}
		}
	}
	if to, ok := commonTables()[strings.ToLower(name)]; ok {
		return "; use " + to
	}
	var known []string
	for _, t := range p.Schema.Tables {
		known = append(known, t.Name)
	}
	return suggestion(name, known)
}

// commonTables maps what other models call their tables to the CDM's.
func commonTables() map[string]string {
	return map[string]string{
		"patient": "person", "patients": "person", "persons": "person", "people": "person",
		"condition": "condition_occurrence", "conditions": "condition_occurrence", "diagnosis": "condition_occurrence",
		"diagnoses": "condition_occurrence", "drug": "drug_exposure", "drugs": "drug_exposure",
		"medication": "drug_exposure", "medications": "drug_exposure", "prescription": "drug_exposure",
		"prescriptions": "drug_exposure", "procedure": "procedure_occurrence", "procedures": "procedure_occurrence",
		"visit": "visit_occurrence", "visits": "visit_occurrence", "encounter": "visit_occurrence",
		"encounters": "visit_occurrence", "lab": "measurement", "labs": "measurement", "lab_results": "measurement",
		"measurements": "measurement", "deaths": "death", "concepts": "concept",
	}
}
