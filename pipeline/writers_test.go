package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/rag/write"
)

// panel is who reads a question, each with what they make of it.
type panel struct {
	*fake
	reader      *study.Question // nil: not understood
	refusal     *read.Refusal
	filled      *study.Question // nil: the form can't say it
	sqls        []string        // of the writer, in turn; the last stays
	pending     bool            // the model's answers come later
	written     int
	calibration *pipeline.Calibration
	template    rag.Writer // of verified pairs
	forms       int        // that the model was asked for
	writer      rag.Writer // in the place of the panel's own
}

// gout, women and podagra are study questions whose SQL can be told apart.
func countOf(concept string) *study.Question {
	return &study.Question{Measure: study.Measure{Kind: study.Count}, Population: study.Cohort{Entry: &study.Event{Domain: study.Condition, Concepts: []study.Entity{{Text: concept}}}}}
}

func (p *panel) Mask(context.Context, string) (rag.Masked, error) {
	return rag.Masked{Question: "How many with gout?", Entities: []rag.Mention{{Domain: "condition", Text: "gout"}}}, nil
}

func (p *panel) Read(context.Context, string) (*read.Reading, error) {
	if p.reader == nil && p.refusal == nil {
		p.refusal = &read.Refusal{Kind: read.Unknown, Why: "what is podagra"}
	}
	return &read.Reading{Question: p.reader, Refusal: p.refusal}, nil
}

type asks struct{ *panel }

func (p asks) Ask(context.Context, rag.Masked, []rag.Match) (write.Filled, error) {
	p.forms++
	switch {
	case p.pending:
		return write.Filled{}, &llm.PendingError{Model: "batch:x", File: "requests.jsonl"}
	case p.filled == nil:
		return write.Filled{}, &rag.Abstention{Reason: "out_of_scope", Message: "the form can't say it"}
	}
	return write.Filled{Question: p.filled, Writer: "test:model"}, nil
}

func (p *panel) Write(context.Context, rag.Masked, []rag.Match, *rag.Fix) (rag.Template, error) {
	p.written++
	if len(p.sqls) == 0 {
		return rag.Template{}, &rag.Abstention{Reason: "out_of_scope", Message: "the model gives up"}
	}
	sql := p.sqls[0]
	if len(p.sqls) > 1 {
		p.sqls = p.sqls[1:]
	}
	return rag.Template{SQL: sql, Writer: "test:model"}, nil
}

func (p *panel) Sample(int64, float64) rag.Writer { return p }

func (p *panel) Code(_ context.Context, e coding.Entity) (coding.ConceptSet, error) {
	ids := map[string]int64{"gout": 440674, "asthma": 317009, "stroke": 443454}
	return coding.ConceptSet{Entity: e, Concepts: []coding.Member{{ID: ids[e.Text]}}}, nil
}

// wards counts people by the concept that a query is about: 355 with gout, 120 with asthma, 357 with stroke.
type wards struct{ engine }

func (wards) Query(_ context.Context, sql string, _ omop.Limit) (*omop.Table, error) {
	for _, of := range []struct {
		id string
		n  int64
	}{{"443454", 357}, {"317009", 120}, {"440674", 355}} {
		if strings.Contains(sql, of.id) {
			return &omop.Table{Columns: []omop.Column{{Name: "n", Type: "BIGINT"}}, Rows: [][]any{{of.n}}}, nil
		}
	}
	return nil, errors.New("nobody")
}

func (p *panel) ask(t *testing.T, opt pipeline.Options) *pipeline.Run {
	t.Helper()
	p.fake = &fake{}
	if p.writer == nil {
		p.writer = p
	}
	return pipeline.New(pipeline.Parts{
		Masker: p, Embedder: p.fake, Store: oneVerified{p.fake}, Writer: p.writer, Questioner: asks{p}, Reader: p, Checker: p.fake, Coder: p, Parser: sqltreetest.NewParser(t), Calibration: p.calibration, Templates: p.template,
		Engine: wards{engine{p.fake}},
	}, opt).Ask(t.Context(), "How many with gout?")
}

const (
	goutSQL   = "SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])"
	asthmaSQL = "SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) OR 'gout' = ''"
	falseSQL  = "SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND person_id NOT IN (SELECT 1 WHERE 1 IN ([condition@gout])) AND 1 = 317009"
)

