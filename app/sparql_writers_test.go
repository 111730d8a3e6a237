package app

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/pipeline"
)

// inThree answers as mistaken does, in whichever of three ways it is asked: SQL, the form, or SPARQL where the question can be said in it.
type inThree struct {
	mistaken
	sparql map[string]string // of questions
}

func (m inThree) answer(ctx context.Context, req llm.Request) (llm.Response, error) {
	text := "CANNOT ANSWER (slots_do_not_fit): SPARQL can't say it"
	if strings.HasPrefix(req.System, "You write one SPARQL query") {
		at := lastQuestion.FindStringSubmatch(strings.TrimSpace(req.User))
		if said := m.sparql[m.meant(at[1], "sparql", req.Seed).Question]; said != "" {
			text = "```sparql\n" + said + "\n```"
		}
	} else {
		resp, err := m.mistaken.answer(ctx, req)
		if err != nil {
			return resp, err
		}
		text = resp.Text
	}
	return llm.Response{Text: text, PromptTokens: (len(req.System) + len(req.User)) / 4, CompletionTokens: len(text) / 4}, nil
}

// TestWritersByLanguage measures a scripted model that writes SQL, SPARQL or the form of 60 questions, of which a known part are
// another question's. Its table is in docs/graph.md.
func TestWritersByLanguage(t *testing.T) {
	needs.Time(t, "hundreds of questions")
	a := opened(t, Settings{Home: testFolder, DB: smallDemo(t), MinCell: ShowAll, Model: Model{LLM: "command:true"}})
	settings := []string{pipeline.MethodSQL, WriterSPARQL, pipeline.MethodQuestion, pipeline.MethodBoth, WriterBothSPARQL}
	m, err := a.EvalMatrix(t.Context(), EvalOptions{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	stages, err := a.Stages(t.Context())
	if err == nil {
		stages, err = a.withoutModel(t.Context(), stages)
	}
	if err != nil {
		t.Fatal(err)
	}
	facts, err := a.Facts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	graph, err := a.promptGraph(t.Context(), stages.Reader)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := wantedSettings(settings, true)
	if err != nil {
		t.Fatal(err)
	}
	model := inThree{mistaken{forms: map[string]string{}}, map[string]string{}}
	fill, say := filling(stages.Reader), saying(stages.Reader)
	var asked []eval.Case
	for i := 0; i < len(m.Pairs) && len(asked) < 60; i += len(m.Pairs) / 60 {
		p := m.Pairs[i]
		model.pairs = append(model.pairs, p)
		model.forms[p.Question], model.sparql[p.Question] = fill(t.Context(), p.Question), say(t.Context(), p.Question)
		for _, c := range m.Cases {
			if c.PairID == p.ID && c.Kind == eval.KindQuestion {
				asked = append(asked, c)
			}
		}
	}
	m.Cases = asked
	for _, model.errors = range []int{0, 30} {
		for i, w := range wanted {
			if w.sparql {
				w.graph = &graph
			}
			m.Settings[i].Build = building(w.writers(stages, pipeline.Meter(llmtest.Func(model.answer)), facts), w)
		}
		folder, err := eval.OpenFolder(t.TempDir(), m.Plan())
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Run(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
		wrong := map[string]float64{}
		for _, s := range eval.NewReport(&folder.Record, 0).Settings {
			score := func(name string) float64 { return s.Scores[name].Value }
			wrong[s.Name] = score("wrong")
			t.Logf("%d %% errors, %-30s accuracy %.0f wrong %.0f LF %.0f EX %.0f ST %.0f, %.0f + %.0f tokens, ends %v", model.errors, s.Name, score("accuracy"), score("wrong"),
				score("LF"), score("EX"), score("ST"), score("prompt tokens"), score("completion tokens"), ends(folder.Outcomes, s.Label))
			if sparql := strings.HasPrefix(s.Name, WriterSPARQL); sparql && model.errors == 0 && (score("LF") < 50 || score("wrong") > 2) {
				t.Errorf("a model that writes the library's SPARQL: LF %.1f, wrong %.1f", score("LF"), score("wrong"))
			}
		}
		for _, name := range []string{pipeline.MethodBoth, WriterBothSPARQL} {
			if got := wrong[name+", leave-one-out"]; got > 2 {
				t.Errorf("%d %% errors: under %s %.1f %% are wrong", model.errors, name, got)
			}
		}
	}
}

// ends counts how the cases of a setting ended that were not answered.
func ends(all []eval.Outcome, label string) map[string]int {
	n := map[string]int{}
	for _, o := range all {
		if o.Setting == label && !o.Answered() {
			n[fmt.Sprint(o.Status, " ", o.Reason)]++
		}
	}
	return n
}
