package write_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/askomop/askomop/internal/attacks"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/rag/ragtest"
	"github.com/askomop/askomop/rag/write"
)

// promptOf is what a model is shown of a question in which every text of someone else's is s.
func promptOf(t *testing.T, s string) llm.Request {
	t.Helper()
	m := &ragtest.Scripted{Answers: []string{"CANNOT ANSWER (out_of_scope): no"}}
	masked := rag.Masked{
		Question:    s,
		Entities:    []rag.Mention{{Domain: "condition", Text: s}, {Domain: "drug", Text: "x", Members: []string{s, s}}},
		Constraints: []rag.Constraint{{Kind: rag.KindYear, Op: "=", Values: []string{s}, Text: s}},
	}
	sql := "SELECT 1 -- " + s + "\nFROM person /* " + s + " */ WHERE x = '" + s + "'"
	shown := []rag.Match{{Pair: rag.Pair{ID: "a", Question: s, Paraphrases: []string{s, s}, Notes: []string{s}, SQL: sql}}}
	fix := &rag.Fix{SQL: sql, Problem: s, Cause: s, Line: 1}
	if _, err := write.NewPrompted(m, facts, write.Advanced).Write(t.Context(), masked, shown, fix); err == nil || len(m.Asked) != 1 {
		t.Fatalf("asked %d times, %v", len(m.Asked), err)
	}
	return m.Asked[0]
}

var (
	anyTag  = regexp.MustCompile(`(?i)[<＜﹤‹〈⟨]\s*/?\s*(question|entities|limits|example|note|query|error|cause|system)\b`)
	heading = regexp.MustCompile(`(?m)^(THE QUESTION|EXAMPLES|ENTITIES|LIMITS|TABLES|YOUR LAST QUERY|HOW TO ANSWER|The most likely cause|It failed).*$`)
)

// shape is what of a prompt must not depend on texts of someone else's.
func shape(text string) (tags, headings, fences int) {
	visible := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
	return len(anyTag.FindAllString(visible, -1)), len(heading.FindAllString(visible, -1)), strings.Count(visible, "```") + strings.Count(visible, "~~~")
}

// TestAttacksStayInsideTheirTags puts each attack wherever a prompt shows a text of
// someone else's: it can open or close no tag, begin no block and no heading, and hide nothing.
func TestAttacksStayInsideTheirTags(t *testing.T) {
	if len(attacks.All) < 60 {
		t.Fatalf("only %d attacks", len(attacks.All))
	}
	benign := promptOf(t, "gout")
	tags, headings, fences := shape(benign.User)
	for _, attack := range attacks.All {
		// SQL keeps its lines: one attack's line breaks are its own, and are tried in the other places.
		got := promptOf(t, attack)
		if got.System != benign.System {
			t.Errorf("%q changes the standing instructions", attack)
		}
		a, b, c := shape(got.User)
		if a != tags || c != fences {
			t.Errorf("%q: %d tags, %d fences, want %d, %d:\n%s", attack, a, c, tags, fences, got.User)
		}
		if !strings.Contains(attack, "\n") && b != headings {
			t.Errorf("%q: %d headings, want %d:\n%s", attack, b, headings, got.User)
		}
		for _, r := range got.User {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				t.Errorf("%q: the prompt holds %U", attack, r)
			}
		}
	}
}

// TestAttacksInAPairAreReadAsData reads pairs with attacks in their head.
func TestAttacksInAPairAreReadAsData(t *testing.T) {
	for _, attack := range attacks.All {
		line := strings.Join(strings.Fields(strings.ReplaceAll(attack, "\n", " ")), " ")
		text := "-- id: a\n-- question: How many? " + line + "\n-- paraphrase: b\n-- paraphrase: c\n-- topic: d\n-- note: " + line + "\nSELECT 1"
		p, err := library.Parse("a.sql", text)
		if err != nil {
			t.Errorf("%q: %v", attack, err)
			continue
		}
		if p.SQL != "SELECT 1" || len(p.Paraphrases) != 2 || p.Topic != "d" || len(p.Notes) != 1 {
			t.Errorf("%q became part of the pair: %+v", attack, p)
		}
	}
}