func TestWhatTwoReadingsAgreeOnIsAnswered(t *testing.T) {
	for name, tt := range map[string]struct {
		panel     panel
		votes     int
		n         int64 // 0: abstained
		agreement float64
		written   int
		readings  int
	}{
		"reader and form":                       {panel{reader: countOf("gout"), filled: countOf("gout"), sqls: []string{asthmaSQL}}, 0, 355, 1, 0, 0},
		"form and SQL":                          {panel{filled: countOf("gout"), sqls: []string{goutSQL}}, 0, 355, 1, 1, 0},
		"reader and SQL against the form":       {panel{reader: countOf("gout"), filled: countOf("asthma"), sqls: []string{goutSQL}}, 0, 355, 2.0 / 3, 1, 1},
		"reader against the form":               {panel{reader: countOf("gout"), filled: countOf("asthma")}, 0, 0, 0.5, 1, 2},
		"the reader alone, as without a model":  {panel{reader: countOf("gout")}, 0, 355, 0.5, 1, 0},
		"SQL alone":                             {panel{sqls: []string{goutSQL}}, 0, 0, 1, 1, 1},
		"the form alone":                        {panel{filled: countOf("gout")}, 0, 0, 1, 1, 1},
		"SQL that leaves out what is asked for": {panel{filled: countOf("asthma"), sqls: []string{asthmaSQL}}, 0, 0, 1, 1, 1},
		"SQL alone, confirmed by votes":         {panel{sqls: []string{goutSQL}}, 3, 355, 1, 3, 0},
		"votes of no majority":                  {panel{filled: countOf("stroke"), sqls: []string{goutSQL, falseSQL}}, 2, 0, 1.0 / 3, 2, 3},
		"votes against the reader and the form": {panel{reader: countOf("stroke"), filled: countOf("asthma"), sqls: []string{goutSQL}}, 3, 0, 3.0 / 5, 3, 5},
		"votes against the form":                {panel{filled: countOf("asthma"), sqls: []string{goutSQL}}, 3, 355, 3.0 / 4, 3, 1},
		"nobody":                                {panel{}, 0, 0, 0, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := tt.panel.ask(t, pipeline.Options{Method: pipeline.MethodBoth, Votes: tt.votes, Rows: true})
			if answered := r.Status == pipeline.Answered; answered != (tt.n > 0) || answered && r.Table.Rows[0][0] != tt.n {
				t.Fatalf("%s %q: %v", r.Status, r.Message, r.Table)
			}
			if d := r.Agreement - tt.agreement; d > 1e-9 || d < -1e-9 || tt.panel.written != tt.written || len(r.Readings) != tt.readings {
				t.Errorf("agreement %v, %d writings, %d readings: %q", r.Agreement, tt.panel.written, len(r.Readings), r.Message)
			}
			if tt.readings > 0 && tt.n == 0 && (r.Reason != pipeline.ReasonLowAgreement || len(r.Candidates) < 2) {
				t.Errorf("%s, candidates %v", r.Reason, r.Candidates)
			}
		})
	}
}

// explaining is a panel whose writer writes the same again and says by which part of it the question's words are answered, if it can.
type explaining struct {
	*panel
	told   []rag.StandIn
	causes *[]string
}

func (e explaining) Write(_ context.Context, _ rag.Masked, _ []rag.Match, fix *rag.Fix) (rag.Template, error) {
	t := rag.Template{SQL: e.sqls[0], Writer: "test:model"}
	if fix != nil {
		*e.causes = append(*e.causes, fix.Problem+" "+fix.Cause)
		t.StandIns = e.told
	}
	return t, nil
}

func (e explaining) Sample(int64, float64) rag.Writer { return e }

func (explaining) Cause(context.Context, rag.Masked, rag.Fix) (string, error) {
	return "", errors.New("the cause is known")
}

func TestAWriterSaysWhereTheWordsOfTheQuestionAre(t *testing.T) {
	asthma := strings.TrimSuffix(asthmaSQL, " OR 'gout' = ''")
	for name, tt := range map[string]struct {
		told []rag.StandIn
		n    int64
		why  string
	}{
		"it says where":                    {[]rag.StandIn{{Words: "gout", Part: "condition_concept_id IN ([condition@asthma])"}}, 120, ""},
		"it says nothing":                  {nil, 0, `leaves out "gout"`},
		"it names what is not there":       {[]rag.StandIn{{Words: "gout", Part: "[condition@podagra]"}}, 0, `leaves out "gout"`},
		"of other words than the question": {[]rag.StandIn{{Words: "gouty people", Part: "IN ([condition@asthma])"}}, 0, `leaves out "gout"`},
	} {
		t.Run(name, func(t *testing.T) {
			var causes []string
			p := &panel{sqls: []string{asthma}}
			p.writer = explaining{p, tt.told, &causes}
			r := p.ask(t, pipeline.Options{Method: pipeline.MethodBoth, Votes: 3, Rows: true})
			if answered := r.Status == pipeline.Answered; answered != (tt.n > 0) || answered && r.Table.Rows[0][0] != tt.n || !strings.Contains(r.Message, tt.why) {
				t.Errorf("%s %q: %v", r.Status, r.Message, r.Table)
			}
			if len(causes) != 3 || !strings.Contains(causes[0], `leaves out "gout"`) || !strings.Contains(causes[0], "Stands for") {
				t.Errorf("each of three was told once, what is missing and how to say where it is: %q", causes)
			}
		})
	}
}

