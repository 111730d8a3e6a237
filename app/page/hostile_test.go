package page_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/attacks"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// scripts are texts that would run if a page took them for its own.
var scripts = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onfocus='alert(1)' autofocus='`, `</textarea><script>alert(1)</script>`, `</title><script>alert(1)</script>`,
	`<svg onload=alert(1)>`, `javascript:alert(1)`, `</text></svg><script>alert(1)</script>`, `--><script>alert(1)</script>`, `{{.Form}}`, `<a href="javascript:alert(1)">x</a>`,
	`</style><script>alert(1)</script>`, "\u2028<script>", `<iframe srcdoc="<script>alert(1)</script>">`, `hx-on:click="alert(1)"`, `<button hx-get="/x" hx-trigger="load">`,
}

// fixed is an Asker whose every answer is full of the text.
type fixed struct{ text string }

func (f fixed) Ask(_ context.Context, words string) *pipeline.Run {
	if strings.HasPrefix(words, "refuse") {
		return &pipeline.Run{Question: words, Status: pipeline.Abstained, Reason: "no_concept", Message: f.text + "\n" + f.text,
			Err:      &coding.NoConceptError{Entity: coding.Entity{Domain: "condition", Text: "refuse"}, Nearest: []coding.Member{{Name: f.text}}},
			Examples: []rag.Match{{Pair: rag.Pair{ID: "x", Question: f.text}}}}
	}
	return f.AskStudy(context.Background(), nil)
}

func (f fixed) AskTemplate(ctx context.Context, _ string) *pipeline.Run { return f.AskStudy(ctx, nil) }

func (f fixed) AskStudy(_ context.Context, q *study.Question) *pipeline.Run {
	return &pipeline.Run{Question: f.text, Status: pipeline.Answered, Study: q, Answer: f.text, SQL: "SELECT '" + strings.ReplaceAll(f.text, "'", "''") + "'",
		Template: rag.Template{SQL: "SELECT 1", Writer: "pair", PairID: f.text, Assumptions: []string{f.text}}, Warnings: []omop.Finding{{Rule: f.text, Severity: "warning", Message: f.text}},
		Concepts: []coding.ConceptSet{{Entity: coding.Entity{Domain: "condition", Text: f.text}, Notes: []string{f.text},
			Concepts: []coding.Member{{ID: 1, Name: f.text, Vocabulary: f.text, Code: f.text, Why: f.text}}}},
		Table: &omop.Table{Columns: []omop.Column{{Name: "year", Type: "VARCHAR"}, {Name: f.text, Type: "VARCHAR"}, {Name: "patients", Type: "BIGINT"}},
			Rows: [][]any{{"2008", f.text, int64(12)}, {"2009", f.text + "x", "<5"}}},
	}
}

func TestTextsOfTheDataStayTexts(t *testing.T) {
	var says fixed
	a := another(t, func(_ *app.Settings, h *app.Host) {
		h.Asker = func(*app.App, pipeline.Options) app.Asker { return says }
	})
	s := serve(t, a)
	var c *client
	for i, text := range append(scripts, attacks.All...) {
		says.text = text
		if i%8 == 0 { // a session may ask so often only
			if c = enter(t, s); i > 0 {
				time.Sleep(2 * time.Second) // and the token be tried
			}
		}
		run, answer := c.ask("answer " + text)
		_, refusal := c.ask("refuse " + text)
		pages := map[string]string{"the answer": answer, "the refusal": refusal}
		_, pages["the report"] = c.get("/runs/" + run + "/export/report.html")
		_, pages["the question"] = c.get("/?words=" + urlOf(text))
		_, pages["a link"] = c.get("/question?words=" + urlOf(text))
		_, pages["the library"] = c.get("/library?find=" + urlOf(text) + "&topic=" + urlOf(text))
		for what, body := range pages {
			for _, wrong := range foreign(body, what == "the report") {
				t.Errorf("%s has %s of %q", what, wrong, text)
			}
		}
	}
}

// own are the elements that pages are made of.
var own = strings.Fields(`html head meta title link noscript script body a header svg circle path nav main h1 h2 h3 form input label div textarea button ul li p small section
	span i b strong details summary pre code table thead tbody tr th td footer select option figure defs pattern line rect text desc mark progress`)

// foreign lists what is in a page that none of its templates has: other elements, handlers, styles, addresses
// elsewhere.
func foreign(body string, report bool) []string {
	var wrong []string
	z := html.NewTokenizer(strings.NewReader(body))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		token := z.Token()
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		if !slices.Contains(own, token.Data) && !(report && token.Data == "style") {
			wrong = append(wrong, "<"+token.Data+">")
		}
		for _, a := range token.Attr {
			address := a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "hx-get"
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc", strings.HasPrefix(a.Key, "hx-on"), a.Key == "autofocus",
				address && !strings.HasPrefix(a.Val, "/") && a.Val != "#main", strings.HasPrefix(a.Val, "//") && address:
				wrong = append(wrong, fmt.Sprintf("%s=%q in <%s>", a.Key, a.Val, token.Data))
			}
		}
		if token.Data == "script" && kind == html.StartTagToken {
			if z.Next() == html.TextToken {
				wrong = append(wrong, "a script in itself")
			}
		}
	}
	return wrong
}

func urlOf(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, "%%%02x", c)
	}
	return b.String()
}

func TestAnExportsNameIsOnlyAName(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	for _, words := range []string{"How many patients have gout?\r\nSet-Cookie: a=b", `How many patients have gout"; filename="x.exe`, "../../How many patients have gout?", strings.Repeat("How many ", 100)} {
		_, _, at := c.post("/ask", "words", words)
		r, err := c.http.Get(c.at + at.Path + "/export/query.sql")
		if err != nil {
			t.Fatal(err)
		}
		code, _ := read(t, r)
		name := r.Header.Get("Content-Disposition")
		if strings.ContainsAny(name, "\r\n/\\") || strings.Count(name, `"`) > 0 || r.Header.Get("Set-Cookie") != "" || len(name) > 120 || code == http.StatusOK && !strings.HasSuffix(name, "-query.sql") {
			t.Errorf("%q gives %q", words, name)
		}
	}
}

func TestACSVCellIsNoFormula(t *testing.T) {
	set := app.Settings{Home: t.TempDir(), NoLog: true}
	a, err := app.New(set, app.Host{Asker: func(*app.App, pipeline.Options) app.Asker { return fixed{"=HYPERLINK(1)"} }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	c := enter(t, serve(t, a))
	run, _ := c.ask("x")
	if got := c.table(run)[1][1]; got != "'=HYPERLINK(1)" {
		t.Errorf("the cell is %q", got)
	}
}
