package app

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
func (a *App) examineRetrieval(ctx context.Context) []Health {
	r := a.build.Retrieval
	embedder, e := a.examineEmbedder(ctx, "embedder", r.ofQuestions())
	found := append([]Health{embedder}, a.examineStore(ctx, e)...)
	if r.Entities == NoEmbedder {
		return found
	}
	embedder, e = a.examineEmbedder(ctx, "entity-embedder", r.ofEntities())
	found = append(found, embedder)
	if e != nil {
		found = append(found, a.examineConcepts(ctx, e))
	}
	return found
}

// examineConcepts says whether the names of the vocabulary's concepts are embedded.
func (a *App) examineConcepts(ctx context.Context, e llm.Embedder) Health {
	mend := "askomop vocab index --entity-embedder " + a.build.Retrieval.Entities
	words, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return worth("concepts", "not looked at: the vocabulary comes first")
	}
	at, err := a.build.conceptVectors(ctx, e, words)
	if err != nil {
		return broken("concepts", err, "do without: --entity-embedder "+NoEmbedder)
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
func (a *App) examineEmbedder(ctx context.Context, what string, as embedderSpec) (Health, llm.Embedder) {
	spec := as.name
	ctx, cancel := context.WithTimeout(ctx, doctorPatience)
	defer cancel()
	// the first answer is what the doctor wants to hear
	e, err := a.openEmbedder(ctx, as, llm.RetryOptions{Attempts: 1})
	if err != nil {
		return embedderTrouble(what, spec, err), nil
	}
	if spec == Lexical {
		return fine(what, e.Name()+": words and parts of words, in the program itself"), e
	}
	start := time.Now()
	if _, err := e.Embed(ctx, []string{"ready"}); err != nil {
		return embedderTrouble(what, spec, err), nil
	}
	return fine(what, fmt.Sprintf("%s; embeds in %d ms", e.Name(), time.Since(start).Milliseconds())), e
}

// embedderTrouble parts what is wrong from what mends it.
func embedderTrouble(flag, spec string, err error) Health {
	without := "or do without: --" + flag + " " + Lexical
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
func (a *App) examineStore(ctx context.Context, e llm.Embedder) []Health {
	url := a.build.Retrieval.Store
	if a.build.Retrieval.InMemory() {
		return []Health{fine("store", "in memory; vectors are kept in "+a.build.indexFolder())}
	}
	if e == nil {
		return []Health{worth("store", RedactURL(url)+", not looked at: the embedder comes first")}
	}
	opt, err := storeOptions(e)
	if err != nil {
		return []Health{broken("store", err, "take another embedder")}
	}
	var found []Health
	for _, p := range pgvector.Diagnose(ctx, url, opt) {
		f := Health{What: "store", State: StateBroken, Found: p.What, Mend: p.Fix}
		if f.Mend == "" {
			f.Mend = "do without: --store " + InMemory
		}
		found = append(found, f)
	}
	if len(found) > 0 {
		return found
	}
	return []Health{a.examineIndex(ctx, opt)}
}

// examineIndex says how much of the library the server holds.
func (a *App) examineIndex(ctx context.Context, opt pgvector.Options) Health {
	const mend = "askomop library index"
	store, err := pgvector.Open(ctx, a.build.Retrieval.Store, opt)
	if err != nil {
		return broken("store", err, mend)
	}
	a.build.opened.add(store)
	pairs, err := a.Library(ctx)
	if err != nil {
		return worth("store", RedactURL(a.build.Retrieval.Store)+"; the library can't be read")
	}
	missing, err := store.Missing(ctx, pairs)
	if err != nil {
		return broken("store", err, mend)
	}
	f := fine("store", fmt.Sprintf("%s; %d of %s indexed for %s", RedactURL(a.build.Retrieval.Store),
		len(pairs)-len(missing), plural(len(pairs), "pair", "pairs"), opt.Embedder))
	switch {
	case len(missing) == len(pairs):
		f.State, f.Mend = StateBroken, mend
	case len(missing) > 0:
		f.State, f.Mend = StateNote, mend
	}
	return f
}
