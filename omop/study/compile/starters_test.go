package compile_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/studytest"
)

// What holds of those who start a drug, whatever the data: each stands in one row of restarts, of indications and of pathways, also within
// each sex; everybody is covered on the first day.
func TestThoseWhoStartADrugAddUp(t *testing.T) {
	db := emptyDatabase(t)
	for i := range 12 {
		r := rand.New(rand.NewPCG(17, uint64(i)))
		fill(t, db, studytest.NewWorld(r, 40))
		ask := func(measure, more string) map[string][]float64 {
			var q study.Question
			doc := `{"measure":` + measure + `,"population":{"entry":` + warfarin + `}` + more + `}`
			if err := json.Unmarshal([]byte(doc), &q); err != nil {
				t.Fatal(err)
			}
			return columnsOf(t, db, &q)
		}
		everybody := sum(ask(`{"kind":"drug_restart"}`, "")["patients"])
		const bySex = `,"strata":[{"kind":"sex"}]`
		events := `"events":[` + heartFailure + `,{"domain":"condition","concepts":[{"text":"stroke"}]}]`
		for name, measure := range map[string]string{
			"restarts":    `{"kind":"drug_restart","times":[{"days":30}],"events":[{"domain":"drug","concepts":[{"text":"metformin"}]}]}`,
			"indications": `{"kind":"indication",` + events + `,"windows":[{"from":-30,"to":0}]}`,
			"pathways":    `{"kind":"pathways","event":{"domain":"drug","concepts":[{"text":"warfarin"},{"text":"metformin"}]}}`,
		} {
			for _, strata := range []string{"", bySex} {
				if got := sum(ask(measure, strata)["patients"]); got != everybody {
					t.Errorf("world %d: %g people in rows of %s%s, of %g who start", i, got, name, strata, everybody)
				}
			}
		}
		if first := ask(`{"kind":"patients_covered","times":[{}]}`, ""); everybody > 0 && (first["patients"][0] != everybody || first["percentage"][0] != 100) {
			t.Errorf("world %d: %v of %g are covered on the first day", i, first["patients"], everybody)
		}
	}
}
