package page

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
)

// How many suggestions there are.
const (
	suggestedQuestions = 5
	suggestedConcepts  = 5
	shortestWord       = 3
)

// suggestion is a way to go on with what was typed.
type suggestion struct {
	Text        string // what the box holds then
	Shown, Kind string
}

// complete suggests questions of the library and terms of the vocabulary.
func (s *Server) complete(w http.ResponseWriter, r *http.Request, _ *session) error {
	values := r.URL.Query()
	typed := clip(values.Get("words"))
	var all []suggestion
	if len(typed) >= shortestWord {
		var err error
		if values.Get("only") != "terms" {
			if all, err = s.similarQuestions(r.Context(), typed); err != nil {
				return err
			}
		}
		terms, err := s.terms(r.Context(), typed, values.Get("domain"), values.Get("only") == "terms")
		if err != nil {
			return err
		}
		all = append(all, terms...)
	}
	s.render(w, "suggestions", all)
	return nil
}

// similarQuestions are the questions of the library that have all the words typed, the last of them begun.
func (s *Server) similarQuestions(ctx context.Context, typed string) ([]suggestion, error) {
	pairs, err := s.app.Library(ctx)
	if err != nil {
		return nil, err
	}
	type match struct {
		text string
		size int
	}
	var found []match
	wanted := strings.Fields(strings.ToLower(typed))
	for _, p := range pairs {
		if has(strings.ToLower(p.Question), wanted) {
			found = append(found, match{p.Question, len(p.Question)})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.size - b.size })
	var all []suggestion
	for _, m := range found[:min(len(found), suggestedQuestions)] {
		all = append(all, suggestion{m.text, m.text, "question"})
	}
	return all, nil
}

// has reports whether a text has the words at the beginnings of its own.
func has(text string, wanted []string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ?,.()[]", r) })
	return !slices.ContainsFunc(wanted, func(w string) bool {
		w = strings.Trim(w, "?,.()[]")
		return !slices.ContainsFunc(words, func(o string) bool { return strings.HasPrefix(o, w) })
	})
}

// before are the words after which a medical term begins.
var before = []string{"with", "of", "took", "on", "for", "after", "before", "had", "and", "or", "without", "started",
	"taking", "a", "an", "the", "no", "from", "having"}

// terms are concepts whose names begin with the end of what was typed, or are like it.
func (s *Server) terms(ctx context.Context, typed, domain string, whole bool) ([]suggestion, error) {
	start, end := "", typed
	if !whole {
		start, end = lastTerm(typed)
	}
	if len(end) < shortestWord {
		return nil, nil
	}
	found, err := s.app.Search(ctx, end, app.SearchOptions{K: 3 * suggestedConcepts, Domain: vocabularyDomain(domain)})
	if err != nil {
		return nil, err
	}
	var all []suggestion
	for _, h := range found.Hits {
		c := h.Concept
		same := func(o suggestion) bool { return o.Text == start+c.Name }
		if !c.IsStandard() || len(all) == suggestedConcepts || slices.ContainsFunc(all, same) {
			continue
		}
		all = append(all, suggestion{start + c.Name, c.Name, strings.ToLower(c.Domain)})
	}
	return all, nil
}

// lastTerm parts what was typed before the term that is being typed.
func lastTerm(typed string) (start, term string) {
	words := strings.Fields(typed)
	for i := len(words) - 1; i >= 0; i-- {
		if slices.Contains(before, strings.ToLower(words[i])) {
			return strings.Join(words[:i+1], " ") + " ", strings.Join(words[i+1:], " ")
		}
	}
	return "", ""
}

// vocabularyDomain is the vocabulary's name of a domain that can be searched; where it is none, all are searched.
func vocabularyDomain(domain string) string {
	switch domain {
	case "condition", "drug", "procedure", "measurement", "observation", "device", "visit":
		return domain
	}
	return ""
}
