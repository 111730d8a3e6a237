package importtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommentsStandAboveTheirFunctions fails where a comment that begins with the name of a function of its package
// stands apart from it, as one does that was left behind when the function moved.
func TestCommentsStandAboveTheirFunctions(t *testing.T) {
	root := repository(t)
	type astray struct{ file, comment, name string }
	var apart []astray
	functions := map[string]map[string]bool{} // by folder
	for file := range importsOf(t, root) {
		if strings.HasSuffix(file, ".pb.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, filepath.Join(root, file), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Dir(file)
		if functions[folder] == nil {
			functions[folder] = map[string]bool{}
		}
		docs := map[*ast.CommentGroup]bool{parsed.Doc: true}
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				docs[d.Doc], functions[folder][d.Name.Name] = true, true
			case *ast.GenDecl:
				docs[d.Doc] = true
			}
		}
		for _, c := range parsed.Comments {
			text := strings.TrimSpace(strings.TrimPrefix(c.List[0].Text, "//"))
			if name, _, _ := strings.Cut(text, " "); !docs[c] && set.Position(c.Pos()).Column == 1 {
				apart = append(apart, astray{file, text, name})
			}
		}
	}
	for _, a := range apart {
		if functions[filepath.Dir(a.file)][a.name] {
			t.Errorf("%s: “%s” does not stand above %s", a.file, a.comment, a.name)
		}
	}
}
