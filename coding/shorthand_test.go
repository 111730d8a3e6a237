package coding

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestTheTableOfShorthandIsCurrent holds that the table was made of the shorthand.tsv beside it, and by the rules of today.
func TestTheTableOfShorthandIsCurrent(t *testing.T) {
	want := writeTable(shorthandTSV, readDomains(shorthandTSV))
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile("shorthand.table", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if shorthandTable != want {
		t.Error("shorthand.table was not made of this shorthand.tsv; run: go generate ./coding")
	}
}

// TestTheTableSaysWhatTheRowsSay holds that a look-up finds in the table what reading all rows finds, and nothing for other words.
func TestTheTableSaysWhatTheRowsSay(t *testing.T) {
	if editedShorthand() != nil {
		t.Fatal("the table is not looked at")
	}
	found := 0
	for domain, rows := range readDomains(shorthandTSV) {
		for words, want := range rows {
			if got := rewritingsOf(words, domain); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %q: %v, want %v", domain, words, got, want)
			}
			for _, other := range []string{words + "z", words[:len(words)-1], words + " " + words} {
				if got := rewritingsOf(other, domain); !reflect.DeepEqual(got, rows[other]) {
					t.Errorf("%s, %q: %v, want %v", domain, other, got, rows[other])
				}
			}
			found++
		}
	}
	if found < 5_000 {
		t.Errorf("only %d rewritings", found)
	}
	for _, words := range []string{"", "\n", "#", "zzz"} {
		if got := rewritingsOf(words, "Condition"); got != nil {
			t.Errorf("%q: %v", words, got)
		}
	}
	if got := rewritingsOf("abd", "Ethnicity"); got != nil {
		t.Errorf("of a domain that entities have not: %v", got)
	}
}

// TestAnEditedRowCountsBeforeTheTableIsMade holds that the table names the very file that it was made of.
func TestAnEditedRowCountsBeforeTheTableIsMade(t *testing.T) {
	edited := shorthandTSV + "short\tDrug\tqzx\tasthma\n"
	if strings.HasPrefix(shorthandTable, tableTitle(edited)) {
		t.Error("the table passes for one of the edited rows")
	}
	if got := readDomains(edited)["Drug"]["qzx"]; len(got) != 1 || got[0].to != "asthma" {
		t.Errorf("read %v", got)
	}
}
