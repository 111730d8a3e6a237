package coding

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/askomop/askomop/internal/attacks"
	"github.com/askomop/askomop/vocab"
)

// TestAttacksInNamesStayInTheirFields shows a model concepts whose names, parents and
// synonyms are attacks: each candidate stays one line of JSON with its own id.
func TestAttacksInNamesStayInTheirFields(t *testing.T) {
	for _, attack := range attacks.All {
		one := candidate{choice: choice{concept: vocab.Concept{ID: 440674, Name: attack, Domain: "Condition", Class: attack}, why: "synonym " + attack + "!"}, parents: []string{attack}}
		other := candidate{choice: choice{concept: vocab.Concept{ID: 201826, Name: "Type 2 diabetes mellitus", Domain: "Condition"}}}
		req, err := request(Entity{Domain: "condition", Text: attack}, []candidate{one, other})
		if err != nil {
			t.Fatal(err)
		}
		if req.System != verifyPrompt || strings.ContainsAny(req.User, "<>") {
			t.Errorf("%q: the model was shown %s", attack, req.User)
		}
		lines := strings.Split(strings.TrimSpace(req.User), "\n")
		var got [2]shown
		if len(lines) != 5 || lines[2] != "Candidates:" || json.Unmarshal([]byte(lines[3]), &got[0]) != nil || json.Unmarshal([]byte(lines[4]), &got[1]) != nil {
			t.Fatalf("%q: the model was shown %d lines: %s", attack, len(lines), req.User)
		}
		if got[0].ID != 440674 || got[1].ID != 201826 || len(got[0].Parents) != 1 || got[1].FoundBy != "" {
			t.Errorf("%q: candidates %+v", attack, got)
		}
		for _, r := range req.User {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				t.Errorf("%q: the model was shown %U", attack, r)
			}
		}
	}
}
