package vocab

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// sourcesABatch are handed to a worker at once.
const sourcesABatch = 2048

// batch is a number of sources and, once done is closed, their terms.
type batch struct {
	sources []source
	terms   [][]builtTerm
	done    chan struct{}
}

// derive adds the terms of all sources that read emits, in their order. Several workers derive
// them, which costs more than reading.
func (b *builder) derive(ctx context.Context, read func(emit func(source) error) error) error {
	w := newWordings(b.curated)
	g, ctx := errgroup.WithContext(ctx)
	workers := runtime.GOMAXPROCS(0)
	todo, inOrder := make(chan *batch), make(chan *batch, 2*workers)
	g.Go(func() error {
		defer close(todo)
		defer close(inOrder)
		next := newBatch()
		send := func() error {
			for _, to := range []chan *batch{inOrder, todo} {
				select {
				case to <- next:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			next = newBatch()
			return nil
		}
		err := read(func(s source) error {
			if next.sources = append(next.sources, s); len(next.sources) < sourcesABatch {
				return nil
			}
			return send()
		})
		if err != nil {
			return err
		}
		return send()
	})
	for range workers {
		g.Go(func() error {
			for batch := range todo {
				for _, s := range batch.sources {
					batch.terms = append(batch.terms, w.of(s))
				}
				close(batch.done)
			}
			return nil
		})
	}
	displays := map[string]uint32{} // of ingredients and brands, which many products share
	g.Go(func() error {
		for batch := range inOrder {
			select {
			case <-batch.done:
			case <-ctx.Done():
				return ctx.Err()
			}
			for i, s := range batch.sources {
				if err := b.add(s, batch.terms[i], displays); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return g.Wait()
}

// add adds a source, and before its name the concept itself, with the terms that were derived from it.
func (b *builder) add(s source, terms []builtTerm, displays map[string]uint32) error {
	concept, at := s.concept, uint32(0)
	if s.row != nil {
		fresh := false
		var err error
		if concept, at, fresh, err = b.addConcept(*s.row); err != nil || !fresh {
			return err
		}
	} else {
		at = b.store(s.text)
	}
	var rec []byte
	for _, t := range terms {
		w := watchedTerm{concept: concept, kind: t.kind, at: at, size: clip16(len(s.text))}
		if t.display != "" {
			place, ok := displays[t.display]
			if !ok {
				place = b.store(t.display)
				displays[t.display] = place
			}
			w.at, w.size = place, clip16(len(t.display))
		}
		b.watched.see(t.text, w)
		rec = appendTermRecord(rec[:0], t.text, originRows, concept, t.kind, w.at, w.size)
		if err := b.terms.add(rec); err != nil {
			return err
		}
	}
	return nil
}

func newBatch() *batch {
	return &batch{sources: make([]source, 0, sourcesABatch), done: make(chan struct{})}
}
