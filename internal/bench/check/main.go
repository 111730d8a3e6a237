// Command check measures how long the OMOP rules take for a statement, in one process, on a vocabulary of a size that
// is asked for: the demo database's, to which concepts are added that are made up, each below some of the real ones. It
// checks the library's pairs and the correct statements of the rules' tests, whose concept ids are looked up.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/rag/library"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench check:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	folder := flag.String("folder", ".cache/bench/check", "where the database lies")
	concepts := flag.Int("concepts", 400_000, "concepts of the vocabulary")
	runs := flag.Int("runs", 3, "times that each statement is checked, of which the median counts")
	correct := flag.String("correct", "omop/check/testdata/correct", "folder of more statements, a paragraph each")
	flag.Parse()

	statements, err := statements(*correct)
	if err != nil {
		return err
	}
	db := filepath.Join(*folder, fmt.Sprintf("concepts-%d.duckdb", *concepts))
	if err := os.MkdirAll(*folder, 0o755); err != nil {
		return err
	}
	askomop, err := app.New(app.Settings{DB: db, Home: *folder}, app.Host{})
	if err != nil {
		return err
	}
	defer askomop.Close()
	if _, err := os.Stat(db); err != nil {
		if err := askomop.MakeDemo(ctx, db, 1000, app.DemoSeed); err != nil {
			return err
		}
		if err := enlarge(ctx, db, *concepts); err != nil {
			return fmt.Errorf("make the vocabulary up: %w", err)
		}
	}
	return measure(ctx, askomop, statements, *runs)
}

// statements are the library's and those of the rules' tests in DuckDB's dialect.
func statements(folder string) ([]string, error) {
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, p := range pairs {
		out = append(out, p.SQL)
	}
	files, err := fs.Glob(os.DirFS(folder), "*.sql")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(folder, f))
		if err != nil {
			return nil, err
		}
		out = append(out, strings.Split(strings.TrimSpace(string(text)), "\n\n")[1:]...)
	}
	return out, nil
}

// enlarge adds concepts until there are so many, each below itself and three concepts of the demo's and what is above
// those.
func enlarge(ctx context.Context, file string, concepts int) error {
	db, err := sql.Open("duckdb", file)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, text := range []string{
		`CREATE TEMP TABLE parents AS SELECT concept_id, domain_id, vocabulary_id, concept_class_id, row_number() OVER (ORDER BY concept_id) - 1 AS n
		FROM concept WHERE standard_concept = 'S' AND domain_id IN ('Condition', 'Drug', 'Procedure', 'Measurement')`,
		fmt.Sprintf(`CREATE TEMP TABLE added AS SELECT 1000000000 + i AS concept_id, p.* EXCLUDE (concept_id), i
		FROM range(%d - (SELECT count(*) FROM concept)) AS r(i) JOIN parents AS p ON p.n = i %% (SELECT count(*) FROM parents)`, concepts),
		`INSERT INTO concept (concept_id, concept_name, domain_id, vocabulary_id, concept_class_id, standard_concept, concept_code, valid_start_date, valid_end_date)
		SELECT concept_id, 'made up ' || md5(i::VARCHAR), domain_id, vocabulary_id, concept_class_id, 'S', 'made-' || i, DATE '1970-01-01', DATE '2099-12-31' FROM added`,
		`INSERT INTO concept_ancestor SELECT concept_id, concept_id, 0, 0 FROM added`,
		`INSERT INTO concept_ancestor SELECT a.ancestor_concept_id, d.concept_id, min(a.min_levels_of_separation) + 1, max(a.max_levels_of_separation) + 1
		FROM added AS d JOIN parents AS p ON p.n % (SELECT count(*) FROM parents) IN (d.n, (d.n * 7 + d.i // 1000) % (SELECT count(*) FROM parents)) AND p.domain_id = d.domain_id
		JOIN concept_ancestor AS a ON a.descendant_concept_id = p.concept_id GROUP BY ALL`,
	} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

func measure(ctx context.Context, askomop *app.App, statements []string, runs int) error {
	began := time.Now()
	rules, err := askomop.Checker(ctx, true)
	if err != nil {
		return err
	}
	if _, err := rules.Check(ctx, statements[0]); err != nil {
		return err
	}
	fmt.Printf("opened, first statement checked: %v\n", time.Since(began).Round(time.Millisecond))
	var medians []time.Duration
	slowest, longest := "", time.Duration(0)
	findings := 0
	for _, s := range statements {
		var took []time.Duration
		for range runs {
			began := time.Now()
			found, err := rules.Check(ctx, s)
			if err != nil {
				return fmt.Errorf("%w\n%s", err, s)
			}
			took = append(took, time.Since(began))
			findings += len(found)
		}
		slices.Sort(took)
		medians = append(medians, took[len(took)/2])
		if took[len(took)/2] > longest {
			slowest, longest = s, took[len(took)/2]
		}
	}
	slices.Sort(medians)
	at := func(share float64) time.Duration {
		return medians[int(share*float64(len(medians)-1))].Round(10 * time.Microsecond)
	}
	fmt.Printf("%d statements: median %v, 95 %% within %v, slowest %v; %d findings in %d runs of each\n", len(medians),
		at(.5), at(.95), at(1), findings, runs)
	fmt.Printf("the slowest:\n%s\n", slowest)
	return nil
}
