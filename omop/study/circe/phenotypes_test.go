package circe_test

import (
	"archive/zip"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/omop/study/circe"
	"github.com/askomop/askomop/omop/study/compile"
)

// sample reads the definitions of a sample of OHDSI's phenotype library by their names.
func sample(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	z, err := zip.OpenReader(needs.Sample(t, needs.Phenotypes))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	all := map[string]json.RawMessage{}
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".json") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(f.Name)] = data
	}
	return all
}

// Each phenotype of the sample has Circe's people and dates, and Circe's numbers for each inclusion rule, in a random
// world of its own concepts, as both ports of Circe have them.
func TestPhenotypesHaveCircesPeople(t *testing.T) {
	o := newOracle(t)
	all := sample(t)
	read, some, people := 0, 0, 0
	for name, text := range all {
		d, err := circe.Read(text)
		var no *circe.UnsupportedError
		if errors.As(err, &no) {
			t.Logf("%s: %v", name, err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		read++
		t.Run(name, func(t *testing.T) {
			m := compiled(t, &d.Cohort)
			r := rand.New(rand.NewPCG(7, uint64(len(text))))
			path := newDatabase(t, wantedBy(&d.Cohort).world(r, 250))
			db := openReadOnly(t, path)
			n := compare(t, o, db, path, m, text)
			people += n
			if n > 0 {
				some++
			}
		})
	}
	t.Logf("%d of %d are read; %d of them have members in their worlds, %d rows", read, len(all), some, people)
	if read*100 < len(all)*95 || some*100 < read*80 {
		t.Error("the sample proves too little")
	}
}

// compare holds a cohort against the ports of Circe, both where none is named, and returns the number of its rows.
func compare(t *testing.T, o *oracle, db *sql.DB, path string, m *compile.Members, definition json.RawMessage,
	ports ...string) int {
	t.Helper()
	got, err := members(db, m)
	if err != nil {
		t.Fatalf("%v\n%s", err, m.SQL)
	}
	var matched []string
	if strings.Contains(m.Matches, "meets_1") { // Circe counts where there are inclusion rules
		if matched, err = matches(db, m); err != nil {
			t.Fatalf("%v\n%s", err, m.Matches)
		}
	}
	if len(ports) == 0 {
		ports = []string{"duckcdm", "circepy"}
	}
	for _, by := range ports {
		want := o.ask(t, path, definition, by)
		if by == "circepy" && strings.Contains(want.Error, `Referenced table "A" not found`) {
			continue // it writes no SQL that runs for different concepts
		}
		if want.Error != "" {
			t.Fatalf("%s: %s", by, want.Error)
		}
		if why := difference(got, want.members()); why != "" {
			t.Errorf("%s: %s\n%s\n%s", by, why, definition, m.SQL)
			return len(got)
		}
		if why := difference(matched, want.matches()); why != "" {
			t.Errorf("%s: inclusion rules: %s\n%s\n%s", by, why, definition, m.Matches)
		}
	}
	return len(got)
}

// The sample has Circe's people on the demo database and on GiBleed, whose vocabularies hold some of its concepts.
func TestPhenotypesHaveCircesPeopleOnRealisticData(t *testing.T) {
	needs.Time(t, "takes a minute")
	o := newOracle(t)
	all := sample(t)
	for name, path := range map[string]string{"5.4 demo": demoDatabase(t), "5.3 gibleed": gibleed(t)} {
		db, version := openReadOnly(t, path), name[:3]
		some, rows := 0, 0
		for file, text := range all {
			d, err := circe.Read(text)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			m, err := compile.CompileMembers(&d.Cohort, compile.Options{CDM: version})
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if n := compare(t, o, db, path, m, text); n > 0 {
				some, rows = some+1, rows+n
			}
		}
		t.Logf("%s: %d of %d phenotypes have members, %d rows", name, some, len(all), rows)
		if some < 3 {
			t.Errorf("%s proves too little", name)
		}
	}
}

func demoDatabase(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "demo.duckdb")
	if err := demo.Generate(t.Context(), demo.Options{Path: path, Persons: 2000, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	return path
}

func gibleed(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gibleed.duckdb")
	if _, err := load.Load(t.Context(), load.Options{Source: needs.Sample(t, needs.GiBleed), Target: path}); err != nil {
		t.Fatal(err)
	}
	return path
}
