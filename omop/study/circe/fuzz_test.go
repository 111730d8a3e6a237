package circe_test

import (
	"errors"
	"testing"

	"github.com/askomop/askomop/omop/study/circe"
	"github.com/askomop/askomop/omop/study/compile"
)

// whole has each part that a definition can have.
const whole = `{"name":"x","expression":{"PrimaryCriteria":{"CriteriaList":[{"Measurement":{"CodesetId":0,"First":true,"ValueAsNumber":{"Value":1,"Extent":2,"Op":"!bt"},
"Unit":[{"CONCEPT_ID":8840}],"Age":{"Value":18,"Op":"gte"},"Gender":[{"CONCEPT_ID":8532}],"OccurrenceStartDate":{"Value":"2010-1-2","Op":"gt"},
"CorrelatedCriteria":{"Type":"AT_LEAST","Count":1,"CriteriaList":[{"Criteria":{"VisitOccurrence":{}},"StartWindow":{"Start":{"Days":3,"Coeff":-1},"End":{"Coeff":1}},
"EndWindow":{"Start":{"Days":0,"Coeff":-1},"End":{"Coeff":1}},"RestrictVisit":true,"Occurrence":{"Type":1,"Count":2,"IsDistinct":true,"CountColumn":"START_DATE"}}],
"DemographicCriteriaList":[{"Race":[{"CONCEPT_ID":8527}]}],"Groups":[{"Type":"ANY"}]}}},{"Death":{"CodesetId":0}}],"ObservationWindow":{"PriorDays":1,"PostDays":2},
"PrimaryCriteriaLimit":{"Type":"Last"}},"AdditionalCriteria":{"Type":"AT_MOST","Count":0,"CriteriaList":[{"Criteria":{"DrugEra":{"EraLength":{"Value":3,"Op":"gt"}}},
"StartWindow":{"Start":{"Coeff":-1},"End":{"Coeff":1}},"Occurrence":{"Type":2,"Count":1}}]},"ConceptSets":[{"id":0,"name":"s","expression":{"items":[{"concept":{"CONCEPT_ID":3004410},
"isExcluded":false,"includeDescendants":true,"includeMapped":true},{"concept":{"CONCEPT_ID":3003309},"isExcluded":true}]}}],"QualifiedLimit":{"Type":"First"},"ExpressionLimit":{"Type":"All"},
"InclusionRules":[{"name":"r","expression":{"Type":"ALL"}}],"EndStrategy":{"CustomEra":{"DrugCodesetId":0,"GapDays":30,"Offset":1}},"CensoringCriteria":[{"Death":{}}],
"CollapseSettings":{"EraPad":7},"CensorWindow":{"StartDate":"2010-01-01"}}}`

// FuzzRead reads anything: it gives a cohort that compiles and is written again, or says why not.
func FuzzRead(f *testing.F) {
	f.Add(whole)
	f.Add(`{"PrimaryCriteria":{}}`)
	f.Add(`{"PrimaryCriteria":{"CriteriaList":[null,{"ConditionOccurrence":null}]},"EndStrategy":{"DateOffset":null},"InclusionRules":[null]}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := circe.Read([]byte(text))
		if err != nil {
			return
		}
		_ = d.Cohort.Sentence()
		var no *compile.Unsupported
		if _, err := compile.CompileMembers(&d.Cohort, compile.Options{}); err != nil && !errors.As(err, &no) {
			t.Errorf("read, and not compiled: %v", err)
		}
		_, _ = circe.Write(&d.Cohort, named{})
	})
}

func TestADefinitionWithEveryPartIsRead(t *testing.T) {
	d, err := circe.Read([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "x" || len(d.Cohort.Entry.AnyOf) != 1 || d.Cohort.Exit.Supply.Gap != 30 || d.Cohort.Gap != 7 || len(d.Cohort.Censor) != 1 || d.Cohort.Within.From != "2010-01-01" {
		t.Errorf("%+v", d)
	}
}
