package page

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/rag"
)

// mostListed bounds a list on one page.
const mostListed = 100

// libraryView is the reviewed questions, narrowed by words and by topic.
type libraryView struct {
	Find, Topic    string
	Topics         []topicView
	All            string // where the questions of all topics are
	Pairs          []rag.Pair
	Found          int
	First, Last    int    // of the found, those that are listed, from 1
	Earlier, Later string // where the others are, empty at an end
}

// topicView is a topic with its questions among those that have the words; together they are a chart.
type topicView struct {
	Name, Link string
	Questions  int
	Percent    int // of the largest topic
	Chosen     bool
}

func (s *Server) library(w http.ResponseWriter, r *http.Request, of *session) error {
	pairs, err := s.app.Library(r.Context())
	if err != nil {
		return err
	}
	query := r.URL.Query()
	v := libraryView{Find: clip(query.Get("find")), Topic: query.Get("topic")}
	wanted := strings.Fields(strings.ToLower(v.Find))
	topics := map[string]int{}
	for _, p := range pairs {
		if !slices.ContainsFunc(p.Wordings(), func(w string) bool { return has(strings.ToLower(w), wanted) }) {
			continue
		}
		topics[p.Topic]++
		if v.Topic == "" || p.Topic == v.Topic {
			v.Pairs = append(v.Pairs, p)
		}
	}
	v.tellTopics(topics)
	v.cut(query.Get("from"))
	return s.show(w, of, "library", frame{Title: "Library", Place: "library", Page: v})
}

// tellTopics lists the topics, those with the most questions first.
func (v *libraryView) tellTopics(counts map[string]int) {
	largest := 0
	for name, n := range counts {
		v.Topics = append(v.Topics,
			topicView{Name: name, Questions: n, Link: v.address(name, 0), Chosen: name == v.Topic})
		largest = max(largest, n)
	}
	for i := range v.Topics {
		v.Topics[i].Percent = 100 * v.Topics[i].Questions / largest
	}
	slices.SortFunc(v.Topics, func(a, b topicView) int {
		return cmp.Or(cmp.Compare(b.Questions, a.Questions), cmp.Compare(a.Name, b.Name))
	})
	if v.Topic != "" {
		v.All = v.address("", 0)
	}
}

// cut leaves one page of the questions, the one from a place on.
func (v *libraryView) cut(from string) {
	v.Found = len(v.Pairs)
	start, err := strconv.Atoi(from)
	if err != nil || start < 0 || start >= v.Found {
		start = 0
	}
	end := min(start+mostListed, v.Found)
	if start > 0 {
		v.Earlier = v.address(v.Topic, max(0, start-mostListed))
	}
	if end < v.Found {
		v.Later = v.address(v.Topic, end)
	}
	v.Pairs, v.First, v.Last = v.Pairs[start:end], start+1, end
}

// address is the address of the library's page with the same words.
func (v *libraryView) address(topic string, from int) string {
	values := url.Values{}
	for name, value := range map[string]string{"find": v.Find, "topic": topic} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if from > 0 {
		values.Set("from", strconv.Itoa(from))
	}
	if len(values) == 0 {
		return "/library"
	}
	return "/library?" + values.Encode()
}

func (s *Server) pair(w http.ResponseWriter, r *http.Request, of *session) error {
	p, err := s.app.Pair(r.Context(), r.PathValue("id"))
	if err != nil {
		return &refusal{http.StatusNotFound, "The library has no such pair."}
	}
	return s.show(w, of, "pair", frame{Title: p.Question, Place: "library", Page: p})
}
