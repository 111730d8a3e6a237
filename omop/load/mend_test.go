package load

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// conditions writes n lines of condition_occurrence, with source values of the caller's.
func conditions(n int, value func(i int) string) string {
	var b strings.Builder
	b.WriteString("condition_occurrence_id,person_id,condition_concept_id,condition_start_date,condition_type_concept_id,condition_source_value,stop_reason\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "%d,%d,201826,2010-01-01,0,%s,none\n", i, 1+i%2, value(i))
	}
	return b.String()
}

func TestStrayQuotesLoseNoRow(t *testing.T) {
	for name, value := range map[string]func(i int) string{
		"one, nothing else quoted": func(i int) string { return map[bool]string{true: `"5 plate`, false: "plain"}[i == 100] },
		"one among quoted values": func(i int) string {
			return map[bool]string{true: `"5 plate`, false: `"quoted, it is"`}[i == 100]
		},
		"two, far apart":           func(i int) string { return map[bool]string{true: `"5 plate`, false: "plain"}[i == 100 || i == 900] },
		"two with quoted between":  func(i int) string { return []string{"plain", `"a, b"`, `"5 plate`}[i%2+boolInt(i == 101 || i == 901)] },
		"at the end of a value":    func(i int) string { return map[bool]string{true: `plate 5"`, false: `"a, b"`}[i == 100] },
		"one that closes too soon": func(i int) string { return map[bool]string{true: `"left" plate`, false: `"a, b"`}[i == 100] },
		"the last line":            func(i int) string { return map[bool]string{true: `"5 plate`, false: `"a, b"`}[i == 5121] },
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, map[string]string{"condition_occurrence.csv": conditions(5121, value)}))
			l.want("SELECT count(*), count(DISTINCT condition_occurrence_id), count(stop_reason), max(length(condition_source_value)) < 20 FROM condition_occurrence",
				"5121|5121|5121|true")
			r := l.table("condition_occurrence")
			if r.Records != 5121 || r.Rejected != 0 {
				t.Errorf("%d records counted, %d rejected", r.Records, r.Rejected)
			}
			if !strings.Contains(strings.Join(l.report.Findings(), "\n"), "of 5121 lines hold a quote that nothing closes") {
				t.Errorf("findings: %v", l.report.Findings())
			}
		})
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestValuesOverSeveralLinesStayWhole(t *testing.T) {
	l := load(t, folder(t, map[string]string{"note.csv": "note_id,person_id,note_date,note_text,note_title\n" +
		"1,1,2010-01-01,\"first\nsecond, with a comma\n\nand \"\"quoted\"\" words\",a\n" +
		"2,2,2010-01-02,\"one line\",b\n3,1,2010-01-03,\"5 plate,c\n4,1,2010-01-04,\"ends here\r\n\",d\n"}))
	l.want("SELECT note_id, length(note_text), note_title FROM note ORDER BY 1", "1|46|a / 2|8|b / 3|8|c / 4|10|d")
	if n := l.table("note"); n.Records != 4 || n.Mended != 1 || n.Rejected != 0 {
		t.Errorf("%+v", n)
	}
}

func TestALoneValueOverSeveralLinesIsAFinding(t *testing.T) {
	l := load(t, folder(t, map[string]string{"condition_occurrence.csv": conditions(3000, func(i int) string {
		if i == 7 {
			return "\"over\ntwo lines\""
		}
		return "plain"
	})}))
	l.want("SELECT count(*) FROM condition_occurrence", "3000")
	if got := strings.Join(l.report.Findings(), "\n"); !strings.Contains(got, "condition_occurrence.condition_source_value: 1 of 3000 values hold line ends") {
		t.Errorf("findings:\n%s", got)
	}
}

func TestVeryLongLinesAreReadOrNamed(t *testing.T) {
	text := "note_id,person_id,note_date,note_text\n1,1,2010-01-01,short\n2,1,2010-01-01," + strings.Repeat("x", 3<<20) +
		"\n3,1,2010-01-01," + strings.Repeat("y", 45<<20) + "\n4,1,2010-01-01,short\n"
	l := load(t, folder(t, map[string]string{"note.csv": text}))
	l.want("SELECT note_id, length(note_text) FROM note ORDER BY 1", "1|5 / 2|3145728 / 4|5")
	if n := l.table("note"); n.Records != 4 || n.Rejected != 1 {
		t.Errorf("%d records, %d rejected", n.Records, n.Rejected)
	}
	if side := l.side(); len(side) != 1 || !strings.HasPrefix(side[0], "note|note.csv|4|||longer than 16 MB|3,1,2010-01-01,yyy") {
		t.Errorf("side file: %.200q", side)
	}
}

func TestALineThatNoReadingFitsIsLeftOutAndNamed(t *testing.T) {
	l := load(t, folder(t, map[string]string{"condition_occurrence.csv": conditions(50, func(i int) string {
		if i == 20 {
			return `"open, with, commas`
		}
		return `"a, b"`
	})}))
	l.want("SELECT count(*), max(condition_occurrence_id) FROM condition_occurrence", "49|50")
	if r := l.table("condition_occurrence"); r.Records != 50 || r.Rejected != 1 {
		t.Errorf("%d records, %d rejected", r.Records, r.Rejected)
	}
}

// TestALossThatNobodyKnowsOfIsAnError counts one record more than the engine's reader finds.
func TestALossThatNobodyKnowsOfIsAnError(t *testing.T) {
	p := &piece{member: &member{name: "x.csv"}, records: 3, mended: &mended{}}
	dst, err := newTarget(context.Background(), filepath.Join(t.TempDir(), "x.duckdb"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer dst.discard()
	conn, err := dst.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "CREATE TEMP TABLE unread (byte_position BIGINT, error_type VARCHAR)"); err != nil {
		t.Fatal(err)
	}
	if err := p.account(t.Context(), conn, 3); err != nil {
		t.Errorf("all three are there: %v", err)
	}
	if err := p.account(t.Context(), conn, 2); err == nil || !strings.Contains(err.Error(), "the file has 3 records, of which 2 could be read") {
		t.Errorf("one is missing: %v", err)
	}
}
