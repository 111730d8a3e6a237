package eval

import (
	"bytes"
	"strings"
	"testing"
)

func TestWhatAPersonSaysStandsBesideTheScores(t *testing.T) {
	rep := NewReport(recordOf(), DefaultTolerance)
	sheet := rep.Sheet(nil)
	if len(sheet) != 1 || sheet[0].Case != "wrong/0" || !strings.Contains(sheet[0].Difference, "n is not 100") {
		t.Fatalf("to be judged: %+v", sheet)
	}
	rep.Adjudicate(sheet)
	if a := rep.Settings[0].Adjudicated; a.Cases != 5 || a.Right != 2 || a.Open != 1 || a.Accuracy != 40 {
		t.Errorf("before anybody has judged: %+v", a)
	}
	sheet[0].Verdict, sheet[0].Note = "defensible", "=1+1, \"both\"\nare fine"
	text, err := WriteSheet(sheet)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(`"'=1+1, ""both""`)) {
		t.Errorf("a formula stays one:\n%s", text)
	}
	for name, saved := range map[string]string{
		"as it was":       string(text),
		"with semicolons": strings.NewReplacer("id,case,setting", "id;case;setting;x").Replace("id;verdict;note\n" + sheet[0].ID + "; Defensible ;\"=1+1, \"\"both\"\"\nare fine\"\n"),
	} {
		filled, err := ReadSheet(strings.NewReader(saved))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again := NewReport(recordOf(), DefaultTolerance)
		both := again.Sheet(filled)
		if len(both) != 1 || both[0].Note != sheet[0].Note {
			t.Errorf("%s: %+v", name, both)
		}
		again.Adjudicate(both)
		if a := again.Settings[0].Adjudicated; a.Defensible != 1 || a.Acceptable != 60 || a.Accuracy != 40 || a.Open != 0 || a.RS10 != 60 {
			t.Errorf("%s: %+v", name, a)
		}
		page, err := HTML(again)
		if err != nil || !strings.Contains(string(page), "Judged by a person") || !strings.Contains(string(page), "<b>defensible</b>") {
			t.Errorf("%s: the page does not show it: %v", name, err)
		}
	}
}

func TestAVerdictCountsForItsAnswerOnly(t *testing.T) {
	rep := NewReport(recordOf(), DefaultTolerance)
	sheet := rep.Sheet(nil)
	sheet[0].Verdict = VerdictRight
	other := recordOf()
	other.Outcomes[2].Template = "SELECT 2 + 0"
	rep = NewReport(other, DefaultTolerance)
	both := rep.Sheet(sheet)
	rep.Adjudicate(both)
	if a := rep.Settings[0].Adjudicated; len(both) != 2 || a.Right != 2 || a.Open != 1 || a.Gone != 1 {
		t.Errorf("%d rows, %+v", len(both), a)
	}
}

func TestASheetThatSaysNothingIsRefused(t *testing.T) {
	for _, text := range []string{"id,verdict\nx,perhaps\n", "case,verdict\nx,right\n", "id,note\nx,right\n"} {
		if rows, err := ReadSheet(strings.NewReader(text)); err == nil {
			t.Errorf("%q was read as %+v", text, rows)
		}
	}
}
