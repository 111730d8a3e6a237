package sqltree

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

func TestPlaceholdersAreFoundOutsideLiteralsAndComments(t *testing.T) {
	tests := []struct {
		name, sql string
		want      []string // domain@text
	}{
		{"plain", "x IN ([condition@viral sinusitis])", []string{"condition@viral sinusitis"}},
		{"two", "IN ([drug@a], [drug@b])", []string{"drug@a", "drug@b"}},
		{"code", "([condition@ICD10CM:N18.6])", []string{"condition@ICD10CM:N18.6"}},
		{"any characters", "([drug@50% 'dextrose', \"α\" + [x])", []string{`drug@50% 'dextrose', "α" + [x`}},
		{"escaped bracket", `([drug@a \[b\] c])`, []string{`drug@a \[b] c`}},
		{"backslash elsewhere", `([drug@a\b])`, []string{`drug@a\b`}},
		{"blanks around", "([visit@  inpatient ])", []string{"visit@inpatient"}},
		{"string", "'[drug@a]' || 'it''s [drug@b]'", nil},
		{"escape string", `E'\'[drug@a]', [drug@b]`, []string{"drug@b"}},
		{"no escape string", `'\', [drug@b], '`, []string{"drug@b"}},
		{"quoted name", `"[drug@a] "" [drug@b]"`, nil},
		{"line comment", "-- [drug@a]\n[drug@b]", []string{"drug@b"}},
		{"block comment", "/* [drug@a] /* [drug@b] */ [drug@c] */ [drug@d]", []string{"drug@d"}},
		{"dollar quotes", "$$[drug@a]$$ $t$[drug@b]$$[drug@c]$t$ [drug@d]", []string{"drug@d"}},
		{"parameter", "$1 [drug@d] $1", []string{"drug@d"}},
		{"list", "[1, 2] || [a, b]", nil},
		{"subscript", "a[1] + a[b]", nil},
		{"absolute value in a list", "[@x]", nil},
		{"open string", "'[drug@a]", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := Placeholders(tt.sql)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range found {
				got = append(got, string(p.Domain)+"@"+p.Text)
				if tt.sql[p.Pos()] != '[' || tt.sql[p.End-1] != ']' {
					t.Errorf("span of %v is %q", p, tt.sql[p.Pos():p.End])
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}

func TestBrokenPlaceholdersAreRefusedWithTheirPlace(t *testing.T) {
	tests := []struct {
		name, sql, want string
		line, column    int
	}{
		{"unknown domain", "SELECT 1\nWHERE é IN ([disease@x])", "unknown domain \"disease\"", 2, 13},
		{"domain in capitals", "[Condition@x]", "unknown domain \"Condition\"", 1, 1},
		{"a word of the vocabulary", "x[SNOMED@1]", "unknown domain", 1, 2},
		{"unclosed", "IN ([drug@aspirin", "not closed", 1, 5},
		{"closed on the next line", "IN ([drug@aspirin\n])", "not closed on its line", 1, 5},
		{"only an escaped bracket", `IN ([drug@a\])`, "not closed", 1, 5},
		{"empty", "IN ([drug@])", "empty", 1, 5},
		{"blank", "IN ([drug@  ])", "empty", 1, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Placeholders(tt.sql)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error is %v, want a *SyntaxError", err)
			}
			if syntax.Line != tt.line || syntax.Column != tt.column {
				t.Errorf("place is %d:%d, want %d:%d", syntax.Line, syntax.Column, tt.line, tt.column)
			}
			if !strings.Contains(syntax.Msg, tt.want) {
				t.Errorf("message is %q, want it to contain %q", syntax.Msg, tt.want)
			}
		})
	}
}

func TestRenderTouchesNothingButThePlaceholders(t *testing.T) {
	sql := "SELECT '[drug@a]'  -- [drug@b]\nWHERE x IN ( [drug@c],[condition@d] ) ;"
	got, err := Render(sql, func(p Placeholder) (string, error) { return "<" + p.Text + ">", nil })
	if err != nil {
		t.Fatal(err)
	}
	if want := "SELECT '[drug@a]'  -- [drug@b]\nWHERE x IN ( <c>,<d> ) ;"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	failed := errors.New("no such concept")
	if _, err := Render(sql, func(Placeholder) (string, error) { return "", failed }); !errors.Is(err, failed) {
		t.Errorf("error is %v, want %v", err, failed)
	}
}

func TestMaskMapsOffsetsBack(t *testing.T) {
	sql := `a IN ([drug@x "y"], [drug@z]) AND b`
	m, err := Mask(sql)
	if err != nil {
		t.Fatal(err)
	}
	if want := `a IN ("[drug@x ""y""]", "[drug@z]") AND b`; m.SQL != want {
		t.Fatalf("masked is %q, want %q", m.SQL, want)
	}
	for _, word := range []string{"a IN", ") AND", "b"} {
		at := strings.LastIndex(m.SQL, word)
		if got, want := m.Original(at), strings.LastIndex(sql, word); got != want {
			t.Errorf("%q stands at %d of the template, want %d", word, got, want)
		}
	}
	if got := m.Original(strings.Index(m.SQL, "z]")); got != m.Placeholders[1].Pos() {
		t.Errorf("an offset in a name maps to %d, want the placeholder's start", got)
	}
}

func FuzzPlaceholders(f *testing.F) {
	for _, seed := range []string{
		"x IN ([condition@a])", `[drug@a\]b]`, "'[drug@", "/* /* [drug@x]", "$a$[drug@x]$a$", `E'\'[drug@a]'`, "[drug@]", "[x@y]",
		"[visit@\\]", "\"[drug@a]", "-- [drug@a]", "[drug@a\n]", "a$[drug@b]$",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		found, err := Placeholders(sql)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("error %v has no place", err)
			}
			return
		}
		last := 0
		for _, p := range found {
			if p.Pos() < last || p.End <= p.Pos() || p.End > len(sql) {
				t.Fatalf("span %d-%d is out of order", p.Pos(), p.End)
			}
			if !slices.Contains(omop.Domains, p.Domain) || p.Text == "" {
				t.Fatalf("placeholder %v", p)
			}
			last = p.End
		}
		same, err := Render(sql, func(p Placeholder) (string, error) { return sql[p.Pos():p.End], nil })
		if err != nil || same != sql {
			t.Fatalf("rendering the placeholders as themselves gave %q, %v", same, err)
		}
	})
}

