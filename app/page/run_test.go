package page_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/page"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
)

// bomb is an Asker whose every question is a query that would run for hours.
type bomb struct {
	app *app.App
	opt pipeline.Options
}

func (b bomb) Ask(ctx context.Context, words string) *pipeline.Run {
	b.opt.Progress("execute")
	engine, err := b.app.Engine(ctx)
	if err == nil {
		_, err = engine.Query(ctx, "SELECT COUNT(*) FROM person a, person b, person c, person d WHERE a.year_of_birth + b.year_of_birth < c.year_of_birth * d.person_id", omop.Limit{Time: time.Hour})
	}
	return &pipeline.Run{Question: words, Status: pipeline.Failed, Message: fmt.Sprint(err), Err: err}
}
func (b bomb) AskTemplate(ctx context.Context, q string) *pipeline.Run { return b.Ask(ctx, q) }
func (b bomb) AskStudy(ctx context.Context, q *study.Question) *pipeline.Run {
	return b.Ask(ctx, q.String())
}

// bombs is askomop whose questions never end by themselves.
func bombs(t *testing.T) *app.App {
	t.Helper()
	return another(t, func(_ *app.Settings, h *app.Host) {
		h.Asker = func(a *app.App, opt pipeline.Options) app.Asker { return bomb{a, opt} }
	})
}

// busy are this process's children that have used the processor, by id.
func busy(t *testing.T) map[int]bool {
	t.Helper()
	found := map[int]bool{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		needs.Missing(t, "/proc: %v", err)
	}
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
		parent, _ := strconv.Atoi(fields[1])
		ticks, _ := strconv.Atoi(fields[11])
		if parent == os.Getpid() && fields[0] != "Z" && ticks > 20 {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			found[pid] = true
		}
	}
	return found
}

func TestStopKillsTheProcessThatCounts(t *testing.T) {
	c := enter(t, serve(t, bombs(t)))
	before := busy(t)
	_, body, at := c.post("/ask", "words", "a long question")
	if !strings.Contains(body, "data-events") || !strings.Contains(body, `class="stop"`) {
		t.Fatalf("no question under way:\n%s", body)
	}
	var worker int
	for end := time.Now().Add(20 * time.Second); worker == 0 && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
		for pid := range busy(t) {
			if !before[pid] {
				worker = pid
			}
		}
	}
	if worker == 0 {
		t.Fatal("no process counts")
	}
	began := time.Now()
	code, page, _ := c.post(at.Path + "/stop")
	if code != http.StatusOK || !strings.Contains(page, "Stopped. Nothing runs any more.") {
		t.Errorf("%d\n%s", code, page)
	}
	for busy(t)[worker] {
		if time.Since(began) > 3*time.Second {
			t.Fatalf("process %d still counts three seconds after the stop", worker)
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Logf("stopped within %v", time.Since(began))
}

func TestTooManyQuestionsAtOnceAreRefused(t *testing.T) {
	c := enter(t, serve(t, bombs(t)))
	codes := map[int]int{}
	for range 5 {
		code, _, _ := c.post("/ask", "words", "a long question")
		codes[code]++
	}
	if codes[http.StatusOK] != 3 || codes[http.StatusTooManyRequests] != 2 {
		t.Errorf("%v, want 3 under way and 2 refused", codes)
	}
}

func TestAFloodOfRequestsIsRefused(t *testing.T) {
	s := serve(t, demo(t))
	c, calm := enter(t, s), enter(t, s)
	codes := map[int]int{}
	for range 300 {
		code, _ := c.get("/cohorts")
		codes[code]++
	}
	if codes[http.StatusTooManyRequests] == 0 || codes[http.StatusOK] < 50 {
		t.Errorf("%v", codes)
	}
	if code, _ := calm.get("/cohorts"); code != http.StatusOK {
		t.Errorf("another session is refused for it: %d", code)
	}
}

// stream opens a run's events.
func (c *client) stream(path string) *http.Response {
	c.t.Helper()
	r, err := c.http.Get(c.at + path + "/events")
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

func TestStagesAreStreamed(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask("How many patients have gout?")
	r := c.stream("/runs/" + run)
	_, body := read(t, r)
	if kind := r.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Error(kind)
	}
	last := -1
	for _, stage := range []string{"Opening the database", "Finding medical terms", "Reading the question", "Checking the query", "Looking codes up", "Counting", "Hiding small numbers"} {
		at := strings.Index(body, "data: "+stage+"\n")
		if at <= last {
			t.Errorf("%q is not told in its turn:\n%s", stage, body)
		}
		last = at
	}
	if !strings.HasSuffix(body, "event: done\ndata: \n\n") {
		t.Errorf("the stream has no end:\n%s", body)
	}
}

func TestStreamsAreBoundedAndLetGo(t *testing.T) {
	p, err := page.New(bombs(t), page.Options{Token: token})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	t.Cleanup(func() { p.Close(); s.Close() })
	c := enter(t, s)
	c.http.Timeout = 0
	_, _, at := c.post("/ask", "words", "a long question")
	var open []io.Closer
	refused := 0
	for range 20 {
		r := c.stream(at.Path)
		if r.StatusCode == http.StatusTooManyRequests {
			refused++
			r.Body.Close()
			continue
		}
		if _, err := bufio.NewReader(r.Body).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		open = append(open, r.Body)
	}
	if len(open) != 6 || refused != 14 || p.Streams() != 6 {
		t.Errorf("%d streams are open and %d refused; the page counts %d", len(open), refused, p.Streams())
	}
	for _, one := range open {
		one.Close()
	}
	for end := time.Now().Add(5 * time.Second); p.Streams() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d streams are still open though nobody reads them", p.Streams())
		}
	}
}

