package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// compareSizes asks in turn on the database and on a larger one, and prints askomop's own part on each in two ways: the
// whole time of the process but for that in which the engine runs the SQL, and that beyond the bare program, which
// opens the file, runs the SQL and gives the memory back as well.
func (b *bench) compareSizes(ctx context.Context, large string, runs int) error {
	small := bench{askomop: b.askomop, question: b.question, db: b.db}
	other := bench{askomop: b.askomop, question: b.question, db: large}
	for _, b := range []*bench{&small, &other} {
		if err := b.prepare(ctx); err != nil {
			return err
		}
	}
	var s, l part
	for i := range runs + warmUps {
		if err := s.add(ctx, &small, i >= warmUps); err != nil {
			return err
		}
		if err := l.add(ctx, &other, i >= warmUps); err != nil {
			return err
		}
	}
	fmt.Printf("%d runs of each, in turn, after %d to warm up; medians\n", runs, warmUps)
	for _, x := range []struct {
		name string
		part
	}{{"small", s}, {"large", l}} {
		fmt.Printf("  %s   own part %7.1f ms (from %.1f)   executing %7.1f ms   beyond the bare program %7.1f ms   peak %5.0f MB\n",
			x.name, median(x.own), minimum(x.own), median(x.execute), median(x.beyond), median(x.peak))
	}
	fmt.Printf("  ratio of the own parts %.2f, beyond the bare program %.2f, of the peaks %.2f\n",
		median(l.own)/median(s.own), median(l.beyond)/median(s.beyond), median(l.peak)/median(s.peak))
	return nil
}

// part holds the time and memory that runs of ask took, in milliseconds and megabytes.
type part struct{ own, execute, beyond, peak []float64 }

func (p *part) add(ctx context.Context, b *bench, counts bool) error {
	a, took, err := b.ask(ctx)
	if err != nil {
		return err
	}
	bare, err := b.bare(ctx)
	if err != nil || !counts {
		return err
	}
	p.beyond = append(p.beyond, ms(took-bare))
	p.own = append(p.own, ms(took)-a.Took["execute"])
	p.execute = append(p.execute, a.Took["execute"])
	p.peak = append(p.peak, a.peak)
	return nil
}

func minimum(x []float64) float64 {
	m := x[0]
	for _, v := range x {
		m = min(m, v)
	}
	return m
}

// asks is how many times each of several askers asks.
const asks = 3

// atOnce lets 1, 4 and 16 processes ask at once, again and again, and prints how long an answer takes and how many
// there are in a second.
func (b *bench) atOnce(ctx context.Context) error {
	for _, askers := range []int{1, 4, 16} {
		var mu sync.Mutex
		var wg sync.WaitGroup
		var took, peak []float64
		var failed error
		began := time.Now()
		for range askers {
			wg.Go(func() {
				for range asks {
					a, t, err := b.ask(ctx)
					mu.Lock()
					if err != nil {
						failed = err
					} else {
						took, peak = append(took, ms(t)), append(peak, a.peak)
					}
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		if failed != nil {
			return failed
		}
		fmt.Printf("  %2d at once   %7.1f ms an answer   %5.1f answers a second   peak %4.0f MB each\n",
			askers, median(took), float64(len(took))/time.Since(began).Seconds(), median(peak))
	}
	return nil
}
