package importtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// TestNoExpressionIsCompiledAtStart holds that packages keep their regular expressions in internal/lazyregexp: every start of
// the program would pay for those that it does not use.
func TestNoExpressionIsCompiledAtStart(t *testing.T) {
	root := repository(t)
	lazy := 0
	for file := range importsOf(t, root) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, called := range calledAtStart(f) {
			switch called {
			case "regexp.MustCompile", "regexp.MustCompilePOSIX":
				t.Errorf("%s calls %s for a variable of the package; use lazyregexp.New", file, called)
			case "lazyregexp.New":
				lazy++
			}
		}
	}
	if lazy < 50 {
		t.Errorf("only %d expressions are found", lazy)
	}
}

// calledAtStart lists the functions of other packages that the values of a file's variables call.
func calledAtStart(f *ast.File) []string {
	var called []string
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		ast.Inspect(g, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false // runs when it is called
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok {
						called = append(called, x.Name+"."+s.Sel.Name)
					}
				}
			}
			return true
		})
	}
	return called
}
