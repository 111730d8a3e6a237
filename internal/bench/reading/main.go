// Command reading shows how questions are read: it takes them from stdin, one a line, and prints each with its study
// question or why it was refused.
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

	"github.com/askomop/askomop/internal/demodb"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag/read"
)

func main() {
	db := flag.String("db", "", "DuckDB file with a vocabulary")
	dir := flag.String("index", filepath.Join(os.TempDir(), "askomop-reading"), "folder of the vocabulary's index")
	refusedOnly := flag.Bool("refused", false, "print only what was refused")
	words := flag.Bool("words", false, "print how each word was read")
	pairs := flag.Bool("pairs", false, "compare the rows of each wording of the library with its reviewed SQL")
	said := flag.Bool("said", false, "read each question's sentence again, and print where it means another question")
	file := flag.String("file", "", "JSON file of questions with their SQL, whose rows are compared")
	only := flag.String("only", "", "with -pairs: pairs whose id begins so")
	flag.Parse()
	if err := run(context.Background(), options{*db, *dir, *refusedOnly, *words, *pairs, *said, *only,
		*file}); err != nil {
		log.Fatal(err)
	}
}

type options struct {
	db, dir                         string
	refusedOnly, words, pairs, said bool
	only, file                      string
}

func run(ctx context.Context, o options) error {
	file, dir, refusedOnly, words := o.db, o.dir, o.refusedOnly, o.words
	engine, err := duckdb.Open(ctx, file, duckdb.Options{})
	if err != nil {
		return err
	}
	defer engine.Close()
	db, err := demodb.Open(ctx, engine, dir, filepath.Base(file))
	if err != nil {
		return err
	}
	defer db.Close()
	reader := read.New(db.Names)
	if o.file != "" {
		return compareFile(ctx, reader, bench{db, map[string]*omop.Table{}}, o.file)
	}
	if o.pairs {
		return comparePairs(ctx, reader, bench{db, map[string]*omop.Table{}}, o.only)
	}
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
			if o.said {
				if err := saidBack(ctx, reader, in.Text(), r.Question); err != nil {
					return err
				}
			} else if !refusedOnly {
				out, _ := json.Marshal(r.Question)
				fmt.Printf("%s\n  = %s\n  : %s\n", in.Text(), out, r.Question)
			}
		} else {
			refused++
			fmt.Printf("%s\n  ! %s: %s\n", in.Text(), r.Refusal.Kind, r.Refusal.Why)
			for _, n := range r.Near() {
				fmt.Printf("  ~ %s\n", n.Text)
			}
		}
		if words {
			for _, w := range r.Words {
				fmt.Printf("    %-30s %s\n", w.Text, w.As)
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%d read, %d refused, %.1f ms each\n", read, refused,
		float64(took.Microseconds())/1000/float64(max(1, read+refused)))
	return nil
}

// saidBack reads the sentence of a question and prints what became of it, where that is not the question.
func saidBack(ctx context.Context, reader *read.Reader, text string, q *study.Question) error {
	again, err := reader.Read(ctx, q.String())
	if err != nil {
		return err
	}
	want, _ := json.Marshal(q)
	switch {
	case again.Question == nil:
		fmt.Printf("UNREAD\t%s\n\t%s\n\t%s: %s\n", text, q, again.Refusal.Kind, again.Refusal.Why)
	case !again.Question.Equal(q):
		got, _ := json.Marshal(again.Question)
		fmt.Printf("ANOTHER\t%s\n\t%s\n\t%s\n\t%s\n", text, q, want, got)
	default:
		fmt.Printf("SAME\t%s\n", q)
	}
	return nil
}
