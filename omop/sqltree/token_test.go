package sqltree_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/omop/sqltree"
)

func TestTokensKnowWhatIsNeverLookedInto(t *testing.T) {
	const sql = `SELECT 1.5e-3, "a ""b""", 'it''s' -- [drug@x]
	WHERE x IN ([condition@gout, acute\] form]) AND a->>'k' <> $$;$$ /* ' */ || é2`
	var got []string
	kinds := map[sqltree.TokenKind]string{
		sqltree.WordToken: "word", sqltree.NumberToken: "number", sqltree.StringToken: "string", sqltree.NameToken: "name",
		sqltree.PlaceholderToken: "placeholder", sqltree.CommentToken: "comment", sqltree.SignToken: "sign",
	}
	for _, tok := range sqltree.Tokens(sql) {
		if kind := kinds[tok.Kind]; kind != "word" && tok.Text != "," && tok.Text != "(" && tok.Text != ")" {
			got = append(got, kind+" "+tok.Text)
		}
	}
	want := []string{
		"number 1.5e-3", `name "a ""b"""`, "string 'it''s'", "comment -- [drug@x]", `placeholder [condition@gout, acute\] form]`,
		"sign ->>", "string 'k'", "sign <>", "string $$;$$", "comment /* ' */", "sign ||",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
