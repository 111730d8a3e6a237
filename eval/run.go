package eval

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// Matrix is cases × settings and what they need.
type Matrix struct {
	Cases    []Case
	Settings []Setting
	LeftOut  []LeftOut // of the set that the cases come from
	Database string    // stands for the state of the data
	Store    rag.Store
	Pairs    []rag.Pair
	// References runs the references, coded without a model so that they stay the same
	// whatever is measured. No result may be suppressed.
	References Asker
	Names      Names              // of concepts; nil tells none
	Candidates Candidates         // of the coder that is measured; nil leaves recall@50 out
	Parser     sqltree.Serializer // reads the references, to count what is in them
	Options    pipeline.Options   // of every question; Skip, K and the like come from the settings

	Workers  int                           // questions at a time; 0 means 1
	Progress func(done, total int, c Case) // called after each case, by one goroutine at a time; may be nil
}

// Plan is what the matrix consists of.
func (m Matrix) Plan() Plan {
	p := Plan{Database: m.Database, Cases: m.Cases, LeftOut: m.LeftOut}
	for _, s := range m.Settings {
		p.Settings = append(p.Settings, s.Label())
		model := s.Model
		if model == "" {
			model = noModel
		}
		p.Models = append(p.Models, model)
	}
	return p
}

// job is a case to be asked under a setting.
type job struct {
	setting Setting
	c       Case
}

// Open returns how many cases × settings are still to be asked.
func (m Matrix) Open(f *Folder) int { return len(m.jobs(f)) }

func (m Matrix) jobs(f *Folder) []job {
	var jobs []job
	for _, s := range m.Settings {
		for _, c := range m.Cases {
			if !f.done[(Outcome{Setting: s.Label(), Case: c.ID}).Key()] {
				jobs = append(jobs, job{s, c})
			}
		}
	}
	return jobs
}

// Run asks what the folder does not hold yet and keeps each outcome as soon as it is
// there. When it returns with an error (the context's, the budget's, the disk's), all
// that was finished is kept, and calling it again goes on.
func (m Matrix) Run(ctx context.Context, f *Folder) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := m.jobs(f)
	r := &runner{Matrix: m, folder: f, total: len(jobs), references: map[string]*sync.Once{}}
	feed := make(chan job)
	var workers sync.WaitGroup
	for range max(1, m.Workers) {
		workers.Go(func() {
			for j := range feed {
				if err := r.one(ctx, j); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, j := range jobs {
		select {
		case feed <- j:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(feed)
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if r.waiting > 0 {
		return fmt.Errorf("%d questions got no answer from the model: %w", r.waiting, r.waitsFor)
	}
	return nil
}

// runner is a Matrix being run.
type runner struct {
	Matrix
	folder *Folder
	total  int

	mu         sync.Mutex
	finished   int
	waiting    int                   // cases that got no answer from the model
	waitsFor   error                 // of the last of them
	references map[string]*sync.Once // by pair
}

// one asks one case. An error ends the whole run.
func (r *runner) one(ctx context.Context, j job) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := r.reference(ctx, j.c); err != nil {
		return err
	}
	asker, rank := j.setting.asker(r.Store, r.Pairs, j.c, r.Options)
	start := time.Now()
	run := asker.Ask(ctx, j.c.Question)
	took := time.Since(start)
	if err := stops(run, ctx.Err()); err != nil {
		return err
	}
	if postponed(run) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.waiting++
		r.waitsFor = run.Err
		return nil
	}
	o := newOutcome(j.setting.Label(), j.c, run, took)
	o.Rank = rank.rank
	if price := j.setting.Price; price != nil {
		o.Money, o.Currency = price.Cost(spent(run)), price.Currency
	}
	if err := r.compare(ctx, j.c, &o); err != nil {
		return err
	}
	r.keepCompared(j.c, &o)
	r.hideNear(ctx, j.c, &o)
	if err := r.folder.keep(o, &r.mu); err != nil {
		return err
	}
	r.mu.Lock()
	r.finished++
	if r.Progress != nil {
		r.Progress(r.finished, r.total, j.c)
	}
	r.mu.Unlock()
	return nil
}

// keep writes an outcome and then counts it among those that are done.
func (f *Folder) keep(o Outcome, mu *sync.Mutex) error {
	if err := f.outcomes.append(o); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	f.Outcomes = append(f.Outcomes, o)
	f.done[o.Key()] = true
	return nil
}

// reference makes sure that the reference of a case was run, once for all wordings of its pair.
func (r *runner) reference(ctx context.Context, c Case) error {
	if !c.Answerable() {
		return nil
	}
	id := c.referenceID()
	r.mu.Lock()
	// of one that was read again nothing can be compared
	if ref, kept := r.folder.References[id]; kept && (!ref.Hidden || ref.raw != nil) {
		r.mu.Unlock()
		return nil
	}
	once := r.references[id]
	if once == nil {
		once = &sync.Once{}
		r.references[id] = once
	}
	r.mu.Unlock()
	var err error
	once.Do(func() { err = r.runReference(ctx, id, c) })
	return err
}

// referenceID names the reference of a case: cases of one pair share it.
func (c Case) referenceID() string {
	if c.PairID != "" {
		return c.PairID
	}
	return c.ID
}
