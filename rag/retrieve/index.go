package retrieve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
)

// indexAtATime is how many texts are embedded before what was made is kept: what an interruption can lose.
const indexAtATime = 256

// Index puts the pairs into the store, each wording masked and encoded. What was
// encoded before is read from dir, where the vectors of a library are kept by embedder: only wordings
// that are new or have changed are embedded, and an interrupted run goes on where it was. An empty dir keeps nothing.
func Index(ctx context.Context, pairs []rag.Pair, c *Encoder, store rag.Store, dir string) error {
	kept := vectorFile{}
	if dir != "" {
		kept = openVectors(filepath.Join(dir, "library-"+short(c.Name())+".vec"))
	}
	keys := wordingKeys(pairs, c)
	if err := complete(ctx, pairs, keys, c, &kept); err != nil {
		return err
	}
	vecs := make([]llm.Vector, len(keys))
	for i, k := range keys {
		vecs[i] = kept.vectors[k]
	}
	return store.Put(ctx, pairs, vecs)
}

// complete encodes the wordings that are not kept, and keeps them in place of those that are no more asked for.
func complete(ctx context.Context, pairs []rag.Pair, keys []vectorKey, c *Encoder, kept *vectorFile) error {
	var missing []rag.Masked
	var at []vectorKey
	next := 0
	for _, p := range pairs {
		n := 1 + len(p.Paraphrases)
		own := keys[next : next+n]
		next += n
		if kept.hasAll(own) {
			continue
		}
		for i, m := range mask.ReadWordings([]rag.Pair{p}) {
			if _, there := kept.vectors[own[i]]; !there {
				missing, at = append(missing, m), append(at, own[i])
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	for len(missing) > 0 {
		n := min(indexAtATime, len(missing))
		vecs, err := c.Encode(ctx, missing[:n])
		if err != nil {
			return fmt.Errorf("embedding the library: %w", err)
		}
		for i, v := range vecs {
			kept.add(at[i], v)
		}
		missing, at = missing[n:], at[n:]
		if err := kept.write(keys); err != nil {
			return fmt.Errorf("keeping the library's index: %w", err)
		}
	}
	return nil
}

// wordingKeys name the vectors of the wordings: they change with the encoder, the
// wording, the SQL, whose placeholders are looked for in it, and the way questions are read.
func wordingKeys(pairs []rag.Pair, c *Encoder) []vectorKey {
	var keys []vectorKey
	by := c.Name() + readingDigest()
	for _, p := range pairs {
		pair := sha256.Sum256([]byte(by + p.SQL))
		for _, w := range p.Wordings() {
			keys = append(keys, sha256.Sum256(append(pair[:], w...)))
		}
	}
	return keys
}

// PairKey changes with everything that the vectors of a pair depend on beside the
// encoder: its wordings, its SQL and the way questions are read. It is made without reading them.
func PairKey(p rag.Pair) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s %q %q", readingDigest(), p.Wordings(), p.SQL))
}

// readingDigest stands for the way questions are read: the tables, and what comes of a
// few questions, so that it changes with the program, too.
var readingDigest = sync.OnceValue(func() string {
	h := sha256.New()
	for _, s := range mask.Tables() {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	for _, p := range probes() {
		for _, m := range mask.ReadWordings([]rag.Pair{p}) {
			fmt.Fprintf(h, "%q", fingerprint(m))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
})

// probes are questions with something of everything that is read.
func probes() []rag.Pair {
	return []rag.Pair{
		{Question: "How many women older than 65 with gout took aspirin within 90 days after it in 2009, by race?",
			Paraphrases: []string{"For each year, what share of the patients on aspirin had never had gout before?"},
			SQL:         "SELECT 1 WHERE 1 IN ([condition@gout]) AND 2 IN ([drug@aspirin])"},
		{Question: "What is the median HbA1c above 6.5 % of Hispanic men born before 1950 during emergency visits in Texas?",
			Paraphrases: []string{"What are the 10 most common procedures per month, the strange ones excepted?"},
			SQL:         "SELECT 1 WHERE 1 IN ([measurement@HbA1c]) AND 2 IN ([visit@emergency visit])"},
	}
}

// short is a file name for a text.
func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
