package importtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryDirectDependencyIsExplained holds that docs/dependencies.md says why each module is there.
func TestEveryDirectDependencyIsExplained(t *testing.T) {
	root := repository(t)
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(mod)) {
		fields := strings.Fields(strings.TrimPrefix(line, "require "))
		if strings.Contains(line, "// indirect") || len(fields) < 2 || !strings.HasPrefix(fields[1], "v") {
			continue
		}
		if !strings.Contains(string(doc), "["+fields[0]+"]") {
			t.Errorf("docs/dependencies.md does not say what %s is for", fields[0])
		}
	}
}
