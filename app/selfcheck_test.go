package app

import (
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/write"
)

// doubts is what the model says when it is asked whether SQL answers a question: whether it is another question's, but mistaken about
// it as often as about anything else.
func (m mistaken) doubts(question, sql string, wrong bool) bool {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s check %s", question, sql)
	if int(h.Sum64()%100) < m.errors {
		return !wrong
	}
	return wrong
}

// outcomes are how many questions were answered, and how many of these answers are wrong.
type outcomes struct{ answered, wrong int }

// TestASelfCheckCostsMoreThanItSaves measures what would come out if the model were asked about each answer whether its SQL answers the
// question, and a doubt held it back: why there is no such check (docs/decisions.md).
func TestASelfCheckCostsMoreThanItSaves(t *testing.T) {
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
		var checked outcomes // of SQL alone
		for _, w := range []evalSetting{{name: "sql", method: pipeline.MethodSQL}, {name: "vote", method: pipeline.MethodBoth, votes: 3}} {
			parts := w.writers(stages, llmtest.Func(m.answer), facts)
			var before, after outcomes
			for _, p := range m.pairs {
				opt := pipeline.Options{Rows: true, Method: w.method, Votes: w.votes, Filter: rag.Filter{Skip: []string{p.ID}}}
				r := pipeline.New(parts, opt).Ask(t.Context(), p.Question)
				if r.Status != pipeline.Answered {
					continue
				}
				truth := right[p.ID]
				wrong := truth.Status == pipeline.Answered && !pipeline.SameResult(truth, r)
				before.answered++
				if wrong {
					before.wrong++
				}
				if m.doubts(p.Question, r.Template.SQL, wrong) {
					continue
				}
				after.answered++
				if wrong {
					after.wrong++
				}
			}
			t.Logf("%d %% errors, %s: %d answered, %d wrong; checked %d answered, %d wrong", errors, w.name, before.answered, before.wrong, after.answered, after.wrong)
			if w.name == "sql" {
				checked = after
			} else if after.wrong < before.wrong || before.answered-before.wrong <= checked.answered-checked.wrong {
				t.Errorf("with %d %% errors a self-check would help: by it %+v of SQL alone, under both %+v before and %+v after", errors, checked, before, after)
			}
		}
	}
}
