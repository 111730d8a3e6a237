package duckdb

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/askomop/askomop/omop"
)

// workers are the child processes of one Engine. One is kept warm; at most limit run at a time.
type workers struct {
	command []string
	opening opening
	log     *slog.Logger
	slots   chan struct{} // taken while a statement runs

	mu     sync.Mutex
	idle   []*worker
	live   map[*worker]bool // every process that has not ended
	closed bool
}

// atOnce is how many statements run beside each other, each in a process with the memory that one may have.
const atOnce = 2

func newWorkers(command []string, o opening, log *slog.Logger) *workers {
	return &workers{command: command, opening: o, log: log, slots: make(chan struct{}, atOnce),
		live: map[*worker]bool{}}
}

// keepWarm starts a worker if none is idle; it opens the database meanwhile.
func (ws *workers) keepWarm() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.closed || len(ws.idle) > 0 {
		return
	}
	w, err := ws.start()
	if err != nil {
		ws.log.Warn("no process for queries could be started", "error", err)
		return
	}
	ws.idle = append(ws.idle, w)
}

// take returns an idle worker, or starts one.
func (ws *workers) take() (*worker, error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.closed {
		return nil, errors.New("the database is closed")
	}
	for len(ws.idle) > 0 {
		w := ws.idle[len(ws.idle)-1]
		ws.idle = ws.idle[:len(ws.idle)-1]
		if !w.dead.Load() {
			return w, nil
		}
	}
	return ws.start()
}

// start starts a worker. The caller holds mu.
func (ws *workers) start() (*worker, error) {
	w, err := startWorker(ws.command, ws.opening)
	if err != nil {
		return nil, err
	}
	ws.live[w] = true
	go func() {
		<-w.ended
		ws.mu.Lock()
		delete(ws.live, w)
		ws.mu.Unlock()
	}()
	return w, nil
}

func (ws *workers) giveBack(w *worker) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.closed {
		w.kill()
		return
	}
	ws.idle = append(ws.idle, w)
}

// close ends the processes. It waits for statements under way, but not forever.
func (ws *workers) close() {
	end := time.After(closing)
	for range atOnce {
		select {
		case ws.slots <- struct{}{}:
		case <-end:
		}
	}
	ws.mu.Lock()
	ws.closed, ws.idle = true, nil
	left := slices.Collect(maps.Keys(ws.live))
	ws.mu.Unlock()
	for _, w := range left {
		w.kill()
		<-w.ended
	}
}

// run has one statement run. The worker is killed when ctx ends or its memory passes the limit; nothing is waited for.
func (ws *workers) run(ctx context.Context, text, bounded string, limit omop.Limit) (*omop.Table, error) {
	select {
	case ws.slots <- struct{}{}:
		defer func() { <-ws.slots }()
	case <-ctx.Done():
		return nil, queryError(ctx, text, ctx.Err())
	}
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-margin(limit.Time)))
		defer cancel()
	}
	w, err := ws.take()
	if err != nil {
		return nil, fmt.Errorf("query: start a process for it: %w", err)
	}
	table, err := w.ask(ctx, text, request{bounded, limit}, ws.opening.Options.MemoryLimit)
	if w.dead.Load() { // a program that ends now needs no other one
		time.AfterFunc(rest, ws.keepWarm)
	} else {
		ws.giveBack(w)
	}
	return table, err
}

// rest is how long after a worker was killed another one is started to be ready.
const rest = time.Second

// margin is how long before the end of its time a query is called off, so that what the program does around it, on a
// busy machine too, does not come on top.
func margin(limit time.Duration) time.Duration { return min(limit/10, 800*time.Millisecond) }

// worker is one child process.
type worker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	send   *gob.Encoder
	answer chan reply // one for each request, and one for the opening
	dead   atomic.Bool
	ended  chan struct{} // closed when the process is no more
	opened bool
}

type reply struct {
	response
	err error // the pipe broke
}

func startWorker(command []string, o opening) (*worker, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), WorkerVariable+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w := &worker{cmd: cmd, in: in, send: gob.NewEncoder(in), answer: make(chan reply, 2), ended: make(chan struct{})}
	go w.read(out)
	if err := w.send.Encode(o); err != nil {
		w.kill()
		return nil, err
	}
	return w, nil
}

// WorkerVariable is set in the environment of a worker, so that a program knows that it is one.
const WorkerVariable = "ASKOMOP_QUERY_WORKER"

// read hands on what the process answers, and buries it.
func (w *worker) read(out io.Reader) {
	d := gob.NewDecoder(bufio.NewReader(out))
	for {
		var r response
		err := d.Decode(&r)
		if err != nil {
			w.dead.Store(true)
		}
		w.answer <- reply{r, err}
		if err != nil {
			_ = w.cmd.Wait() // that it was killed is not news
			close(w.ended)
			return
		}
	}
}

// kill ends the process at once.
func (w *worker) kill() {
	w.dead.Store(true)
	_ = w.cmd.Process.Kill()
	_ = w.in.Close()
}

// looks is how often the memory of a worker at work is looked at.
const looks = 20 * time.Millisecond

// overhead is the memory that a worker may need beside what DuckDB counts: the program, its stacks, the result.
const overhead = 512 << 20

// ask sends one request and waits for its answer.
func (w *worker) ask(ctx context.Context, text string, r request, memory int64) (*omop.Table, error) {
	if !w.opened {
		if err := w.waitOpen(ctx, text); err != nil {
			return nil, err
		}
	}
	if err := w.send.Encode(r); err != nil {
		w.kill()
		return nil, fmt.Errorf("query: %w", err)
	}
	tick := time.NewTicker(looks)
	defer tick.Stop()
	for {
		select {
		case got := <-w.answer:
			return w.result(ctx, text, got)
		case <-ctx.Done():
			w.kill()
			return nil, queryError(ctx, text, ctx.Err())
		case <-tick.C:
			if residentBytes(w.cmd.Process.Pid) > memory+overhead {
				w.kill()
				return nil, tooLarge(text)
			}
		}
	}
}

func (w *worker) waitOpen(ctx context.Context, text string) error {
	select {
	case got := <-w.answer:
		if got.err != nil {
			return fmt.Errorf("query: its process ended before it began: %w", got.err)
		}
		if got.Fault != nil {
			w.kill()
			return got.Fault.err(text)
		}
		w.opened = true
		return nil
	case <-ctx.Done():
		w.kill()
		return queryError(ctx, text, ctx.Err())
	}
}

func (w *worker) result(ctx context.Context, text string, got reply) (*omop.Table, error) {
	switch {
	case got.err != nil && ctx.Err() != nil:
		return nil, queryError(ctx, text, ctx.Err())
	case got.err != nil: // out of address space, or a fault of the engine: the statement is what brought it down
		return nil, tooLarge(text)
	case got.Fault != nil:
		return nil, got.Fault.err(text)
	}
	if got.Table.Rows == nil {
		got.Table.Rows = [][]any{}
	}
	return got.Table, nil
}

func tooLarge(text string) error {
	return &omop.QueryError{SQL: text, Err: &explained{
		omop.ErrTooLarge.Error() + "; narrow the question or allow more memory (--memory)", omop.ErrTooLarge}}
}
