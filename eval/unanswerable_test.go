package eval

import (
	"errors"
	"strings"
	"testing"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/rag/library"
)

func TestRefusalsCoverEveryReason(t *testing.T) {
	refusals, err := ParseRefusals("unanswerable.tsv", evaldata.Unanswerable)
	if err != nil {
		t.Fatal(err)
	}
	byReason := map[string]int{}
	for _, r := range refusals {
		byReason[r.Reason]++
	}
	if len(refusals) < 150 {
		t.Errorf("%d questions must be refused; at least 150 are promised", len(refusals))
	}
	for _, reason := range RefusalReasons() {
		if byReason[reason] < 15 {
			t.Errorf("%d questions are refused for %s; at least 15 are wanted", byReason[reason], reason)
		}
	}
}

func TestNoRefusalIsAQuestionOfTheLibrary(t *testing.T) {
	refusals, err := ParseRefusals("unanswerable.tsv", evaldata.Unanswerable)
	if err != nil {
		t.Fatal(err)
	}
	answered := map[string]string{}
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		for _, w := range p.Wordings() {
			answered[strings.ToLower(w)] = p.ID
		}
	}
	for _, r := range refusals {
		if id := answered[strings.ToLower(r.Question)]; id != "" {
			t.Errorf("%s is answered by %s: %q", r.ID, id, r.Question)
		}
	}
}

func TestFaultyRefusalsNameFileAndLine(t *testing.T) {
	const good = "made-up-01\tmade-up\tHow many patients have florbitis?\n"
	for name, tc := range map[string]struct {
		text, want string
		kept       int
	}{
		"too few fields":   {good + "made-up-02\tmade-up", "f.tsv:2: a line is id, reason and question separated by tabs; this one has 2 fields", 1},
		"too many fields":  {"a\tmade-up\tb\tc", "f.tsv:1: a line is id, reason and question separated by tabs; this one has 4 fields", 0},
		"unknown reason":   {"# head\n\na-1\trude\tWhy?", `f.tsv:3: unknown reason "rude"`, 0},
		"id in capitals":   {"A-1\tmade-up\tWhy?", `f.tsv:1: id "A-1" is not lower-case words joined by hyphens`, 0},
		"empty question":   {"a-1\tmade-up\t", "f.tsv:1: the question is empty", 0},
		"repeated id":      {good + "made-up-01\tmade-up\tWhy?", "f.tsv:2: id made-up-01 is given on line 1 already", 1},
		"repeated wording": {good + "made-up-02\tmade-up\thow many patients have FLORBITIS?", "f.tsv:2: question how many patients have florbitis? is given on line 1 already", 1},
		"fault then good":  {"x\n" + good, "f.tsv:1:", 1},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseRefusals("f.tsv", tc.text)
			var fault *library.PairError
			if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
			if len(got) != tc.kept {
				t.Errorf("%d questions are kept, want %d", len(got), tc.kept)
			}
		})
	}
}
