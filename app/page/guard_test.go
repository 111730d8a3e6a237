package page_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/page"
	"github.com/askomop/askomop/internal/lazyregexp"
)

// places are all that a page can be asked for.
var places = []string{"/", "/question?words=x", "/complete?words=heart", "/database", "/runs/x", "/runs/x/events", "/runs/x/concepts", "/runs/x/export/table.csv",
	"/library", "/library/count-all", "/history", "/cohorts", "/cohorts/x", "/schedules", "/schedules/x", "/nowhere"}

var deeds = []string{"/ask", "/question", "/runs/x/stop", "/runs/x/again", "/runs/x/change", "/runs/x/exclude", "/runs/x/reading", "/runs/x/pair", "/runs/x/cohort", "/runs/x/schedule"}

func TestNothingIsShownWithoutTheToken(t *testing.T) {
	s := serve(t, demo(t))
	before := logged(t)
	for _, cookie := range []string{"", "askomop=", "askomop=AAAAAAAAAAAAAAAAAAAAAAAAAA", "askomop=" + token} {
		for _, path := range places {
			code, body := send(t, s, "GET", path, "", "Cookie", cookie)
			if code != http.StatusUnauthorized || !strings.Contains(body, "enter the token") {
				t.Errorf("GET %s with %q: %d", path, cookie, code)
			}
		}
		for _, path := range deeds {
			if code, _ := send(t, s, "POST", path, "words=How+many+patients+are+there", "Cookie", cookie); code != http.StatusUnauthorized {
				t.Errorf("POST %s with %q: %d", path, cookie, code)
			}
		}
	}
	if after := logged(t); after != before {
		t.Errorf("%d questions were asked", after-before)
	}
}

// send makes a request by hand; headers are names and values.
func send(t testing.TB, s *httptest.Server, method, path, body string, headers ...string) (int, string) {
	t.Helper()
	code, text, _ := sendWith(t, s, method, path, body, headers...)
	return code, text
}

func sendWith(t testing.TB, s *httptest.Server, method, path, body string,
	headers ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else if headers[i+1] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	got, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	code, text := read(t, got)
	return code, text, got.Header
}

func TestTokensCannotBeTriedOften(t *testing.T) {
	s := serve(t, demo(t))
	codes := map[int]int{}
	for range 30 {
		code, _ := send(t, s, "GET", "/open?token=wrong", "")
		codes[code]++
	}
	if codes[http.StatusOK] > 0 || codes[http.StatusTooManyRequests] < 15 {
		t.Errorf("%v", codes)
	}
	if code, _ := send(t, s, "GET", "/open?token="+token, ""); code != http.StatusTooManyRequests {
		t.Errorf("after too many tries the right token is told by %d", code)
	}
}

// cookie is that of a client's session.
func (c *client) cookie() string {
	at, err := url.Parse(c.at)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.http.Jar.Cookies(at)[0].String()
}

func TestManyPeopleCanOpenThePageAtOnce(t *testing.T) {
	s := serve(t, demo(t))
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			r, err := http.Get(s.URL + "/open?token=" + token)
			if err != nil {
				t.Error(err)
				return
			}
			if code, _ := read(t, r); code != http.StatusOK {
				t.Errorf("somebody with the token is answered %d", code)
			}
		})
	}
	all.Wait()
}

func TestAFormMustComeFromTheSessionsOwnPage(t *testing.T) {
	s := serve(t, demo(t))
	c, other := enter(t, s), enter(t, s)
	before := logged(t)
	for what, headers := range map[string][]string{
		"no field": {}, "another session's field": {"X-Askomop-Form", other.form}, "a page of another site": {"X-Askomop-Form", c.form, "Origin", "https://evil.example"},
		"what the browser calls cross-site": {"X-Askomop-Form", c.form, "Sec-Fetch-Site", "cross-site"}, "a sandboxed frame": {"X-Askomop-Form", c.form, "Origin", "null"},
		"another port": {"X-Askomop-Form", c.form, "Origin", "http://127.0.0.1:1"},
	} {
		code, _ := send(t, s, "POST", "/ask", "words=How+many+patients+are+there", append(headers, "Cookie", c.cookie())...)
		if code != http.StatusForbidden {
			t.Errorf("%s: %d", what, code)
		}
	}
	if after := logged(t); after != before {
		t.Errorf("%d questions were asked", after-before)
	}
	if code, _ := send(t, s, "POST", "/ask", "words=How+many+patients+are+there", "Cookie", c.cookie(), "X-Askomop-Form", c.form, "Origin", s.URL, "Sec-Fetch-Site", "same-origin"); code != http.StatusSeeOther {
		t.Errorf("the page's own form: %d", code)
	}
}

