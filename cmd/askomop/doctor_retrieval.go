package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag/pgvector"
)

// examineRetrieval says whether the embedder embeds and whether the store is there and filled.
func (c *call) examineRetrieval(ctx context.Context) []finding {
	r := c.settings.Retrieval
	embedder, e := c.examineEmbedder(ctx, "embedder", r.OfQuestions())
	found := append([]finding{embedder}, c.examineStore(ctx, e)...)
	if r.Entities == app.NoEmbedder {
		return found
	}
	embedder, e = c.examineEmbedder(ctx, "entity-embedder", r.OfEntities())
	found = append(found, embedder)
	if e != nil {
		found = append(found, c.examineConcepts(ctx, e))
	}
	return found
}

// examineConcepts says whether the names of the vocabulary's concepts are embedded.
func (c *call) examineConcepts(ctx context.Context, e llm.Embedder) finding {
	mend := "askomop vocab index --entity-embedder " + c.settings.Retrieval.Entities
	words, err := c.app.Vocabulary(ctx)
	if err != nil {
		return worth("concepts", "not looked at: the vocabulary comes first")
	}
	at, err := c.app.ConceptVectors(ctx, e, words)
	if err != nil {
		return broken("concepts", err, "do without: --entity-embedder "+app.NoEmbedder)
	}
	there, err := at.Indexed(ctx)
	switch {
	case err != nil:
		return broken("concepts", err, mend)
	case there == 0:
		return broken("concepts", fmt.Errorf("not all names of the vocabulary have vectors of %s", e.Name()), mend)
	}
	return fine("concepts", "found by their names and by the vectors of "+e.Name())
}

// examineEmbedder embeds a word. The embedder is nil where it can't be used.
func (c *call) examineEmbedder(ctx context.Context, what string, as app.EmbedderSpec) (finding, llm.Embedder) {
	spec := as.Name
	ctx, cancel := context.WithTimeout(ctx, doctorPatience)
	defer cancel()
	e, err := c.app.OpenEmbedder(ctx, as, llm.RetryOptions{Attempts: 1}) // the first answer is what the doctor wants to hear
	if err != nil {
		return embedderTrouble(what, spec, err), nil
	}
	if spec == app.Lexical {
		return fine(what, e.Name()+": words and parts of words, in the program itself"), e
	}
	start := time.Now()
	if _, err := e.Embed(ctx, []string{"ready"}); err != nil {
		return embedderTrouble(what, spec, err), nil
	}
	return fine(what, fmt.Sprintf("%s; embeds in %d ms", e.Name(), time.Since(start).Milliseconds())), e
}

// embedderTrouble parts what is wrong from what mends it.
func embedderTrouble(flag, spec string, err error) finding {
	without := "or do without: --" + flag + " " + app.Lexical
	var e *llm.Error
	if errors.As(err, &e) {
		f := modelTrouble(err)
		f.What, f.Mend = flag, f.Mend+"; "+without
		return f
	}
	what, mend, found := strings.Cut(err.Error(), "; ")
	if !found {
		mend = "look at --" + flag + " " + spec
	}
	return broken(flag, errors.New(what), mend+"; "+without)
}

// examineStore looks at the server as a question and library index would.
func (c *call) examineStore(ctx context.Context, e llm.Embedder) []finding {
	url := c.settings.Retrieval.Store
	if c.settings.Retrieval.InMemory() {
		return []finding{fine("store", "in memory; vectors are kept in "+c.app.VectorFolder())}
	}
	if e == nil {
		return []finding{worth("store", app.RedactURL(url)+", not looked at: the embedder comes first")}
	}
	opt, err := app.StoreOptions(e)
	if err != nil {
		return []finding{broken("store", err, "take another embedder")}
	}
	var found []finding
	for _, p := range pgvector.Diagnose(ctx, url, opt) {
		f := finding{What: "store", State: stateBroken, Found: p.What, Mend: p.Fix}
		if f.Mend == "" {
			f.Mend = "do without: --store " + app.InMemory
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
	c.app.CloseLater(store)
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return worth("store", app.RedactURL(c.settings.Retrieval.Store)+"; the library can't be read")
	}
	missing, err := store.Missing(ctx, pairs)
	if err != nil {
		return broken("store", err, mend)
	}
	f := fine("store", fmt.Sprintf("%s; %d of %s indexed for %s", app.RedactURL(c.settings.Retrieval.Store),
		len(pairs)-len(missing), plural(len(pairs), "pair", "pairs"), opt.Embedder))
	switch {
	case len(missing) == len(pairs):
		f.State, f.Mend = stateBroken, mend
	case len(missing) > 0:
		f.State, f.Mend = stateNote, mend
	}
	return f
}
