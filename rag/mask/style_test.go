package mask

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/vocab"
)

// styles are the ways in which people word questions, apart from whole sentences of whole words.
var styles = map[string]func(wording string, texts []string) bool{
	"terse": func(w string, _ []string) bool {
		return strings.HasSuffix(w, "n?") || strings.HasSuffix(w, ", how many?") || strings.HasSuffix(w, "n of pts?") ||
			strings.HasPrefix(w, "#") || strings.HasPrefix(w, "%") || startsWith(w, "avg", "mean", "median", "max", "min", "top", "deaths", "total", "ratio", "incidence", "cost")
	},
	"chatty": func(w string, _ []string) bool {
		return startsWith(w, "hey", "hi", "hello", "ok", "so", "thanks", "just", "quick", "do", "any", "we", "by any") ||
			containsAny(w, "curious", "wondering", "thank", "please", "pls", "i need", "i'd like", "could you", "can you", "do we", "roughly", "by any chance")
	},
	"abbreviated": func(w string, _ []string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune(" ,?.:;%", r) }), func(f string) bool {
			return slices.Contains(abbreviations, f) || strings.Contains(f, "w/")
		})
	},
	"misspelt": func(w string, texts []string) bool {
		return slices.ContainsFunc(split(w), func(x word) bool {
			n := vocab.Normalize(x.text)
			return words().meant(x.text) != "" && !words().own[x.text] || slices.ContainsFunc(texts, func(t string) bool { return len(n) > 4 && vocab.IsSlip(n, t) })
		})
	},
}

// abbreviations are those of the wordings, in lower case.
var abbreviations = strings.Fields("dx dx'd rx hx los yo py pdc b4 htn t2dm ckd hf chf copd mi ra afib uti gerd esrd cad pvd cabg pci er hba1c ldl bmi hctz aki gi")

func startsWith(w string, beginnings ...string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool {
		return strings.HasPrefix(w, b+" ") || strings.HasPrefix(w, b+",") || strings.HasPrefix(w, b+"!")
	})
}

func containsAny(w string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(w, p) })
}

// Questions come in every style, and so the library has to word them in every style, over all topics.
func TestLibraryIsWordedAsPeopleAsk(t *testing.T) {
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	styled := 0
	topics := map[string]int{}
	for _, p := range pairs {
		holders, err := Placeholders(p.SQL)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, h := range holders {
			texts = append(texts, strings.Fields(vocab.Normalize(h.Text))...)
		}
		any := false
		for _, w := range p.Wordings() {
			for style, is := range styles {
				if is(strings.ToLower(w), texts) {
					count[style]++
					any = true
				}
			}
		}
		if any {
			styled++
			topics[p.Topic]++
		} else {
			topics[p.Topic] += 0
		}
	}
	t.Logf("%d of %d pairs have a wording that is terse (%d), chatty (%d), abbreviated (%d) or misspelt (%d)",
		styled, len(pairs), count["terse"], count["chatty"], count["abbreviated"], count["misspelt"])
	for style, least := range map[string]int{"terse": 100, "chatty": 60, "abbreviated": 100, "misspelt": 60} {
		if count[style] < least {
			t.Errorf("%d wordings are %s, want at least %d", count[style], style, least)
		}
	}
	if 3*styled < len(pairs) {
		t.Errorf("%d of %d pairs have a wording in one of these styles, want a third", styled, len(pairs))
	}
	for topic, n := range topics {
		if n == 0 {
			t.Errorf("no pair on %s has a wording in one of these styles", topic)
		}
	}
}
