package page

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/askomop/askomop/app/report"
	"github.com/askomop/askomop/omop/study"
)

// longestQuestion bounds what is asked in words, and largestStudy what is asked as a study question, in bytes.
const (
	longestQuestion = 2000
	largestStudy    = 64 << 10
)

// homeView is the page on which one begins.
type homeView struct {
	Words    string
	Examples []string
	Recent   []*run
}

// examples are questions of different kinds that the demo database answers.
var examples = []string{
	"How many women with type 2 diabetes took metformin?",
	"What percentage of patients with atrial fibrillation started warfarin within 90 days of diagnosis, by sex?",
	"How many patients were newly diagnosed with heart failure by year?",
	"What is the mean age at first diagnosis of hypertension?",
	"What are the 10 most common conditions?",
}

func (s *Server) home(w http.ResponseWriter, r *http.Request, of *session) error {
	v := homeView{Words: clip(r.URL.Query().Get("words")), Examples: examples}
	of.mu.Lock()
	for i := len(of.runs) - 1; i >= 0 && len(v.Recent) < 5; i-- {
		if !slices.ContainsFunc(v.Recent, func(o *run) bool { return o.Text() == of.runs[i].Text() }) {
			v.Recent = append(v.Recent, of.runs[i])
		}
	}
	of.mu.Unlock()
	return s.show(w, of, "home", frame{Title: "Ask", Place: "ask", Page: v})
}

// Text is the question as people read it, for the templates.
func (r *run) Text() string { return r.asked.text() }

// ID names the run in addresses.
func (r *run) ID() string { return r.id }

// Since is for how many milliseconds the run has been under way, for the page that counts on.
func (r *run) Since() int64 { return time.Since(r.started).Milliseconds() }

// clip is words of a request as they can be asked.
func clip(words string) string {
	words = oneLine(strings.ToValidUTF8(words, ""))
	for len(words) > longestQuestion {
		_, size := utf8.DecodeLastRuneInString(words)
		words = words[:len(words)-size]
	}
	return words
}

// oneLine puts words on one line, without the marks that turn the order of the letters around them.
func oneLine(words string) string {
	words = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, words)
	return strings.Join(strings.Fields(words), " ")
}

func (s *Server) ask(w http.ResponseWriter, r *http.Request, of *session) error {
	typed := r.PostForm.Get("words")
	words := oneLine(typed)
	switch {
	case words == "":
		return seeOther(w, r, "/")
	case len(words) > longestQuestion || !utf8.ValidString(typed):
		return refusef(http.StatusBadRequest, "A question has at most %d letters.", longestQuestion)
	}
	return s.start(w, r, of, asked{words: words})
}

// start starts a run and leads to its page.
func (s *Server) start(w http.ResponseWriter, r *http.Request, of *session, a asked) error {
	begun, err := s.begin(r.Context(), of, a)
	if err != nil {
		return err
	}
	return seeOther(w, r, "/runs/"+begun.id)
}

// askStudy answers a study question that was sent as its JSON: that of a link, or one written by hand.
func (s *Server) askStudy(w http.ResponseWriter, r *http.Request, of *session) error {
	q, err := readStudy(r.PostForm.Get("study"))
	if err != nil {
		return err
	}
	return s.start(w, r, of, asked{words: clip(r.PostForm.Get("words")), study: q})
}

func readStudy(doc string) (*study.Question, error) {
	if len(doc) > largestStudy {
		return nil, refusef(http.StatusRequestEntityTooLarge, "A study question has at most %d bytes.", largestStudy)
	}
	q, err := study.Parse([]byte(doc))
	if err != nil {
		return nil, &refusal{http.StatusBadRequest, sentence(err.Error())}
	}
	return q, nil
}

// linkView is a question that somebody has sent as a link: it is run when the person says so, not by being opened.
type linkView struct{ Words, Sentence, Study string }

func (s *Server) linked(w http.ResponseWriter, r *http.Request, of *session) error {
	values := r.URL.Query()
	v := linkView{Words: clip(values.Get("words"))}
	if packed := values.Get("study"); packed != "" {
		doc, err := unpack(packed)
		if err != nil {
			return &refusal{http.StatusBadRequest, "This link is damaged: its question can't be read."}
		}
		q, err := readStudy(doc)
		if err != nil {
			return err
		}
		v.Sentence, v.Study = q.String(), doc
	}
	if v.Words == "" && v.Study == "" {
		return seeOther(w, r, "/")
	}
	return s.show(w, of, "link", frame{Title: "A question that was sent", Place: "ask", Page: v})
}

// link is the address that asks a question again: the study question where there is one, so that no reading of words
// changes it.
func link(a asked, q *study.Question) (string, error) {
	if q == nil {
		return "/question?words=" + url.QueryEscape(a.words), nil
	}
	doc, err := json.Marshal(q)
	if err != nil {
		return "", err
	}
	packed, err := pack(doc)
	if err != nil {
		return "", err
	}
	to := "/question?study=" + packed
	if a.words != "" {
		to += "&words=" + url.QueryEscape(a.words)
	}
	return to, nil
}

// pack and unpack shorten a document for an address.
func pack(doc []byte) (string, error) {
	var b bytes.Buffer
	f, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := f.Write(doc); err != nil {
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}

func unpack(text string) (string, error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return "", err
	}
	doc, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), largestStudy+1))
	return string(doc), err
}

// describe is a part of a page: what the database is.
func (s *Server) describe(w http.ResponseWriter, r *http.Request, _ *session) error {
	v, err := s.database.get(r.Context(), s)
	if err != nil {
		return err
	}
	s.render(w, "database", v)
	return nil
}

// described is the description of the database, looked up once: counting its rows takes a while on a large one.
type described struct {
	mu   sync.Mutex
	view *report.Database
}

func (d *described) get(ctx context.Context, s *Server) (report.Database, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.view != nil {
		return *d.view, nil
	}
	v, err := report.Describe(ctx, s.app)
	if err != nil {
		return v, err
	}
	d.view = &v
	return v, nil
}