func TestOnlyItsOwnAddressIsAnswered(t *testing.T) {
	s := serve(t, demo(t))
	c := enter(t, s)
	for host, want := range map[string]int{
		"evil.example": http.StatusForbidden, "evil.example:80": http.StatusForbidden, "127.0.0.1.evil.example": http.StatusForbidden, "10.0.0.1": http.StatusForbidden,
		"localhost": http.StatusOK, "localhost:9": http.StatusOK, "127.0.0.1": http.StatusOK, "[::1]:80": http.StatusOK,
	} {
		if code, _ := send(t, s, "GET", "/", "", "Host", host, "Cookie", c.cookie()); code != want {
			t.Errorf("%s: %d, want %d", host, code, want)
		}
	}
	p, err := page.New(demo(t), page.Options{Token: token, Hosts: []string{"askomop.example.org"}, Secure: true})
	if err != nil {
		t.Fatal(err)
	}
	named := httptest.NewServer(p)
	t.Cleanup(func() { named.Close(); p.Close() })
	if code, _ := send(t, named, "GET", "/", "", "Host", "127.0.0.1"); code != http.StatusForbidden {
		t.Errorf("this machine's name, where another is wanted: %d", code)
	}
	code, _, headers := sendWith(t, named, "GET", "/open?token="+token, "", "Host", "Askomop.example.org:8765")
	if set := headers.Get("Set-Cookie"); code != http.StatusOK || !strings.Contains(set, "; Secure") || headers.Get("Strict-Transport-Security") == "" {
		t.Errorf("%d %v", code, headers)
	}
}

func TestEveryAnswerForbidsWhatIsNotNeeded(t *testing.T) {
	s := serve(t, demo(t))
	c := enter(t, s)
	for _, path := range append(slices.Clone(places), "/open", "/static/page.js", "/static/none") {
		_, _, h := sendWith(t, s, "GET", path, "", "Cookie", c.cookie())
		policy := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %s", path, policy, want)
			}
		}
		if strings.Contains(policy, "unsafe") || h.Get("X-Frame-Options") != "DENY" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, h)
		}
		if cache := h.Get("Cache-Control"); cache != "no-store" && !strings.HasPrefix(path, "/static/") {
			t.Errorf("%s may be kept: %q", path, cache)
		}
	}
	_, _, h := sendWith(t, s, "GET", "/open?token="+token, "")
	if set := h.Get("Set-Cookie"); !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Strict") {
		t.Errorf("the cookie is %q", set)
	}
}

func TestNoPageHasInlineScriptOrStyle(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask(warfarin)
	for _, path := range append(slices.Clone(places), "/runs/"+run, "/runs/"+run+"/concepts") {
		_, body := c.get(path)
		if wrong := foreign(body, false); len(wrong) > 0 || !strings.Contains(body, "<") && !strings.Contains(body, "event:") {
			t.Errorf("%s has %q", path, wrong)
		}
	}
}

