package pipeline

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// leftOut is the first entity of the question that SQL does not name; "" for none.
func leftOut(r *Run) string {
	holders, err := sqltree.Placeholders(r.Template.SQL)
	if err != nil {
		return ""
	}
	for _, e := range r.Masked.Entities {
		text := strings.ToLower(e.Text)
		if e.Domain != "visit" && !slices.ContainsFunc(holders, func(h sqltree.Placeholder) bool {
			own := strings.ToLower(h.Text)
			return strings.Contains(own, text) || strings.Contains(text, own) || slices.Contains(e.Members, h.Text)
		}) {
			return e.Text
		}
	}
	return ""
}

// coversQuestion reports whether SQL names every entity of the question and every number of it that limits something. A
// writer that agrees with itself can agree on half of the question.
func coversQuestion(r *Run) bool {
	if leftOut(r) != "" {
		return false
	}
	holders, err := sqltree.Placeholders(r.Template.SQL)
	if err != nil || len(holders) == 0 && len(r.Masked.Reading.Unknown) > 0 {
		return false // a word that nobody understands may be all that is asked
	}
	question := strings.ToLower(r.Question)
	for _, h := range holders { // nothing that the question does not speak of, as where an example's entity stayed
		if !strings.Contains(h.Text, ":") && !slices.ContainsFunc(strings.Fields(strings.ToLower(h.Text)),
			func(w string) bool {
				return len(w) > 2 && strings.Contains(question, strings.TrimSuffix(w, "s"))
			}) {
			return false
		}
	}
	for _, c := range r.Masked.Constraints {
		for _, v := range c.Values {
			if len(v) > 0 && v[0] >= '0' && v[0] <= '9' && !strings.Contains(r.Template.SQL, v) {
				return false
			}
		}
	}
	return true
}
