package page

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// setView shows the concept set of a term.
type setView struct {
	N          int
	Run, Form  string
	Domain     string
	Text       string
	Concepts   []conceptView
	Notes      []string
	Changeable bool // concepts can be thrown out
	Counted    bool
}

// conceptView is one concept, why it is in, and how often it is recorded.
type conceptView struct {
	ID                          int64
	Name, Vocabulary, Code, Why string
	Descendant                  bool
	Records                     string // "hidden" where few people have them
}

func setViews(a *app.Answer, run, form string, changeable bool) []setView {
	var out []setView
	for n, set := range a.Concepts {
		v := setView{N: n, Run: run, Form: form, Domain: set.Domain, Text: set.Text, Notes: set.Notes,
			Changeable: changeable && len(set.Concepts) > 1}
		for _, c := range set.Concepts {
			v.Concepts = append(v.Concepts,
				conceptView{ID: c.ID, Name: c.Name, Vocabulary: c.Vocabulary, Code: c.Code, Why: c.Why,
					Descendant: strings.HasPrefix(c.Why, "descendant of ")})
		}
		out = append(out, v)
	}
	return out
}

// Chosen are the concepts that the term itself stands for; the others are their descendants.
func (v setView) Chosen() int {
	n := 0
	for _, c := range v.Concepts {
		if !c.Descendant {
			n++
		}
	}
	return n
}

// concepts is a part of a page: the concept sets with the number of records of each concept, which is counted after the
// answer is shown.
func (s *Server) concepts(w http.ResponseWriter, r *http.Request, of *session) error {
	found, answer, err := of.answered(r)
	if err != nil {
		return err
	}
	sets := setViews(answer, found.id, of.form, understood(answer) != nil)
	var ids []int64
	for _, set := range sets {
		for _, c := range set.Concepts {
			ids = append(ids, c.ID)
		}
	}
	counts, err := s.app.Occurrences(r.Context(), ids)
	if err != nil {
		return err
	}
	for i := range sets {
		sets[i].count(counts, s.app.MinCell())
	}
	s.render(w, "sets", sets)
	return nil
}

// count sets the number of records beside each concept. Where few people have one of them, its number is hidden, and
// with it the smallest of the others: the number of records of the whole set, which an answer can show, would tell the
// hidden one.
func (v *setView) count(counts map[int64]info.Occurrence, minCell int) {
	v.Counted = true
	small, least := 0, -1
	for i := range v.Concepts {
		c := &v.Concepts[i]
		switch o := counts[c.ID]; {
		case o.Small(minCell):
			small++
			c.Records = privacy.Hidden
		default:
			c.Records = cell.Text(int64(o.Records))
			if o.Records > 0 && (least < 0 || o.Records < counts[v.Concepts[least].ID].Records) {
				least = i
			}
		}
	}
	if small > 0 && least >= 0 {
		v.Concepts[least].Records = privacy.Hidden
	}
}

var conceptIDs = lazyregexp.New(`concepts? ([0-9]+(?:(?:, | and )[0-9]+)*)`)

// mostNamed is how many concepts a sentence names.
const mostNamed = 3

// nameConcepts puts names in place of the ids in a sentence.
func (s *Server) nameConcepts(r *http.Request, text string) string {
	at := conceptIDs.FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	words, err := s.app.Vocabulary(r.Context())
	if err != nil {
		return text
	}
	var names []string
	ids := strings.Fields(strings.NewReplacer(",", "", " and ", " ").Replace(text[at[2]:at[3]]))
	for _, id := range ids[:min(len(ids), mostNamed)] {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return text
		}
		concept, err := words.Concept(n)
		if err != nil {
			return text
		}
		names = append(names, concept.Name)
	}
	named := strings.Join(names, ", ")
	if more := len(ids) - len(names); more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	return text[:at[0]] + named + text[at[1]:]
}
