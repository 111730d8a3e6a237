package app

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/rag/retrieve"
)

// Indexed is what library index has done, as --json prints it.
type Indexed struct {
	Store    string `json:"store"`
	Embedder string `json:"embedder"`
	Pairs    int    `json:"pairs"`
	Embedded int    `json:"embedded"` // pairs that were missing or had changed
	Removed  int    `json:"removed"`  // stored pairs that the library does not have
}

// IndexLibrary brings the vector store in PostgreSQL to the state of the library. With keep, what is not a pair of this
// library stays.
func (a *App) IndexLibrary(ctx context.Context, keep bool) (Indexed, error) {
	done := Indexed{Store: RedactURL(a.build.Retrieval.Store)}
	pairs, err := a.Library(ctx)
	if err != nil {
		return done, err
	}
	done.Pairs = len(pairs)
	e, err := a.Embedder(ctx)
	if err != nil {
		return done, err
	}
	done.Embedder = e.Name()
	store, err := a.Server(ctx)
	if err != nil {
		return done, err
	}
	work := a.build.Begin("Indexing the library with " + e.Name())
	defer work.End()
	err = store.Index(ctx, pairs, retrieve.NewEncoder(e), func(stored, missing int) {
		work.At("pairs", int64(stored), int64(missing))
		done.Embedded = stored
	})
	if err != nil {
		if ctx.Err() != nil {
			return done, err
		}
		return done, fmt.Errorf("%w (%s; run it again to go on)", err,
			plural(done.Embedded, "pair was stored", "pairs were stored"))
	}
	if keep {
		return done, nil
	}
	ids := make([]string, len(pairs))
	for i, p := range pairs {
		ids[i] = p.ID
	}
	done.Removed, err = store.Prune(ctx, ids)
	return done, err
}

// String says what was done.
func (d Indexed) String() string {
	what := "nothing had changed"
	if d.Embedded > 0 || d.Removed > 0 {
		what = fmt.Sprintf("%d embedded, %d unchanged, %d removed", d.Embedded, d.Pairs-d.Embedded, d.Removed)
	}
	return fmt.Sprintf("%s in %s for %s: %s", plural(d.Pairs, "pair", "pairs"), d.Store, d.Embedder, what)
}
