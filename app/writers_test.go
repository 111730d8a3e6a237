package app

import (
	"context"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/write"
)

// mistaken is a model that answers questions of the library by their own pairs, but a known part of them by another
// question's: once in so many answers, by chance of the question, of who is asked, and of the seed.
type mistaken struct {
	pairs  []rag.Pair
	forms  map[string]string // of questions
	errors int               // percent
}

var lastQuestion = regexp.MustCompile(`<question>([^<]*)</question>\s*$`)

func (m mistaken) answer(_ context.Context, req llm.Request) (llm.Response, error) {
	at := lastQuestion.FindStringSubmatch(strings.TrimSpace(req.User))
	if at == nil {
		return llm.Response{Text: "{}"}, nil
	}
	if req.Schema != "" {
		if form := m.forms[m.meant(at[1], "form", req.Seed).Question]; form != "" {
			return llm.Response{Text: form}, nil
		}
		return llm.Response{Text: `{"measure": "count", "cannot": "it has no form"}`}, nil
	}
	return llm.Response{Text: "```sql\n" + m.meant(at[1], "sql", req.Seed).SQL + "\n```"}, nil
}

// meant is the pair that the model takes a question for.
func (m mistaken) meant(question, kind string, seed int64) rag.Pair {
	i := slices.IndexFunc(m.pairs, func(p rag.Pair) bool { return p.Question == question })
	if i < 0 {
		panic("no pair asks " + question)
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %d", question, kind, seed)
	if n := h.Sum64(); int(n%100) < m.errors {
		i = (i + 1 + int(n/100%uint64(len(m.pairs)-1))) % len(m.pairs)
	}
	return m.pairs[i]
}

// TestKnownErrorsStayIn measures, per method, how many wrong answers come out of a model of which a known part of the
// answers is another question's. Of the reader's own right answers nothing is changed: it is one of the three.
func TestKnownErrorsStayIn(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of questions")
	}
	a := opened(t, Settings{Home: testFolder, DB: smallDemo(t), MinCell: ShowAll})
	stages, err := a.Stages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := a.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fill, facts := filling(stages.Reader), write.Facts{Version: "5.4", Dialect: "duckdb"}
	m := mistaken{forms: map[string]string{}}
	for i := 0; i < len(all) && len(m.pairs) < 60; i += len(all) / 60 {
		m.pairs = append(m.pairs, all[i])
		m.forms[all[i].Question] = fill(t.Context(), all[i].Question)
	}
	right := map[string]*pipeline.Run{}
	for _, p := range m.pairs {
		right[p.ID] = pipeline.New(stages, pipeline.Options{Rows: true}).AskTemplate(t.Context(), p.SQL)
	}
	for _, errors := range []int{10, 30, 50} {
		m.errors = errors
		wrong := map[string]int{}
		for _, w := range []evalSetting{{name: "question", method: pipeline.MethodQuestion}, {name: "sql", method: pipeline.MethodSQL},
			{name: "both", method: pipeline.MethodBoth}, {name: "vote", method: pipeline.MethodBoth, votes: 3}} {
			for _, witnessed := range []bool{true, false} {
				name := w.name
				parts := w.writers(stages, llmtest.Func(m.answer), facts)
				if !witnessed {
					name, parts.Reader = name+" without the reader", nil
				}
				answered, bad := 0, 0
				for _, p := range m.pairs {
					opt := pipeline.Options{Rows: true, Method: w.method, Votes: w.votes, Filter: rag.Filter{Skip: []string{p.ID}}}
					r := pipeline.New(parts, opt).Ask(t.Context(), p.Question)
					if r.Status != pipeline.Answered {
						continue
					}
					answered++
					if truth := right[p.ID]; truth.Status == pipeline.Answered && !pipeline.SameResult(truth, r) {
						bad++
					}
				}
				wrong[name] = bad
				t.Logf("%d %% errors, %s: %d of %d answered, %d wrong", errors, name, answered, len(m.pairs), bad)
			}
		}
		if wrong["both"] > 1 || wrong["vote"] > 1 {
			t.Errorf("with %d %% errors %d wrong answers come out under both, %d with votes; %d of the SQL alone", errors, wrong["both"], wrong["vote"], wrong["sql"])
		}
	}
}
