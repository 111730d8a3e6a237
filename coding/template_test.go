package coding_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
)

// fixed codes every entity by a table and counts how often it is asked.
type fixed struct {
	ids   map[string][]int64
	asked map[string]int
}

func (f fixed) Code(_ context.Context, e coding.Entity) (coding.ConceptSet, error) {
	f.asked[e.String()]++
	ids, ok := f.ids[e.String()]
	if !ok {
		return coding.ConceptSet{}, &coding.NoConceptError{Entity: e}
	}
	set := coding.ConceptSet{Entity: e}
	for _, id := range ids {
		set.Concepts = append(set.Concepts, coding.Member{ID: id})
	}
	return set, nil
}

func TestCodeTemplateFillsEveryPlaceholderAndCodesEachEntityOnce(t *testing.T) {
	coder := fixed{ids: map[string][]int64{"condition@gout": {440674, 74892}, "drug@allopurinol [x]": {1167322}}, asked: map[string]int{}}
	sql, sets, err := coding.CodeTemplate(context.Background(), coder,
		`SELECT '[condition@not this]' WHERE a IN ([condition@gout]) OR b IN ([drug@allopurinol [x\]]) OR c IN ([condition@gout])`)
	if err != nil {
		t.Fatal(err)
	}
	if want := `SELECT '[condition@not this]' WHERE a IN (440674, 74892) OR b IN (1167322) OR c IN (440674, 74892)`; sql != want {
		t.Errorf("rendered %s", sql)
	}
	if len(sets) != 2 || sets[0].Entity.Text != "gout" || sets[1].Entity.Text != "allopurinol [x]" || coder.asked["condition@gout"] != 1 {
		t.Errorf("sets %+v, asked %v", sets, coder.asked)
	}
}

// later is a Coder whose model answers from files.
type later struct{ fixed }

func (l later) Code(ctx context.Context, e coding.Entity) (coding.ConceptSet, error) {
	set, err := l.fixed.Code(ctx, e)
	if err != nil {
		return set, fmt.Errorf("code %s: %w", e, &llm.PendingError{Waiting: len(l.asked)})
	}
	return set, nil
}

func TestCodeTemplateAsksForAllAnswersThatComeLater(t *testing.T) {
	coder := later{fixed{ids: map[string][]int64{"drug@allopurinol": {1167322}}, asked: map[string]int{}}}
	sql, sets, err := coding.CodeTemplate(t.Context(), coder, `a IN ([condition@gout]) OR b IN ([drug@allopurinol]) OR c IN ([condition@asthma]) OR d IN ([condition@gout])`)
	var waits *llm.PendingError
	if sql != "" || len(sets) != 1 || !errors.As(err, &waits) || waits.Waiting != 3 || coder.asked["condition@gout"] != 1 {
		t.Errorf("rendered %q, sets %+v, error %v, asked %v", sql, sets, err, coder.asked)
	}
}

func TestCodeTemplateReturnsTheSetsCodedBeforeAnAbstention(t *testing.T) {
	coder := fixed{ids: map[string][]int64{"condition@gout": {440674}}, asked: map[string]int{}}
	_, sets, err := coding.CodeTemplate(context.Background(), coder, `a IN ([condition@gout]) AND b IN ([drug@zanthoprazine])`)
	if !errors.Is(err, coding.ErrNoConcept) || len(sets) != 1 {
		t.Errorf("sets %+v, error %v", sets, err)
	}
	if _, _, err := coding.CodeTemplate(context.Background(), coder, `a IN ([gene@BRCA1])`); err == nil || errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("an unknown domain: %v", err)
	}
}
