package mask

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// pen is a vocabulary of a few names that also takes them with one slip of the pen.
type pen map[string]string // name → domain

func (p pen) Lookup(text string) []vocab.Hit {
	if domain, ok := p[text]; ok {
		return []vocab.Hit{{Concept: vocab.Concept{Name: text, Domain: domain}}}
	}
	return nil
}

func (p pen) Loose(text string) []vocab.Hit {
	ws := strings.Fields(vocab.Normalize(text))
	for i, w := range ws {
		if near := p.Slips(w); !p.HasWord(w) && len(near) == 1 {
			ws[i] = near[0]
		}
	}
	return p.Lookup(strings.Join(ws, " "))
}

func (p pen) each(f func(word string)) {
	for name := range p {
		for w := range strings.FieldsSeq(name) {
			f(w)
		}
	}
}

func (p pen) HasWord(word string) (has bool) {
	p.each(func(w string) { has = has || w == word })
	return has
}

func (p pen) Slips(word string) (near []string) {
	p.each(func(w string) {
		if vocab.EditDistance(word, w) == 1 || vocab.IsSlip(word, w) {
			near = append(near, w)
		}
	})
	slices.Sort(near)
	return slices.Compact(near)
}

var penNames = pen{
	"diabetes": "Condition", "type 2 diabetes": "Condition", "asthma": "Condition", "patient": "Observation",
	"metformin": "Drug", "prednisone": "Drug", "prednisolone": "Drug", "lisinopril": "Drug",
}

func TestSlipsOfThePenAreMended(t *testing.T) {
	for _, tt := range []struct{ question, entities, mended, unknown string }{
		{"how many pateints took metformn?", "metformn", "pateints=patients", ""},
		{"pateints with type 2 diabtes", "type 2 diabtes", "pateints=patients", ""},
		{"type 2 diabtes patients on metfromin", "type 2 diabtes|metfromin", "", ""},
		{"what percntage of patients with diabtes, asthma", "diabtes|asthma", "percntage=percentage", ""},
		{"how many patients took prednislone?", "", "", "prednislone"}, // prednisone or prednisolone
		{"patients on predniszone", "predniszone", "", ""},
		{"how many separated patients?", "", "", "separated"}, // another form of a word is not a slip
		{"how many patients took ether?", "", "", "ether"},    // nor is another word ("either")
		{"how many doses of metformin?", "metformin", "", "doses"},
		{"patients 2008-2009 on metformin", "metformin", "", ""},
	} {
		m, err := New(penNames).Mask(t.Context(), tt.question)
		if err != nil {
			t.Fatal(err)
		}
		var entities, mended []string
		for _, e := range m.Entities {
			entities = append(entities, e.Text)
		}
		for _, s := range m.Reading.Mended {
			mended = append(mended, s.Written+"="+s.Read)
		}
		got := strings.Join([]string{strings.Join(entities, "|"), strings.Join(mended, "|"), strings.Join(m.Reading.Unknown, "|")}, " / ")
		if want := strings.Join([]string{tt.entities, tt.mended, tt.unknown}, " / "); got != want {
			t.Errorf("%q: %s, want %s", tt.question, got, want)
		}
	}
}

func TestShorthandIsReadAsWhatItStandsFor(t *testing.T) {
	for _, tt := range []struct{ short, long string }{
		{"asthma pts on metformin, n?", "How many patients with asthma took metformin?"},
		{"# of pts w/ asthma w/o diabetes", "How many patients with asthma but not diabetes?"},
		{"pts dx'd w/asthma, n?", "How many patients were diagnosed with asthma?"},
		{"# of pts on metformin w/in 30d of asthma", "How many patients took metformin within 30 days of asthma?"},
		{"asthma pts b/w 20 and 30 y/o, n?", "How many patients with asthma between 20 and 30 years of age?"},
		{"Hey, quick question: do you know how many people have asthma, by any chance? Thanks", "How many people have asthma?"},
	} {
		short, long := penMasked(t, tt.short), penMasked(t, tt.long)
		if len(short.Reading.Unknown) > 0 {
			t.Errorf("%q: %q is not understood", tt.short, short.Reading.Unknown)
		}
		if len(short.Constraints) != len(long.Constraints) {
			t.Errorf("%q limits by %v, want %v", tt.short, short.Constraints, long.Constraints)
		}
	}
}

func penMasked(t *testing.T, question string) rag.Masked {
	t.Helper()
	m, err := New(penNames).Mask(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestWhatAQuestionDefinesIsKnownToIt(t *testing.T) {
	for _, tt := range []struct {
		question string
		unknown  []string
	}{
		{"Let frail patients be those with asthma: how many frail patients are there?", nil},
		{"Define severe asthma as asthma with metformin; how many patients have severe asthma?", nil},
		{"frailty = asthma and diabetes. How many patients have frailty?", nil},
		{"How many frail patients are there?", []string{"frail"}},
		{"Let the patients with asthma be frail", []string{"frail"}}, // a definition comes first
	} {
		if got := penMasked(t, tt.question).Reading.Unknown; !slices.Equal(got, tt.unknown) {
			t.Errorf("%q: unknown %q, want %q", tt.question, got, tt.unknown)
		}
	}
}

func TestWordingsResembleTheEntitiesTheyMean(t *testing.T) {
	for _, tt := range []struct {
		wording, text string
		want          bool
	}{
		{"HTN", "hypertension", true},
		{"afib", "atrial fibrillation", true},
		{"MI", "myocardial infarction", true},
		{"MI", "metformin", true}, // the letters alone do not decide
		{"GI bleed", "warfarin", false},
		{"warfrin", "warfarin", true},
		{"warfrin", "gastrointestinal hemorrhage", false},
		{"LDL", "LDL cholesterol", true},
		{"ER visit", "emergency room visit", true},
		{"prednisone", "prednisolone", true}, // a shorter form; byRest asks for the only one that fits
	} {
		if got := resembles(tt.wording, tt.text); got != tt.want {
			t.Errorf("%q for %q: %v", tt.wording, tt.text, got)
		}
	}
}