func FuzzMask(f *testing.F) {
	for _, seed := range []string{"x IN ([condition@a], [drug@b \"c\"]) AND y", "'[drug@a]' [drug@b]", "[drug@\"]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		m, err := Mask(sql)
		if err != nil {
			return
		}
		last := -1
		for at := range len(m.SQL) + 1 {
			o := m.Original(at)
			if o < last || o > len(sql) {
				t.Fatalf("offset %d maps to %d after %d", at, o, last)
			}
			last = o
		}
		if last != len(sql) {
			t.Fatalf("the end maps to %d of %d", last, len(sql))
		}
		again, err := Placeholders(m.SQL)
		if err != nil || len(again) != 0 {
			t.Fatalf("the masked text still has placeholders: %v, %v", again, err)
		}
	})
}

func TestTrimEndLeavesOnlyTheStatement(t *testing.T) {
	tests := map[string]string{
		"SELECT 1 ;; -- the end;\n/* ; */ ": "SELECT 1",
		"SELECT 1 -- one\n, 2":              "SELECT 1 -- one\n, 2",
		"SELECT ';--'":                      "SELECT ';--'",
		`SELECT 1 AS ";"; `:                 `SELECT 1 AS ";"`,
		"SELECT $$;$$;":                     "SELECT $$;$$",
		"SELECT a - /* x */ - b":            "SELECT a - /* x */ - b",
		" ; ":                               "",
	}
	for sql, want := range tests {
		if got := TrimEnd(sql); got != want {
			t.Errorf("TrimEnd(%q) is %q, want %q", sql, got, want)
		}
	}
}