func TestTheMethodsOfOneWriter(t *testing.T) {
	p := panel{reader: countOf("asthma"), sqls: []string{goutSQL}}
	if r := p.ask(t, pipeline.Options{Method: pipeline.MethodSQL, Rows: true}); r.Status != pipeline.Answered || r.Table.Rows[0][0] != int64(355) || r.Agreement != 0.5 || len(r.Readings) != 1 {
		t.Errorf("SQL beside a reader who reads otherwise: %s, %v, agreement %v, readings %v", r.Status, r.Table, r.Agreement, r.Readings)
	}
	p = panel{reader: countOf("asthma"), filled: countOf("gout")}
	if r := p.ask(t, pipeline.Options{Method: pipeline.MethodQuestion, Rows: true}); r.Status != pipeline.Abstained || !strings.Contains(r.Message, "asthma") || !strings.Contains(r.Message, "gout") {
		t.Errorf("a form beside a reader who reads otherwise: %s %q", r.Status, r.Message)
	}
	p = panel{filled: countOf("gout")}
	if r := p.ask(t, pipeline.Options{Method: pipeline.MethodQuestion, Rows: true}); r.Status != pipeline.Answered || r.Study == nil || r.Template.Writer != "test:model" {
		t.Errorf("a form: %s %q", r.Status, r.Message)
	}
	p = panel{sqls: []string{goutSQL, falseSQL, goutSQL}}
	if r := p.ask(t, pipeline.Options{Method: pipeline.MethodSQL, Votes: 3, Rows: true}); r.Status != pipeline.Answered || r.Agreement < 0.66 || r.Agreement > 0.67 {
		t.Errorf("votes: %s, agreement %v", r.Status, r.Agreement)
	}
	p = panel{reader: countOf("gout"), filled: countOf("gout")}
	if r := p.ask(t, pipeline.Options{Method: pipeline.MethodBoth, Rows: true, DryRun: true}); r.Status != pipeline.Answered || r.SQL == "" {
		t.Errorf("without execution: %s %q", r.Status, r.Message)
	}
}

func TestTheReadersRefusalEndsARunOfBoth(t *testing.T) {
	for kind, ends := range map[read.Kind]bool{read.OutOfScope: true, read.Contradiction: true, read.Ambiguous: false, read.Unknown: false} {
		p := panel{refusal: &read.Refusal{Kind: kind, Why: "it is advice"}, filled: countOf("gout"), sqls: []string{goutSQL}}
		if r := p.ask(t, pipeline.Options{Method: pipeline.MethodBoth, Rows: true}); (r.Status == pipeline.Abstained) != ends || ends && p.written > 0 {
			t.Errorf("%s: %s after %d writings", kind, r.Status, p.written)
		}
	}
}

func TestReadingsThatDifferByFewPeopleAreNotShownBesideEachOther(t *testing.T) {
	p := panel{reader: countOf("gout"), filled: countOf("stroke")} // 355 and 357 people
	r := p.ask(t, pipeline.Options{Method: pipeline.MethodBoth, MinCell: 5})
	if r.Status != pipeline.Abstained || len(r.Readings) != 2 {
		t.Fatalf("%s %q with %d readings", r.Status, r.Message, len(r.Readings))
	}
	if r.Readings[0].Table == nil || r.Readings[1].Table != nil {
		t.Errorf("shown: %v", r.Readings)
	}
	if strings.Contains(r.Message, "357") || strings.Contains(r.Message, "355") {
		t.Errorf("the message tells numbers: %s", r.Message)
	}
}

