package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// atlasVocabulary tells a writer of ATLAS's JSON what words stand for. It implements circe.Vocabulary.
type atlasVocabulary struct {
	ctx   context.Context
	app   *App
	coder coding.Coder
	words *vocab.Vocabulary
}

// Items implements circe.Vocabulary.
func (v *atlasVocabulary) Items(d study.Domain, e study.Entity) ([]study.Item, error) {
	expression, err := v.expression(d, e)
	if err != nil {
		return nil, err
	}
	var items []study.Item
	for _, i := range expression.Items {
		items = append(items, study.Item{ID: i.Concept.ID, Name: i.Concept.Name, Exact: !i.Descendants,
			Mapped: i.Mapped, Exclude: i.Exclude})
	}
	return items, nil
}

func (v *atlasVocabulary) expression(d study.Domain, e study.Entity) (conceptset.Expression, error) {
	if e.Set != "" {
		name, version, err := conceptset.ParseReference(e.Set)
		if err != nil {
			return conceptset.Expression{}, err
		}
		saved, err := v.app.Sets().Load(name, version)
		return saved.Expression, err
	}
	domain := strings.TrimSuffix(string(d), "_era")
	text := e.Text
	if e.Code != "" {
		text = e.Vocabulary + ":" + e.Code
	}
	set, err := v.coder.Code(v.ctx, coding.Entity{Domain: domain, Text: text})
	if err != nil {
		return conceptset.Expression{}, fmt.Errorf("coding %q: %w", text, err)
	}
	return conceptset.Of(set, v.words), nil
}

// Concept implements circe.Vocabulary.
func (v *atlasVocabulary) Concept(id int64, name string) any {
	k, err := v.words.Concept(id)
	if err != nil {
		k = vocab.Concept{ID: id, Name: name}
	}
	return conceptset.AtlasConcept(k)
}

// findPhenotype gives the name of the definition that words mean, "" where they mean none. Words are taken as they
// stand, or as the concepts that the vocabulary knows by them: T2DM is type 2 diabetes mellitus.
func (a *App) findPhenotype(ctx context.Context, words string) (string, error) {
	wordings := []string{words}
	if v, err := a.SearchedVocabulary(ctx); err == nil {
		for _, hit := range v.Lookup(strings.ToLower(words)) {
			wordings = append(wordings, hit.Concept.Name)
		}
	}
	name, err := a.Definitions().Find(wordings...)
	var several *cohort.AmbiguousError
	switch {
	case errors.Is(err, cohort.ErrNotDefined):
		return "", nil
	case errors.As(err, &several):
		return "", &rag.Abstention{Reason: "slots_do_not_fit",
			Message: "The phenotype is not clear: " + several.Error() + " (In cohort NAME, …)."}
	}
	return name, err
}
