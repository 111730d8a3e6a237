package importtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mayskip are the conditions under which a test may be skipped in CI, too: other systems than the CI's, and
// the race detector.
var mayskip = regexp.MustCompile(`^(runtime\.GOOS != "linux"|raceDetector)$`)

// TestNothingIsSkippedSilentlyInCI holds that a test which lacks something says so with internal/needs, which fails in CI.
func TestNothingIsSkippedSilentlyInCI(t *testing.T) {
	root := repository(t)
	for file := range importsOf(t, root) {
		if strings.HasPrefix(file, "internal/needs/") {
			continue
		}
		positions := token.NewFileSet()
		tree, err := parser.ParseFile(positions, filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range skips(tree) {
			t.Errorf("%s: call needs.Missing or needs.Time, or skip under %s", positions.Position(call.Pos()), mayskip)
		}
	}
}

// skips lists the calls of a test's Skip, Skipf and SkipNow that stand under no condition of mayskip. Fuzz targets are
// left out: they skip an input.
func skips(tree ast.Node) (found []*ast.CallExpr) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return !strings.HasPrefix(n.Name.Name, "Fuzz")
		case *ast.IfStmt:
			return !mayskip.MatchString(types.ExprString(n.Cond))
		case *ast.CallExpr:
			method, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || method.Sel.Name != "Skip" && method.Sel.Name != "Skipf" && method.Sel.Name != "SkipNow" {
				return true
			}
			if on, ok := method.X.(*ast.Ident); ok && (on.Name == "t" || on.Name == "b") {
				found = append(found, n)
			}
		}
		return true
	})
	return found
}

func TestASkipIsFoundWhereItIsSilent(t *testing.T) {
	for body, want := range map[string]int{
		`if testing.Short() { t.Skip("long") }`:                1,
		`if runtime.GOOS != "linux" { t.Skip("reads /proc") }`: 0,
		`if err != nil { t.Skipf("no sample: %v", err) }`:      1,
		`if file == "" { if true { b.SkipNow() } }`:            1,
		`for range 3 { r.Skip("a line") }`:                     0,
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() { "+body+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(skips(tree)); got != want {
			t.Errorf("%s: %d silent skips, want %d", body, got, want)
		}
	}
}