// Twenty people ask at once: each gets their own right answers.
func TestTwentyPeopleAskAtOnce(t *testing.T) {
	s := serve(t, demo(t))
	words := []string{"How many patients have gout?", "How many women have heart failure?", warfarin, "How many patients had a stroke by sex?"}
	want := map[string]string{}
	for _, w := range words {
		want[w] = fmt.Sprint(told(t, w))
	}
	clients := make([]*client, 20)
	for i := range clients {
		if i%9 == 8 {
			time.Sleep(20 * time.Second) // the token may be tried so often only
		}
		clients[i] = enter(t, s)
	}
	var all sync.WaitGroup
	began := time.Now()
	for i, c := range clients {
		all.Go(func() {
			for k := range 6 {
				w := words[(i+k)%len(words)]
				run, _ := c.ask(w)
				if got := fmt.Sprint(c.table(run)); got != want[w] {
					t.Errorf("%s: %s, want %s", w, got, want[w])
				}
			}
		})
	}
	all.Wait()
	t.Logf("120 questions of 20 people in %v", time.Since(began))
}

// listen starts the page as the command does.
func listen(t *testing.T, a *app.App, hurry time.Duration) (s *page.Served, at string, end func() time.Duration) {
	t.Helper()
	s, err := page.Listen(a, page.Place{Address: "127.0.0.1:0", Token: token}, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if hurry > 0 {
		s.Hurry(hurry)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	var once sync.Once
	var took time.Duration
	end = func() time.Duration {
		once.Do(func() {
			began := time.Now()
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
			took = time.Since(began)
		})
		return took
	}
	t.Cleanup(func() { end() })
	return s, strings.TrimSuffix(strings.TrimPrefix(s.Link, "http://"), "/open?token="+token), end
}

func TestSlowClientsAreLetGo(t *testing.T) {
	_, at, _ := listen(t, demo(t), 300*time.Millisecond)
	for what, begins := range map[string]string{
		"a head that never ends": "GET / HTTP/1.1\r\nHost: " + at + "\r\nX-A: ",
		"a body that never ends": "POST /open HTTP/1.1\r\nHost: " + at + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ntoken=",
		"nothing at all":         "",
	} {
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte(begins)); err != nil {
			t.Fatal(err)
		}
		_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		began := time.Now()
		_, err = io.Copy(io.Discard, conn)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%s is waited for: %v, %v", what, took, err)
		}
		conn.Close()
	}
}

func TestAHugeHeadIsRefused(t *testing.T) {
	_, at, _ := listen(t, demo(t), 0)
	conn, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() {
		_, _ = fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nX-A: %s\r\n\r\n", at, strings.Repeat("a", 1<<20)) // it may be cut off
	}()
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err == nil && !strings.Contains(line, "431") {
		t.Error(line)
	}
}

func TestTheEndStopsWhatRuns(t *testing.T) {
	_, at, end := listen(t, bombs(t), 0)
	c := enter(t, &httptest.Server{URL: "http://" + at})
	before := busy(t)
	_, _, run := c.post("/ask", "words", "a long question")
	stream := c.stream(run.Path)
	defer stream.Body.Close()
	time.Sleep(500 * time.Millisecond)
	if took := end(); took > 4*time.Second {
		t.Errorf("the end took %v", took)
	}
	time.Sleep(200 * time.Millisecond)
	for pid := range busy(t) {
		if !before[pid] {
			t.Errorf("process %d still counts", pid)
		}
	}
}

func TestBeyondThisMachineTLSAndATokenAreNeeded(t *testing.T) {
	for what, p := range map[string]page.Place{
		"no TLS":               {Address: "0.0.0.0:0", Token: token, Hosts: []string{"a.example"}},
		"no TLS on an address": {Address: "192.0.2.1:0", Token: token},
		"no token":             {Address: "0.0.0.0:0", Cert: "c", Key: "k", Hosts: []string{"a.example"}},
		"no name":              {Address: "0.0.0.0:0", Token: token, Cert: "c", Key: "k"},
		"a short token":        {Address: "127.0.0.1:0", Token: "short"},
		"a key without more":   {Address: "127.0.0.1:0", Key: "k"},
		"no certificate there": {Address: "127.0.0.1:0", Cert: "/none", Key: "/none"},
		"no port":              {Address: "localhost"},
	} {
		if s, err := page.Listen(demo(t), p, "test", quiet); err == nil {
			t.Errorf("%s: served at %s", what, s.Link)
		}
	}
}
