package commands

import (
	"bytes"
	"strings"
	"testing"
)

func TestControlAndBidirectionalCharactersAreShownAsEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"gout\x1b[2J\x07":         `gout\u001b[2J\u0007`,
		"a\u202eb\u2066c\u200f":   `a\u202eb\u2066c\u200f`,
		"\x1b[1mSQL\x1b[0m\n\té€": "\x1b[1mSQL\x1b[0m\n\té€",
		"\r\x9b\x80":              "\\u000d\x9b\x80",
		"caf\u0085":               `caf\u0085`,
	} {
		if got := visible(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestTextsThatBeginLikeFormulasAreDefusedInCSV(t *testing.T) {
	rows := [][]string{{"name", "n"}, {`=HYPERLINK("http://x")`, "-5"}, {"@SUM(A1)", "+1e3"}, {"\tx", "-5 people"}, {"plain", "<5"}}
	for _, formulas := range []bool{false, true} {
		var out bytes.Buffer
		if err := (&printer{out: &out, formulas: formulas}).csv(rows); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if strings.Contains(got, "'=HYPERLINK") == formulas || strings.Contains(got, "'@SUM") == formulas || strings.Contains(got, "'-5 people") == formulas || !strings.Contains(got, ",-5\n") || !strings.Contains(got, ",+1e3\n") {
			t.Errorf("formulas %v: %s", formulas, got)
		}
	}
}

func TestARunsNameIsNoPath(t *testing.T) {
	c := &call{settings: settings{}}
	for _, name := range []string{"../../x", "..", "a/b", `a\b`, "/etc", ""} {
		if dir, err := c.runDir(name); err == nil {
			t.Errorf("%q is the folder %s", name, dir)
		}
	}
	if _, err := c.runDir("march-2"); err != nil {
		t.Error(err)
	}
}