func TestBodiesAndFormsAreBounded(t *testing.T) {
	s := serve(t, demo(t))
	c := enter(t, s)
	for what, tc := range map[string]struct {
		kind, body string
		want       int
	}{
		"a megabyte": {"application/x-www-form-urlencoded", "words=" + strings.Repeat("x", 1<<20), http.StatusRequestEntityTooLarge},
		"JSON":       {"application/json", `{"words": "x"}`, http.StatusUnsupportedMediaType},
		"a file":     {"multipart/form-data; boundary=x", "--x\r\n\r\n--x--", http.StatusUnsupportedMediaType},
		"long words": {"application/x-www-form-urlencoded", "words=" + strings.Repeat("x", 3000), http.StatusBadRequest},
		"no text":    {"application/x-www-form-urlencoded", "words=%ff%fe", http.StatusBadRequest},
	} {
		if code, _ := send(t, s, "POST", "/ask", tc.body, "Content-Type", tc.kind, "Cookie", c.cookie(), "X-Askomop-Form", c.form); code != tc.want {
			t.Errorf("%s: %d, want %d", what, code, tc.want)
		}
	}
	deep := strings.Repeat(`{"not":`, 20000) + "{}" + strings.Repeat("}", 20000)
	for _, doc := range []string{deep, `{"measure":{"kind":"count"},"population":{"entry":{"domain":"person_source_value"}}}`, `{"measure":{"kind":"count"},"min_cell":0}`, `[]`, `null`} {
		if code, _, _ := c.post("/question", "study", doc); code != http.StatusBadRequest && code != http.StatusRequestEntityTooLarge {
			t.Errorf("%.60s: %d", doc, code)
		}
	}
}

func TestNoPathLeadsOutOfThePage(t *testing.T) {
	s := serve(t, demo(t))
	c := enter(t, s)
	for _, path := range []string{"/static/../page.go", "/static/..%2f..%2fpage.go", "/static/%2e%2e/templates/answer.html", "/static/", "/static/....//page.go", "/static/..\\page.go",
		"/cohorts/..%2f..%2fetc%2fpasswd", "/schedules/..%2f..%2fetc%2fpasswd", "/schedules/%2fetc%2fpasswd", "/library/..%2f..%2fx", "/runs/..%2f..%2fx", "/runs/x/export/..%2f..%2fx", "//etc/passwd"} {
		code, body := send(t, s, "GET", path, "", "Cookie", c.cookie())
		if strings.Contains(body, "root:") || strings.Contains(body, "package page") || strings.Contains(body, "{{define") || code == http.StatusOK && !strings.Contains(body, "<pre>") {
			t.Errorf("%s: %d %.200s", path, code, body)
		}
	}
}

func TestASessionDoesNotSeeAnothersAnswers(t *testing.T) {
	s := serve(t, demo(t))
	c, other := enter(t, s), enter(t, s)
	run, _ := c.ask("How many patients have gout?")
	for _, path := range []string{"", "/events", "/concepts", "/export/table.csv", "/export/report.html"} {
		if code, _ := other.get("/runs/" + run + path); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
	for _, deed := range []string{"stop", "change", "exclude", "again", "cohort"} {
		if code, _, _ := other.post("/runs/"+run+"/"+deed, "name", "x"); code != http.StatusNotFound {
			t.Errorf("%s: %d", deed, code)
		}
	}
}

func TestSessionsEndAndAreBounded(t *testing.T) {
	p, err := page.New(demo(t), page.Options{Token: token})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	t.Cleanup(func() { p.Close(); s.Close() })
	c := enter(t, s)
	p.Age(13 * time.Hour)
	if code, _ := c.get("/"); code != http.StatusUnauthorized {
		t.Errorf("a session of yesterday: %d", code)
	}
	enter(t, s)
	if n := p.Sessions(); n != 1 {
		t.Errorf("%d sessions are open, one of them old", n)
	}
}

func TestSettingsThatWouldShowSmallNumbersAreRefused(t *testing.T) {
	for _, least := range []int{app.ShowAll, 1, 4} {
		a, err := newApp(t.TempDir(), func(s *app.Settings, _ *app.Host) { s.MinCell = least })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := page.New(a, page.Options{Token: token}); err == nil || !strings.Contains(err.Error(), "hides counts below 5") {
			t.Errorf("--min-cell %d: %v", least, err)
		}
		a.Close()
	}
	if _, err := page.New(demo(t), page.Options{}); err == nil {
		t.Error("a page without a token")
	}
}

func TestVendoredScriptIsTheOneThatIsNamed(t *testing.T) {
	doc, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("static/htmx.min.js")
	if err != nil {
		t.Fatal(err)
	}
	m := lazyregexp.New(`htmx\]\(https://htmx.org\)[^|]*\|[^|]*\|[^|]*\| ([0-9.]+)`).FindStringSubmatch(string(doc))
	if m == nil || !strings.Contains(string(script), `version:"`+m[1]+`"`) {
		t.Errorf("docs/dependencies.md names the version %v", m)
	}
}