func TestAnAnswerThatComesLaterIsWaitedForByBothWriters(t *testing.T) {
	p := panel{pending: true, sqls: []string{goutSQL}}
	if r := p.ask(t, pipeline.Options{Method: pipeline.MethodBoth, Rows: true}); r.Status != pipeline.Failed || p.written != 1 {
		t.Errorf("%s after %d writings: both requests have to be written out at once", r.Status, p.written)
	}
	p = panel{pending: true, reader: countOf("gout"), sqls: []string{goutSQL}}
	if r := p.ask(t, pipeline.Options{Method: pipeline.MethodBoth, Rows: true}); r.Status != pipeline.Failed || p.written != 0 {
		t.Errorf("%s after %d writings: the form may settle it with the reader", r.Status, p.written)
	}
}

func TestWhatIsLessCertainThanCalibratedIsAReading(t *testing.T) {
	n := len(pipeline.SignalNames)
	ones := make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	byAgreement := &pipeline.Calibration{Model: "test:model", Means: make([]float64, n), Scales: ones, Weights: append([]float64{8}, make([]float64, n-1)...), Intercept: -6, Threshold: 0.5}
	sure := (&panel{reader: countOf("gout"), filled: countOf("gout"), calibration: byAgreement}).ask(t, pipeline.Options{Method: pipeline.MethodBoth})
	if sure.Status != pipeline.Answered || byAgreement.Score(sure.Signals()) < 0.8 {
		t.Errorf("%s, %+v", sure.Status, sure.Signals())
	}
	unsure := (&panel{reader: countOf("gout"), calibration: byAgreement}).ask(t, pipeline.Options{Method: pipeline.MethodBoth})
	if unsure.Status != pipeline.Abstained || unsure.Reason != pipeline.ReasonLowAgreement || unsure.Table != nil || len(unsure.Readings) != 1 || unsure.Readings[0].Table == nil {
		t.Errorf("%s %s with %d readings: %s", unsure.Status, unsure.Reason, len(unsure.Readings), unsure.Message)
	}
}

// oneVerified finds a pair that somebody has verified, and others.
type oneVerified struct{ *fake }

func (o oneVerified) Search(ctx context.Context, v llm.Vector, k int, f rag.Filter) ([]rag.Match, error) {
	found, err := o.fake.Search(ctx, v, k, f)
	found[0].Pair.Verified = "me"
	return found, err
}

// verifiedPairs writes SQL without a model.
type verifiedPairs string

func (v verifiedPairs) Write(_ context.Context, _ rag.Masked, examples []rag.Match, _ *rag.Fix) (rag.Template, error) {
	for _, e := range examples {
		if e.Pair.Verified == "" {
			return rag.Template{}, errors.New("a pair that nobody has verified")
		}
	}
	if v == "" {
		return rag.Template{}, &rag.Abstention{Reason: "no_similar_pair", Message: "none is worded alike"}
	}
	return rag.Template{SQL: string(v), Writer: "pair"}, nil
}

func TestAVerifiedTemplateAsksNoModel(t *testing.T) {
	for name, tt := range map[string]struct {
		p     panel
		rows  string
		asked bool
	}{
		"the reader does not understand": {panel{template: verifiedPairs(goutSQL)}, "355", false},
		"the reader says the same":       {panel{reader: countOf("gout"), template: verifiedPairs(goutSQL)}, "355", false},
		"the reader says otherwise":      {panel{reader: countOf("gout"), filled: countOf("gout"), template: verifiedPairs(asthmaSQL)}, "355", true},
		"none is worded alike":           {panel{reader: countOf("gout"), filled: countOf("gout"), template: verifiedPairs("")}, "355", true},
		"the words are ambiguous":        {panel{refusal: &read.Refusal{Kind: read.Ambiguous, Why: "x"}, filled: countOf("gout"), template: verifiedPairs(goutSQL)}, "", true},
	} {
		r := tt.p.ask(t, pipeline.Options{Method: pipeline.MethodBoth})
		got := ""
		if r.Table != nil {
			got = fmt.Sprint(r.Table.Rows[0][0])
		}
		if got != tt.rows || (tt.p.forms+tt.p.written > 0) != tt.asked {
			t.Errorf("%s: %q, %d forms and %d queries asked for: %s %s", name, got, tt.p.forms, tt.p.written, r.Status, r.Message)
		}
	}
	published := &panel{sqls: []string{goutSQL}, template: verifiedPairs(asthmaSQL)}
	if r := published.ask(t, pipeline.Options{Method: pipeline.MethodSQL}); published.written != 1 || r.Template.Writer != "test:model" {
		t.Errorf("the published way asks the model: %s", r.Template.Writer)
	}
}
