package answers

import (
	"errors"
	"os"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
)

// TestTheCountsOfTheLibraryBecomeTheirCohorts takes every pair that counts people and
// holds that the people found behind it are as many as it counts, and the last step of the attrition too.
func TestTheCountsOfTheLibraryBecomeTheirCohorts(t *testing.T) {
	cmdtest.UseDemo(t)
	p := cmdtest.Open(t, app.Settings{Home: cmdtest.Home()})
	stages, err := p.Stages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := p.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	line := pipeline.New(stages, pipeline.Options{Rows: true, Limit: omop.Limit{Rows: 100_000}})
	step := 12 // one in so many; all of them take minutes
	if os.Getenv("ASKOMOP_TEST_ALL_COHORTS") != "" {
		step = 1
	}
	made, refused := 0, 0
	for i, pair := range pairs {
		if i%step != 0 {
			continue
		}
		run := line.AskTemplate(t.Context(), pair.SQL)
		if run.Status != pipeline.Answered {
			t.Errorf("%s: %s", pair.ID, run.Message)
			continue
		}
		c, err := cohort.Maker{Engine: stages.Engine, Parser: stages.Parser, Coder: stages.Coder}.Make(t.Context(), run, run.Study)
		switch {
		case errors.Is(err, cohort.ErrNoPeople):
			refused++
		case err != nil:
			t.Errorf("%s: %v", pair.ID, err)
		default:
			made++
			for i := 1; i < len(c.Steps); i++ {
				if c.Steps[i].People > c.Steps[i-1].People {
					t.Errorf("%s: attrition grows: %v", pair.ID, c.Steps)
				}
			}
		}
	}
	t.Logf("%d pairs became cohorts, %d count no people", made, refused)
	if made < 150/step {
		t.Errorf("only %d pairs became cohorts", made)
	}
}
