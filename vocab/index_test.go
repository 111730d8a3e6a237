package vocab

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// smallIndex is the file of an index of a few concepts.
func smallIndex(t testing.TB) []byte {
	t.Helper()
	concepts := []Concept{
		{ID: 201820, Name: "Diabetes mellitus", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "73211009"},
		{ID: 201826, Name: "Type 2 diabetes mellitus", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "44054006"},
		{ID: 40163924, Name: "24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet", Domain: "Drug", Vocabulary: "RxNorm", Class: "Quant Clinical Drug", Standard: "S", Code: "860975"},
		{ID: 44829882, Name: "Diabetes mellitus", Domain: "Condition", Vocabulary: "ICD9CM", Class: "3-dig nonbill code", Code: "250"},
	}
	b, err := newBuilder(t.TempDir(), func(string, int) {})
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	err = b.derive(t.Context(), func(emit func(source) error) error {
		for i, c := range concepts {
			if err := emit(source{row: &concepts[i], text: c.Name, drug: c.Domain == "Drug", product: isProduct(c)}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b.addMap(44829882, 201820)
	b.edges = [][2]int64{{201820, 201826}}
	b.meta.Hierarchy = HierarchyRelationships
	var file bytes.Buffer
	if err := b.write(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestIndexHoldsWhatItWasBuiltFrom(t *testing.T) {
	x, err := parseIndex(smallIndex(t))
	if err != nil {
		t.Fatal(err)
	}
	v := &Vocabulary{index: x}
	if err := v.Verify(); err != nil {
		t.Error(err)
	}
	want := Concept{ID: 201826, Name: "Type 2 diabetes mellitus", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "44054006"}
	if got, err := v.Concept(201826); err != nil || got != want {
		t.Errorf("Concept(201826) = %+v, %v", got, err)
	}
	if _, err := v.Concept(1); !errors.Is(err, ErrNotFound) {
		t.Errorf("Concept(1): %v", err)
	}
	if hits := v.Lookup("t2dm"); len(hits) != 1 || hits[0].Concept.ID != 201826 || hits[0].Kind != KindAbbreviation {
		t.Errorf("Lookup(t2dm) = %+v", hits)
	}
	if hits := v.Lookup("diabetes mellitus"); len(hits) != 2 || hits[0].Concept.ID != 201820 {
		t.Errorf("Lookup(diabetes mellitus) does not put the standard concept first: %+v", hits)
	}
	if hits := v.Lookup("metformin"); len(hits) != 1 || hits[0].Kind != KindProduct {
		t.Errorf("Lookup(metformin) = %+v", hits)
	}
}

func TestDamagedIndexIsRefused(t *testing.T) {
	whole := smallIndex(t)
	for name, damage := range map[string]func([]byte) []byte{
		"empty":             func([]byte) []byte { return nil },
		"cut off":           func(b []byte) []byte { return b[:len(b)-1] },
		"longer":            func(b []byte) []byte { return append(b, 0) },
		"other magic":       func(b []byte) []byte { b[0] ^= 1; return b },
		"other version":     func(b []byte) []byte { b[8]++; return b },
		"section elsewhere": func(b []byte) []byte { b[headerSize+3] ^= 0xff; return b },
		"meta changed":      func(b []byte) []byte { b[headerSize+sectionCount*entrySize+8] ^= 1; return b },
	} {
		if _, err := parseIndex(damage(bytes.Clone(whole))); !errors.Is(err, errCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	changed := bytes.Clone(whole)
	changed[len(changed)-1] ^= 1
	x, err := parseIndex(changed)
	if err != nil {
		t.Fatalf("a change in the last section is not for opening to see: %v", err)
	}
	if err := (&Vocabulary{index: x}).Verify(); !errors.Is(err, errCorrupt) {
		t.Errorf("Verify of a changed section: %v", err)
	}
}

func FuzzDamagedIndexNeverPanics(f *testing.F) {
	whole := smallIndex(f)
	f.Add(uint32(0), byte(0), uint32(1), byte(1))
	f.Add(uint32(len(whole)-4), byte(255), uint32(headerSize+sectionCount*entrySize+100), byte(255))
	f.Fuzz(func(_ *testing.T, at uint32, value byte, at2 uint32, value2 byte) {
		b := bytes.Clone(whole)
		start := uint32(headerSize + sectionCount*entrySize)
		b[start+at%(uint32(len(b))-start)] = value
		b[start+at2%(uint32(len(b))-start)] = value2
		x, err := parseIndex(b)
		if err != nil {
			return
		}
		v := &Vocabulary{index: x}
		for _, text := range []string{"diabetes mellitus", "t2dm", "metformin", "type 2 diabets"} {
			v.Lookup(text)
			v.Search(text, Filter{}, 10)
			v.WithWords(text, Filter{Standard: true}, 10)
			v.Products(text)
		}
		for i := range x.conceptCount() {
			c := x.concept(i)
			v.MapsTo(c.ID)
			v.ByCode(c.Vocabulary, c.Code) //nolint:errcheck // only panics count
		}
		_ = x.related(201826)
	})
}

func TestOpenRebuildsADamagedFileOnlyWithADatabase(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, indexFile("x"))
	if err := os.WriteFile(path, []byte("not an index"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Options{Dir: dir, Fingerprint: "x"}); err == nil {
		t.Error("a damaged index was opened without a database to rebuild it from")
	}
}

func TestFingerprintsMakeSafeFileNames(t *testing.T) {
	if name := indexFile("../../etc/passwd:1"); filepath.Base(name) != name {
		t.Errorf("index file %q", name)
	}
	if indexFile("a") == indexFile("b") {
		t.Error("two fingerprints share a file")
	}
}
