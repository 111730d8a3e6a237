// Command reading shows how questions are read: it takes them from stdin, one a line, and prints each with its study question
// or why it was refused.
//
//	go run ./internal/bench/reading -db demo.duckdb < questions.txt
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// terms are the names of a vocabulary, with the coder's rules for what is misspelt.
type terms struct {
	*vocab.Vocabulary
	rules *coding.Rules
}

func (t terms) Loose(text string) []vocab.Hit { return t.rules.Loose(text) }

func main() {
	db := flag.String("db", "", "DuckDB file with a vocabulary")
	dir := flag.String("index", filepath.Join(os.TempDir(), "askomop-reading"), "folder of the vocabulary's index")
	refusedOnly := flag.Bool("refused", false, "print only what was refused")
	words := flag.Bool("words", false, "print how each word was read")
	flag.Parse()
	if err := run(context.Background(), *db, *dir, *refusedOnly, *words); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, db, dir string, refusedOnly, words bool) error {
	engine, err := duckdb.Open(ctx, db, duckdb.Options{})
	if err != nil {
		return err
	}
	defer engine.Close()
	v, err := vocab.Open(ctx, vocab.Options{DB: engine.DB(), Dir: dir, Fingerprint: filepath.Base(db)})
	if err != nil {
		return err
	}
	defer v.Close()
	reader := read.New(terms{v, coding.NewRules(v, coding.Options{})})
	read, refused := 0, 0
	var took time.Duration
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		began := time.Now()
		r, err := reader.Read(ctx, in.Text())
		if err != nil {
			return err
		}
		took += time.Since(began)
		if r.Question != nil {
			read++
			if !refusedOnly {
				out, _ := json.Marshal(r.Question)
				fmt.Printf("%s\n  = %s\n", in.Text(), out)
			}
		} else {
			refused++
			fmt.Printf("%s\n  ! %s: %s\n", in.Text(), r.Refusal.Kind, r.Refusal.Why)
		}
		if words {
			for _, w := range r.Words {
				fmt.Printf("    %-30s %s\n", w.Text, w.As)
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%d read, %d refused, %.1f ms each\n", read, refused, float64(took.Microseconds())/1000/float64(max(1, read+refused)))
	return nil
}
