package schedule

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/results"
)

// Parts are what a Runner works with. Cohorts, Clock, Log and Tell may be nil.
type Parts struct {
	Folder  Folder
	Opener  Opener
	Results results.Store
	Cohorts Cohorts
	Clock   Clock
	Log     *slog.Logger
	Tell    func(name string, rec Record) // is told of every run that has ended, one at a time
	Alert   func(Notice)                  // and of every run whose alerts have fired
	Idle    func()                        // is called when a runner that has worked begins to wait
	// Record notes a run in the log of all runs. A run that can't be noted fails.
	Record func(context.Context, *Schedule, *pipeline.Run) error
}

// Runner runs what is due. A Runner is used once, by Run, Once or ByHand.
type Runner struct {
	parts  Parts
	opt    Options
	exec   *executor
	sender *sender

	items   map[string]*item
	changed time.Time // state of the folder when the items were read
	read    time.Time // and when that was
	queue   []*item   // in the order in which they fell due
	running int
	done    chan outcome
	since   time.Time
}

// item is a schedule in the runner's eyes.
type item struct {
	s      *Schedule
	cron   *Cron
	last   time.Time // up to which due times are settled
	next   time.Time // the first due time after that; zero where there is none
	source string    // what the data said of itself at the last run
	state  string    // of the data's file when that was last compared
	gone   bool      // the data's file was not there at the last look

	busy     bool // queued, running, or waiting to be kept
	due      due
	attempt  int
	notUntil time.Time // of the next attempt, at the run or at keeping its record
	keeping  *Record   // what could not be kept yet
	refused  int       // times that it could not
	warned   bool
	fresh    *Schedule // as it was read while it was busy
	removed  bool      // while it was busy
}

// settle notes that everything up to a due time is in the history.
func (it *item) settle(last time.Time) {
	it.last, it.next = last, time.Time{}
	if it.cron != nil && !it.s.Paused {
		it.next = it.cron.Next(latest(last, it.s.Since))
	}
}

// outcome is the end of one attempt.
type outcome struct {
	item *item
	rec  Record
	err  error
}

// NewRunner returns a Runner.
func NewRunner(p Parts, o Options) *Runner {
	if p.Clock == nil {
		p.Clock = SystemClock{}
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	if p.Tell == nil {
		p.Tell = func(string, Record) {}
	}
	if p.Idle == nil {
		p.Idle = func() {}
	}
	if p.Alert == nil {
		p.Alert = func(Notice) {}
	}
	o = o.withDefaults()
	return &Runner{
		parts: p, opt: o, items: map[string]*item{}, done: make(chan outcome),
		exec: &executor{folder: p.Folder, results: p.Results, cohorts: p.Cohorts, sessions: newSessions(p.Opener),
			clock: p.Clock, timeout: o.Timeout, record: p.Record},
		sender: newSender(p.Folder, o.Secret, p.Clock, p.Log),
	}
}

// Run works until ctx ends, and then lets the runs under way end. It waits where
// another runner is at work, and takes over when that one ends. standby is told when it begins to wait.
func (r *Runner) Run(ctx context.Context, standby func(Status)) error {
	lease, err := r.lease(ctx, standby)
	if lease == nil {
		return err
	}
	r.since = r.parts.Clock.Now()
	deliveries, stop := context.WithCancel(context.WithoutCancel(ctx))
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		r.deliver(deliveries)
	}()
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	for ctx.Err() == nil {
		r.step(ctx, work)
	}
	err = r.stop(cancel)
	stop()
	<-delivered
	_, closing := r.exec.sessions.closeIdle()
	return errors.Join(err, closing, lease.Release())
}

// standbyPoll is how often a waiting runner looks whether it may take over; in real time, whatever the Clock says.
const standbyPoll = 200 * time.Millisecond

// lease waits for the lease. Both results are nil where ctx ended first.
func (r *Runner) lease(ctx context.Context, standby func(Status)) (*Lease, error) {
	for told := false; ; told = true {
		lease, err := r.parts.Folder.TryLease()
		if lease != nil || err != nil {
			return lease, err
		}
		if !told && standby != nil {
			s, _ := r.parts.Folder.Runner()
			standby(s)
		}
		select {
		case <-ctx.Done():
			return nil, nil
		case <-time.After(standbyPoll):
		}
	}
}

// ErrAtWork says that another runner has the lease.
var ErrAtWork = errors.New("another runner is at work")

// Once runs what is due now, waits for its end, and returns how many runs were made. Where another runner is at
// work it returns ErrAtWork: that one does it.
func (r *Runner) Once(ctx context.Context) (n int, err error) {
	lease, err := r.parts.Folder.TryLease()
	if err != nil {
		return 0, err
	}
	if lease == nil {
		return 0, ErrAtWork
	}
	r.since = r.parts.Clock.Now()
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	tell := r.parts.Tell
	r.parts.Tell = func(name string, rec Record) { n++; tell(name, rec) }
	r.look(ctx)
	for ctx.Err() == nil && r.waiting() {
		r.dispatch(work)
		r.wait(ctx)
		r.keepAll()
	}
	err = r.stop(cancel)
	r.sender.sendDue(ctx)
	_, closing := r.exec.sessions.closeIdle()
	return n, errors.Join(err, closing, lease.Release())
}

// waiting reports whether anything is to be done or under way. A record that can't be
// kept, on a full disk, is not waited for without end.
func (r *Runner) waiting() bool {
	for _, it := range r.items {
		if it.busy && it.refused < 3 {
			return true
		}
	}
	return false
}

// stop lets the runs under way end, for Grace at most; what does not is due again.
func (r *Runner) stop(cancel context.CancelFunc) error {
	defer cancel()
	r.queue = nil
	timer := time.AfterFunc(r.opt.Grace, cancel)
	defer timer.Stop()
	for r.running > 0 {
		r.endAttempt(<-r.done)
	}
	r.queue = nil
	var lost error
	for _, it := range r.items {
		if it.keeping == nil {
			continue
		}
		if it.notUntil = (time.Time{}); !r.keep(it) {
			lost = errors.Join(lost,
				fmt.Errorf("the run %s of %s could not be kept; it is due again when a runner starts", it.due.ID(),
					it.s.Name))
		}
	}
	return lost
}

// tellStatus tells people what the runner is doing.
func (r *Runner) tellStatus() {
	s := Status{PID: os.Getpid(), Since: r.since, Seen: r.parts.Clock.Now(), Waiting: len(r.queue), Running: []string{}}
	s.Host, _ = os.Hostname() // for people only
	for name, it := range r.items {
		if it.busy && it.keeping == nil {
			s.Running = append(s.Running, name)
		}
	}
	r.parts.Folder.putStatus(s)
}

// deliver sends alerts until ctx ends.
func (r *Runner) deliver(ctx context.Context) {
	for ctx.Err() == nil {
		r.sender.sendDue(ctx)
		select {
		case <-ctx.Done():
		case <-r.parts.Clock.At(r.parts.Clock.Now().Add(firstRetry / 2)):
		}
	}
}
