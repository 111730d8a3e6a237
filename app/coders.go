package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/vocab"
)

// newRules makes the rules that code without a model.
func (b builder) newRules(words *vocab.Vocabulary, db *database, suggest coding.Finder,
	opt coding.Options) *coding.Rules {
	opt.Usage, opt.People, opt.Suggest, opt.Logger = db.usage(), leftOut{db.usage(), b.minCell()}, suggest, b.Log
	return coding.NewRules(words, opt)
}

// leftOut counts the people of what concept sets leave out. It implements coding.People.
type leftOut struct {
	usage   info.Usage
	minCell int
}

// People implements coding.People.
func (l leftOut) People(ctx context.Context, ids []int64) (string, error) {
	n, err := l.usage.PeopleWith(ctx, ids)
	switch {
	case err != nil || n == 0:
		return "", err
	case n < l.minCell:
		return fmt.Sprintf("fewer than %d", l.minCell), nil
	}
	return grouped(n), nil
}

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// settled puts stored sets and remembered decisions before a coder.
func (b builder) settled(next coding.Coder, words *vocab.Vocabulary) coding.Coder {
	return &conceptset.Coder{Next: next, Vocabulary: words, Sets: b.sets(), Decisions: b.decisions()}
}

func (b builder) sets() *conceptset.Store {
	return conceptset.NewStore(filepath.Join(b.Home, "sets"))
}

func (b builder) decisions() *conceptset.Decisions {
	return conceptset.NewDecisions(filepath.Join(b.Home, "decisions.jsonl"))
}

// Sets are the stored concept sets.
func (a *App) Sets() *conceptset.Store { return a.build.sets() }

// Decisions are those about concepts that were to be remembered.
func (a *App) Decisions() *conceptset.Decisions { return a.build.decisions() }
