package vocab

import (
	"strings"
	"testing"
)

func TestEveryRowOfTheTermFilesIsRead(t *testing.T) {
	for name, tt := range map[string]struct {
		data string
		read int
	}{
		"terms.tsv and brands.tsv": {termsTSV + brandsTSV, len(curatedTerms())},
		"classes.tsv":              {classesTSV, len(Classes())},
	} {
		rows := 0
		for line := range strings.Lines(tt.data) {
			if !strings.HasPrefix(line, "#") && strings.TrimSpace(line) != "" {
				rows++
			}
		}
		if rows != tt.read || rows == 0 {
			t.Errorf("%s has %d rows, %d were read", name, rows, tt.read)
		}
	}
}

func TestAWordingMeansOneThing(t *testing.T) {
	meaning := map[string]string{}
	for _, row := range curatedTerms() {
		for _, wording := range row.wordings {
			key := row.domain + " " + Normalize(wording)
			target := strings.Join(row.targets, "|")
			if other, ok := meaning[key]; ok && other != target {
				t.Errorf("%q means both %q and %q", wording, other, target)
			}
			meaning[key] = target
			if strings.TrimSpace(wording) == "" || Normalize(wording) == "" {
				t.Errorf("an empty wording of %q", target)
			}
		}
	}
}

func TestANameOfAClassIsNoIngredientAndNoTerm(t *testing.T) {
	names := map[string]string{}
	for _, class := range Classes() {
		for _, name := range class.Names {
			key := class.Domain + " " + Normalize(name)
			if other, ok := names[key]; ok && other != class.Names[0] {
				t.Errorf("%q names the classes %s and %s", name, other, class.Names[0])
			}
			names[key] = class.Names[0]
		}
	}
	for _, class := range Classes() {
		for _, member := range class.Members {
			if class.Domain == "Drug" && names["Drug "+Normalize(member)] != "" && member != "insulin" {
				t.Errorf("the ingredient %s has the name of a class", member)
			}
		}
	}
	for _, row := range curatedTerms() {
		for _, wording := range row.wordings {
			if class, ok := names[row.domain+" "+Normalize(wording)]; ok {
				t.Errorf("%q is both a term and the class %s", wording, class)
			}
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"metformin", "metfromin", 1}, {"aspirin", "asprin", 1}, {"kitten", "sitting", 3},
		{"ca", "abc", 3}, {"infarction", "infraction", 1}, {"same", "same", 0},
	} {
		if got := EditDistance(tt.a, tt.b); got != tt.want {
			t.Errorf("EditDistance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if back := EditDistance(tt.b, tt.a); back != tt.want {
			t.Errorf("EditDistance is not symmetric for %q, %q", tt.a, tt.b)
		}
	}
}
