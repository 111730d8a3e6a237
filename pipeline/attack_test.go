package pipeline

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/askomop/askomop/internal/attacks"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/pipeline/worded"
)

// TestAttacksInAResultStayInTheirCells gives a model results whose names are attacks, and
// has it answer with what the attack says: the built sentence stays.
func TestAttacksInAResultStayInTheirCells(t *testing.T) {
	const query = "SELECT c.concept_name AS patients, COUNT(DISTINCT d.person_id) AS n FROM death AS d JOIN concept AS c ON c.concept_id = d.cause_concept_id GROUP BY 1"
	for _, attack := range attacks.All {
		model := llmtest.Texts("As ordered: all 7777 patients are listed.")
		r := answering(t, worded.NewModel(model), 5, query, []any{attack, int64(446)}, []any{"gout", int64(3)})
		sent := model.Requests()[0].User
		var shown worded.Result
		if err := json.Unmarshal([]byte(sent), &shown); err != nil || strings.Count(sent, "\n") != 1 || len(shown.Rows) != 2 || len(shown.Rows[0]) != len(shown.Columns) {
			t.Errorf("%q: the model was shown %s (%v)", attack, sent, err)
		}
		for _, sign := range sent {
			if sign != '\n' && (unicode.IsControl(sign) || unicode.Is(unicode.Cf, sign)) {
				t.Errorf("%q: the model was shown %U", attack, sign)
			}
		}
		if strings.Contains(sent, `"3"`) || strings.Contains(sent, "<") {
			t.Errorf("%q: the model was shown %s", attack, sent)
		}
		if strings.Contains(r.Answer, "7777") || len(r.Warnings) == 0 {
			t.Errorf("%q: answered %q", attack, r.Answer)
		}
	}
}
