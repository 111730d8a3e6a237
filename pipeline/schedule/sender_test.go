package schedule

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// handClock is a clock that the test sets.
type handClock struct{ now time.Time }

func (c *handClock) Now() time.Time                    { return c.now }
func (c *handClock) At(time.Time) <-chan time.Time     { return nil }
func (c *handClock) pass(d time.Duration)              { c.now = c.now.Add(d) }
func deliver(c *sender, t *testing.T) (next time.Time) { return c.sendDue(t.Context()) }

func TestAWebhookIsSignedAndTriedUntilItAnswers(t *testing.T) {
	down, got := true, []*http.Request{}
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		body, _ = io.ReadAll(r.Body)
		got = append(got, r)
	}))
	defer server.Close()
	f := Folder{Path: filepath.Join(t.TempDir(), "schedules"), NoSync: true}
	clock := &handClock{day("2026-11-02")}
	log := &strings.Builder{}
	c := newSender(f, "top secret", clock, slog.New(slog.NewTextHandler(log, nil)))
	value := 2010.0
	n, _ := notice("weekly", Record{ID: "r1", Status: Answered, Alerts: []string{"patients rises"}, Value: &value})
	if err := f.post(letter{Notice: n, Webhook: server.URL + "/token123", Written: clock.now}); err != nil {
		t.Fatal(err)
	}
	for _, wait := range []time.Duration{10, 20, 40} {
		if next := deliver(c, t); !next.Equal(clock.now.Add(wait * time.Second)) {
			t.Fatalf("next at %s, want %d s from now", next, wait)
		}
		deliver(c, t) // too soon: nothing happens
		clock.pass(wait * time.Second)
	}
	if stuck, err := f.Undelivered(); err != nil || len(stuck) != 1 || !strings.Contains(stuck[0], "502") {
		t.Errorf("undelivered %v, %v", stuck, err)
	}
	if strings.Contains(log.String(), "token123") {
		t.Errorf("the log shows the address's token: %s", log)
	}
	down = false
	if next := deliver(c, t); !next.IsZero() || len(got) != 1 {
		t.Fatalf("%d deliveries, next at %s", len(got), next)
	}
	deliver(c, t)
	if len(got) != 1 {
		t.Errorf("delivered %d times", len(got))
	}
	h := got[0].Header
	if h.Get(HeaderSignature) != "sha256="+Sign("top secret", h.Get(HeaderTime), body) || h.Get(HeaderID) != "weekly@r1" {
		t.Errorf("headers %v", h)
	}
	var sent Notice
	if err := json.Unmarshal(body, &sent); err != nil || sent.Schedule != "weekly" || *sent.Value != 2010 || len(sent.Alerts) != 1 {
		t.Errorf("body %s: %v", body, err)
	}
}

func TestWithoutASecretNothingIsSentAndThatIsSaid(t *testing.T) {
	f := Folder{Path: t.TempDir(), NoSync: true}
	clock := &handClock{day("2026-11-02")}
	c := newSender(f, "", clock, slog.New(slog.DiscardHandler))
	if err := f.post(letter{Notice: Notice{ID: "a@1", Schedule: "a"}, Webhook: "http://127.0.0.1:1/", Written: clock.now}); err != nil {
		t.Fatal(err)
	}
	deliver(c, t)
	if stuck, _ := f.Undelivered(); len(stuck) != 1 || !strings.Contains(stuck[0], "ASKOMOP_WEBHOOK_SECRET") {
		t.Errorf("undelivered %v", stuck)
	}
	clock.pass(keep + time.Hour)
	deliver(c, t)
	if left, _ := f.letters(); len(left) != 0 {
		t.Errorf("after three days %d letters are left", len(left))
	}
}

func TestACommandGetsTheNoticeOnItsInput(t *testing.T) {
	dir := t.TempDir()
	script, out := filepath.Join(dir, "tell.sh"), filepath.Join(dir, "out")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ncat > \"$1\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	f := Folder{Path: filepath.Join(dir, "schedules"), NoSync: true}
	clock := &handClock{day("2026-11-02")}
	c := newSender(f, "", clock, slog.New(slog.DiscardHandler))
	if err := f.post(letter{Notice: Notice{ID: "a@1", Schedule: "a", Alerts: []string{"it's empty"}}, Command: "sh " + script + " " + out, Written: clock.now}); err != nil {
		t.Fatal(err)
	}
	deliver(c, t)
	data, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(data), `"it's empty"`) {
		t.Errorf("%s, %v", data, err)
	}
	if err := f.post(letter{Notice: Notice{ID: "a@2", Schedule: "a"}, Command: "sh -c nosuchprogram", Written: clock.now}); err != nil {
		t.Fatal(err)
	}
	deliver(c, t)
	if stuck, _ := f.Undelivered(); len(stuck) != 1 || !strings.Contains(stuck[0], "nosuchprogram") {
		t.Errorf("undelivered %v", stuck)
	}
}
