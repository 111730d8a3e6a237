package app

import (
	"path/filepath"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/vocab"
)

// names are the vocabulary's terms as questions word them: exactly, or as loosely as the coder takes them.
type names struct {
	*vocab.Vocabulary
	rules *coding.Rules
}

// Loose implements rag.LooseTerms.
func (n names) Loose(text string) []vocab.Hit {
	return n.rules.Loose(text)
}

// newRules makes the rules that code without a model.
func (b builder) newRules(words *vocab.Vocabulary, db *database, suggest coding.Finder, opt coding.Options) *coding.Rules {
	opt.Usage, opt.Suggest, opt.Logger = db.usage(), suggest, b.Log
	return coding.NewRules(words, opt)
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
