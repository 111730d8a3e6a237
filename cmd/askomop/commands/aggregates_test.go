package commands_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// TestWhatAnalystsAskIsShown runs what a needless refusal would take from analysts: aggregates over large groups, each shown whole.
func TestWhatAnalystsAskIsShown(t *testing.T) {
	needs.Time(t, "runs over a hundred statements")
	text, err := os.ReadFile(filepath.Join("testdata", "aggregates.sql"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, paragraph := range strings.Split(strings.TrimSpace(string(text)), "\n\n")[1:] {
		n++
		got := sqlOnDemo(t, paragraph)
		var doc struct {
			Status, Message string
			Rows            [][]any
		}
		if err := json.Unmarshal([]byte(got.Out), &doc); err != nil || doc.Status != "answered" {
			t.Errorf("%s\n%s %s %v %s", paragraph, doc.Status, doc.Message, err, got.ErrOut)
			continue
		}
		if len(doc.Rows) == 0 {
			t.Errorf("%s\ngives no rows", paragraph)
		}
		for _, row := range doc.Rows {
			for _, v := range row {
				if text, ok := v.(string); ok && (text == "hidden" || text == "<5") {
					t.Errorf("%s\nshows %v", paragraph, row)
					break
				}
			}
		}
	}
	if n < 122 {
		t.Errorf("%d statements, want 122", n)
	}
}

// sqlOnDemo runs SQL on the demo database.
func sqlOnDemo(t *testing.T, sql string) cmdtest.Outcome {
	t.Helper()
	cmdtest.UseDemo(t)
	return cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(sql)}, "--no-log", "--json", "sql", "-")
}
