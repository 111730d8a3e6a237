package importtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is how many columns a line may have; a tab counts as four.
const widest = 120

// TestLinesAreNoWiderThanAScreen leaves out what is quoted: texts that users read, and SQL, are not cut.
func TestLinesAreNoWiderThanAScreen(t *testing.T) {
	root := repository(t)
	for file := range importsOf(t, root) {
		if strings.HasSuffix(file, ".pb.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		n, raw := 0, false
		for line := range strings.Lines(string(text)) {
			n++
			inRaw := raw
			if strings.Count(line, "`")%2 == 1 {
				raw = !raw
			}
			line = strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")
			if inRaw || raw || utf8.RuneCountInString(line) <= widest {
				continue
			}
			// A comment that begins further in holds an example, which is shown as it is; one with a link is not cut either.
			begins := strings.TrimSpace(line)
			comment := strings.HasPrefix(begins, "// ") && !strings.HasPrefix(begins, "//  ") && !strings.Contains(begins, "](")
			quoted := strings.ContainsAny(line, "\"`")
			if comment || !strings.HasPrefix(begins, "//") && !quoted {
				t.Errorf("%s:%d: %d columns, at most %d: %.60s …", file, n, utf8.RuneCountInString(line), widest, begins)
			}
		}
	}
}
