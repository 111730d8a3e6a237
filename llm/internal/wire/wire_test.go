package wire

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
)

const key = "sk-test-0123456789abcdef"

func TestRetryAfterReadsEveryForm(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		header map[string]string
		want   time.Duration
	}{
		{"none", nil, 0},
		{"seconds", map[string]string{"Retry-After": "7"}, 7 * time.Second},
		{"fractions", map[string]string{"Retry-After": "0.5"}, 500 * time.Millisecond},
		{"date", map[string]string{"Retry-After": now.Add(90 * time.Second).Format(http.TimeFormat)}, 90 * time.Second},
		{"date gone by", map[string]string{"Retry-After": now.Add(-time.Hour).Format(http.TimeFormat)}, 0},
		{"milliseconds first", map[string]string{"Retry-After-Ms": "1500", "Retry-After": "2"}, 1500 * time.Millisecond},
		{"reset of what is used up", map[string]string{
			"X-Ratelimit-Remaining-Requests": "12", "X-Ratelimit-Reset-Requests": "9m",
			"X-Ratelimit-Remaining-Tokens": "0", "X-Ratelimit-Reset-Tokens": "1m2s"}, 62 * time.Second},
		{"nonsense", map[string]string{"Retry-After": "soon"}, 0},
		{"negative", map[string]string{"Retry-After": "-3"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := http.Header{}
			for k, v := range c.header {
				h.Set(k, v)
			}
			if got := RetryAfter(h, now); got != c.want {
				t.Errorf("RetryAfter = %s, want %s", got, c.want)
			}
		})
	}
}

func TestMessageReadsEveryForm(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"message":"Model is gone","code":"x"}}`:                     "Model is gone",
		`{"error":"model 'x' not found"}`:                                      "model 'x' not found",
		`{"object":"error","message":"bad\n  request"}`:                        "bad request",
		`{"detail":[{"loc":["body","seed"],"msg":"extra"}]}`:                   `[{"loc":["body","seed"],"msg":"extra"}]`,
		`{"error":null,"message":"second"}`:                                    "second",
		`<html><body>502 Bad Gateway</body></html>`:                            "",
		`upstream connect error`:                                               "upstream connect error",
		``:                                                                     "",
		`{"error":{"message":"` + strings.Repeat("a", 400) + `"}}`:             strings.Repeat("a", 300) + "…",
		`{"message":{"detail":[{"loc":["body","seed"],"msg":"not allowed"}]}}`: `{"detail":[{"loc":["body","seed"],"msg":"not allowed"}]}`,
	} {
		if got := message([]byte(body)); got != want {
			t.Errorf("message(%s) = %q, want %q", body, got, want)
		}
	}
}

func TestBlotLeavesNothingOfTheKey(t *testing.T) {
	c := &Client{Secret: key}
	for _, text := range []string{
		"Incorrect API key provided: " + key + ". You can find it",
		`{"key":"` + key + `"}`,
		"Incorrect API key provided: " + key[:10] + "*********cdef.",
		key + key,
		key,
	} {
		if got := c.redactKey(text); strings.Contains(got, key[:8]) || strings.Contains(got, "cdef") {
			t.Errorf("redactKey(%q) = %q", text, got)
		}
	}
	if got := c.redactKey("nothing here"); got != "nothing here" {
		t.Errorf("redactKey changed %q", got)
	}
}

func TestDoFollowsNoRedirect(t *testing.T) {
	var leaked bool
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { leaked = true }))
	defer other.Close()
	srv := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer srv.Close()
	c := &Client{Model: "x:y", Secret: key, HTTP: &http.Client{}}
	err := c.Post(context.Background(), srv.URL, http.Header{"X-Api-Key": {key}}, struct{}{}, &struct{}{})
	if !errors.Is(err, llm.ErrRequest) || !strings.Contains(err.Error(), "base URL") {
		t.Errorf("err = %v, want ErrRequest that names the base URL", err)
	}
	if leaked {
		t.Error("the request went on to the other host")
	}
}

func TestErrorsNameNoURLAndNoKey(t *testing.T) {
	c := &Client{Model: "x:y", Secret: key}
	for _, address := range []string{"http://127.0.0.1:1/v1?key=" + key, "ftp://host/?key=" + key, "http://bad host/" + key, "http://user:" + key + "@127.0.0.1:1/"} {
		err := c.Post(context.Background(), address, http.Header{}, struct{}{}, &struct{}{})
		if err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("Post(%q) = %v", address, err)
		}
	}
}

func TestRequestsShareAConnection(t *testing.T) {
	var conns atomic.Int32
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") }))
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			conns.Add(1)
		}
	}
	srv.Start()
	defer srv.Close()
	c := &Client{Model: "x:y"}
	for range 3 {
		if err := c.Post(context.Background(), srv.URL, http.Header{}, struct{}{}, &struct{}{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := conns.Load(); n != 1 {
		t.Errorf("%d connections for 3 requests", n)
	}
}
