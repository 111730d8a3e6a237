package page_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/page"
	"github.com/askomop/askomop/internal/lazyregexp"
)

// TestMain lets the test's own program be the process that runs queries, as askomop is.
func TestMain(m *testing.M) {
	if app.IsQueryWorker() {
		if app.ServeQueries(os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	if house.dir != "" {
		_ = house.app.Close()
		_ = os.RemoveAll(house.dir)
	}
	os.Exit(code)
}

// house is askomop over the demo database, opened once for all tests.
var house struct {
	once sync.Once
	dir  string
	app  *app.App
	err  error
}

func demo(t testing.TB) *app.App {
	t.Helper()
	house.once.Do(func() {
		if house.dir, house.err = os.MkdirTemp("", "askomop-page-"); house.err != nil {
			return
		}
		house.app, house.err = newApp(filepath.Join(house.dir, "home"), nil)
	})
	if house.err != nil {
		t.Fatal(house.err)
	}
	return house.app
}

func newApp(home string, change func(*app.Settings, *app.Host)) (*app.App, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	set, host := app.Settings{Home: home}, app.Host{Worker: []string{program}, Log: quiet, Version: "test"}
	if change != nil {
		change(&set, &host)
	}
	return app.New(set, host)
}

// another is askomop of its own, over a copy of the demo database: a process opens a file with one configuration only.
func another(t *testing.T, change func(*app.Settings, *app.Host)) *app.App {
	t.Helper()
	if _, err := demo(t).Engine(t.Context()); err != nil { // the database is made
		t.Fatal(err)
	}
	made, err := filepath.Glob(filepath.Join(house.dir, "home", "demo", "*.duckdb"))
	if err != nil || len(made) != 1 {
		t.Fatalf("the demo database: %v %v", made, err)
	}
	data, err := os.ReadFile(made[0])
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	file := filepath.Join(home, "copy.duckdb")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := newApp(home, func(s *app.Settings, h *app.Host) {
		s.DB = file
		if change != nil {
			change(s, h)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

var quiet = slog.New(slog.DiscardHandler)

const token = "a-token-for-the-tests"

// client is a browser without scripts.
type client struct {
	t    testing.TB
	at   string
	http *http.Client
	form string
}

// serve starts the page over an App.
func serve(t testing.TB, a *app.App) *httptest.Server {
	t.Helper()
	p, err := page.New(a, page.Options{Token: token, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	t.Cleanup(func() { p.Close(); s.Close() })
	return s
}

// enter opens a session.
func enter(t testing.TB, s *httptest.Server) *client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, at: s.URL, http: &http.Client{Jar: jar, Timeout: time.Minute}}
	if code, _ := c.get("/open?token=" + token); code != http.StatusOK {
		t.Fatalf("the token opens nothing: %d", code)
	}
	_, body := c.get("/")
	m := formField.FindStringSubmatch(body)
	if m == nil {
		t.Fatalf("no form on the first page:\n%s", body)
	}
	c.form = m[1]
	return c
}

var formField = lazyregexp.New(`name="form" value="([A-Z0-9]+)"`)

func (c *client) get(path string) (int, string) {
	c.t.Helper()
	r, err := c.http.Get(c.at + path)
	if err != nil {
		c.t.Fatal(err)
	}
	return read(c.t, r)
}

func read(t testing.TB, r *http.Response) (int, string) {
	t.Helper()
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

// post sends a form, and follows where it leads.
func (c *client) post(path string, values ...string) (int, string, *url.URL) {
	c.t.Helper()
	f := url.Values{"form": {c.form}}
	for i := 0; i < len(values); i += 2 {
		f.Add(values[i], values[i+1])
	}
	r, err := c.http.PostForm(c.at+path, f)
	if err != nil {
		c.t.Fatal(err)
	}
	at := r.Request.URL
	code, body := read(c.t, r)
	return code, body, at
}

// ask asks in words and waits for the page with the answer.
func (c *client) ask(words string) (run, body string) {
	c.t.Helper()
	code, body, at := c.post("/ask", "words", words)
	return c.wait(code, body, at)
}

func (c *client) wait(code int, body string, at *url.URL) (run, answer string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	for strings.Contains(body, "data-events") {
		select {
		case <-ctx.Done():
			c.t.Fatalf("no answer after a minute at %s", at)
		case <-time.After(50 * time.Millisecond):
		}
		code, body = c.get(at.Path)
	}
	if code != http.StatusOK {
		c.t.Fatalf("%s: %d\n%s", at, code, body)
	}
	return strings.TrimPrefix(at.Path, "/runs/"), body
}

// shows fails where a page lacks one of the texts.
func shows(t *testing.T, body string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(body, text) {
			_, main, _ := strings.Cut(body, "<main")
			t.Errorf("%q is not on the page:\n%.3000s", text, main)
		}
	}
}
