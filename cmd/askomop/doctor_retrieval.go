package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag/pgvector"
)

// examineRetrieval says whether the embedder embeds and whether the store is there and filled.
func (c *call) examineRetrieval(ctx context.Context) []finding {
	embedder, e := c.examineEmbedder(ctx)
	return append([]finding{embedder}, c.examineStore(ctx, e)...)
}

// examineEmbedder embeds a word. The embedder is nil where it can't be used.
func (c *call) examineEmbedder(ctx context.Context) (finding, llm.Embedder) {
	spec := c.settings.Retrieval.Embedder
	ctx, cancel := context.WithTimeout(ctx, doctorPatience)
	defer cancel()
	e, err := c.parts.openEmbedder(ctx, llm.RetryOptions{Attempts: 1}) // the first answer is what the doctor wants to hear
	if err != nil {
		return embedderTrouble(spec, err), nil
	}
	if spec == lexicalEmbedder {
		return fine("embedder", e.Name()+": words and parts of words, in the program itself"), e
	}
	start := time.Now()
	if _, err := e.Embed(ctx, []string{"ready"}); err != nil {
		return embedderTrouble(spec, err), nil
	}
	return fine("embedder", fmt.Sprintf("%s; embeds in %d ms", e.Name(), time.Since(start).Milliseconds())), e
}

// embedderTrouble parts what is wrong from what mends it.
func embedderTrouble(spec string, err error) finding {
	const without = "or do without: --embedder " + lexicalEmbedder
	var e *llm.Error
	if errors.As(err, &e) {
		f := modelTrouble(err)
		f.What, f.Mend = "embedder", f.Mend+"; "+without
		return f
	}
	what, mend, found := strings.Cut(err.Error(), "; ")
	if !found {
		mend = "look at --embedder " + spec
	}
	return broken("embedder", errors.New(what), mend+"; "+without)
}

// examineStore looks at the server as a question and library index would.
func (c *call) examineStore(ctx context.Context, e llm.Embedder) []finding {
	url := c.settings.Retrieval.Store
	if c.settings.Retrieval.inMemory() {
		return []finding{fine("store", "in memory; vectors are kept in "+c.parts.vectorFolder())}
	}
	if e == nil {
		return []finding{worth("store", redactURL(url)+", not looked at: the embedder comes first")}
	}
	opt, err := storeOptions(e)
	if err != nil {
		return []finding{broken("store", err, "take another embedder")}
	}
	var found []finding
	for _, p := range pgvector.Diagnose(ctx, url, opt) {
		f := finding{What: "store", State: stateBroken, Found: p.What, Mend: p.Fix}
		if f.Mend == "" {
			f.Mend = "do without: --store " + memoryStore
		}
		found = append(found, f)
	}
	if len(found) > 0 {
		return found
	}
	return []finding{c.examineIndex(ctx, opt)}
}

// examineIndex says how much of the library the server holds.
func (c *call) examineIndex(ctx context.Context, opt pgvector.Options) finding {
	const mend = "askomop library index"
	store, err := pgvector.Open(ctx, c.settings.Retrieval.Store, opt)
	if err != nil {
		return broken("store", err, mend)
	}
	c.parts.closeLater(store)
	pairs, err := c.parts.Library()
	if err != nil {
		return worth("store", redactURL(c.settings.Retrieval.Store)+"; the library can't be read")
	}
	missing, err := store.Missing(ctx, pairs)
	if err != nil {
		return broken("store", err, mend)
	}
	f := fine("store", fmt.Sprintf("%s; %d of %s indexed for %s", redactURL(c.settings.Retrieval.Store),
		len(pairs)-len(missing), plural(len(pairs), "pair", "pairs"), opt.Embedder))
	switch {
	case len(missing) == len(pairs):
		f.State, f.Mend = stateBroken, mend
	case len(missing) > 0:
		f.State, f.Mend = stateNote, mend
	}
	return f
}
