package load

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSniffFindsTheDialect(t *testing.T) {
	for name, c := range map[string]struct {
		table, sample string
		delim         byte
		quoted        bool
		escape        byte
		header        int // columns of it
	}{
		"comma":                       {"person", "person_id,year_of_birth\n1,1950\n", ',', true, '"', 2},
		"semicolon":                   {"person", "person_id;year_of_birth\n1;1950\n", ';', true, '"', 2},
		"pipe":                        {"person", "person_id|year_of_birth\n1|1950\n", '|', true, '"', 2},
		"tab":                         {"person", "person_id\tyear_of_birth\n1\t1950\n", '\t', false, '"', 2},
		"tab, quoted header":          {"concept", "\"concept_id\"\t\"concept_name\"\n1\t\"a\"\n", '\t', true, '"', 2},
		"tab, quoted text":            {"person", "person_id\tperson_source_value\n1\t\"a\"\n", '\t', true, '"', 2},
		"tab, quotes are data":        {"concept", "concept_id\tconcept_name\n1\tthe \"x\"\n", '\t', false, '"', 2},
		"tab, name that is all quote": {"concept", "concept_id\tconcept_name\n1\t\"x\"\n", '\t', false, '"', 2},
		"tab, doubled quotes":         {"concept", "concept_id\tconcept_name\n1\t\"the \"\"x\"\"\"\n", '\t', true, '"', 2},
		"comma, inches":               {"person", "person_id,person_source_value\n1,5\" tall\n", ',', false, '"', 2},
		"backslashes":                 {"note", "note_id,note_text\n1,\"a \\\" b\"\n", ',', true, '\\', 2},
		"no header":                   {"death", "1\t2010-01-01\t\t0\t0\tx\t0\n", '\t', false, '"', 0},
		"commas in a tab file":        {"location", "1\ta,b,c,d,e,f\tx\ty\tz\t1\t2\t3\n", '\t', false, '"', 0},
		"nothing":                     {"death", "", '\t', false, '"', 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := sniff(c.table, []byte(c.sample), false, nil)
			if d.delim != c.delim || d.quoted != c.quoted || d.escape != c.escape || len(d.header) != c.header {
				t.Errorf("delimiter %q, quoted %v, escape %q, header %q", d.delim, d.quoted, d.escape, d.header)
			}
		})
	}
}

func TestSplitReadsQuotedFields(t *testing.T) {
	d := dialect{delim: ',', quoted: true, escape: '"'}
	got := split([]byte("a,\"b, \"\"c\"\"\nd\",\r\n\n1,\"x\" y,2\n"), d, 10)
	want := [][]string{{"a", "b, \"c\"\nd", ""}, {"1", "\"x\" y", "2"}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestScanTellsWhetherTextIsClean(t *testing.T) {
	for text, clean := range map[string]bool{
		"":                      true,
		"a,b\n1,é日🙂\n":          true,
		"a,b\r\n1,2\r\n":        true,
		"a,b\r1,2\r":            false, // DuckDB could, but it is rare enough to rewrite
		"a,b\r\n1,2\n":          false,
		"a,b\n1,\xe9\n":         false,
		"a,b\n1,cut \xe6\x97":   false,
		"\xef\xbb\xbfa,b\n1,2":  false,
		"\xff\xfea\x00":         false,
		"\na,b\n":               false,
		"a,\"x\r\ny\"\r\n1,2\r": false,
	} {
		// However the chunks fall, the answer is the same.
		for size := 1; size <= len(text)+1; size++ {
			var s scan
			for rest := text; rest != ""; {
				n := min(size, len(rest))
				if _, err := s.Write([]byte(rest[:n])); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			// A byte order mark is told by the first chunk, which is never this small.
			if size < 3 && markOf([]byte(text)) != plain {
				continue
			}
			if s.clean() != clean {
				t.Errorf("%q in chunks of %d: clean is %v", text, size, s.clean())
			}
		}
	}
}

func TestRewriteMakesUTF8WithLineFeeds(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\n\r\nd":                    "a\nb\nc\n\nd",
		"\xef\xbb\xbf\r\n\na":                 "a",
		"caf\xe9 \x80 \xc3\xa9":               "café € é",
		"\xff\xfea\x00\r\x00\n\x00\xe9\x00":   "a\né",
		"\xfe\xff\x00a\xd8\x3d\xde\x42\x00\n": "a🙂\n",
		"\xff\xfea\x00b":                      "a",
	} {
		var out bytes.Buffer
		if err := rewrite(&out, strings.NewReader(in)); err != nil || out.String() != want {
			t.Errorf("%q became %q, %v; want %q", in, out.String(), err, want)
		}
	}
}

func FuzzSniff(f *testing.F) {
	for _, s := range []string{
		"person_id,year_of_birth\n1,1950\n", "1\t2\t3\n", "\"person_id\"\t\"x\n", "a\"b\"\"c,\\\"\r\n", "\xef\xbb\xbfperson id;;\n\n",
		"person_id|\"a|b\"|c\n\"unclosed", "\xff\xfe1\x00", ",\n,\n", "T\t1\t2\n",
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, cut bool) {
		m := &member{table: "person"}
		d, err := m.sniff([]byte(text), cut, [][]byte{[]byte(text)})
		if err != nil {
			return
		}
		if !slices.Contains(delimiters, d.delim) || d.escape != '"' && d.escape != '\\' || len(d.rows) > sampleRows {
			t.Fatalf("no dialect: %+v", d)
		}
		for _, r := range d.rows {
			if len(r) == 0 {
				t.Fatal("a record without fields")
			}
			for _, v := range r {
				if !utf8.ValidString(v) {
					t.Fatalf("a field that is not UTF-8: %q", v)
				}
			}
		}
		if names, err := layoutOf("5.4", "person", d.rows); err == nil && len(names) == 0 {
			t.Fatal("a layout without columns")
		}
		_ = declaredVersion(d)
	})
}

// FuzzRewrite checks that whatever comes in, clean text comes out, and that clean text
// stays as it is.
func FuzzRewrite(f *testing.F) {
	for _, s := range []string{"a\r\nb\rc", "\xff\xfea\x00", "\xfe\xff\xd8", "caf\xe9", "\xef\xbb\xbf\n\nx", "plain\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var before scan
		_, _ = before.Write(in)
		var once, twice bytes.Buffer
		if err := rewrite(&once, bytes.NewReader(in)); err != nil {
			t.Fatal(err)
		}
		if before.clean() && before.crlf == 0 && once.String() != string(in) {
			t.Fatalf("clean %q became %q", in, once.String())
		}
		var after scan
		for rest := once.Bytes(); len(rest) > 0; {
			n := min(3+len(in)%8, len(rest))
			_, _ = after.Write(rest[:n])
			rest = rest[n:]
		}
		if markOf(once.Bytes()) == plain && !after.clean() {
			t.Fatalf("%q became %q, which is not clean", in, once.String())
		}
		if err := rewrite(&twice, bytes.NewReader(once.Bytes())); err != nil || markOf(once.Bytes()) == plain && twice.String() != once.String() {
			t.Fatalf("rewriting twice differs: %q, %q, %v", once.String(), twice.String(), err)
		}
	})
}
