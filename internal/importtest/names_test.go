package importtest

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	quotedName = regexp.MustCompile("`([^`]+)`")
	fileName   = regexp.MustCompile(`\b[a-z0-9_]+(?:/[a-z0-9_]+)*\.(?:go|tsv|csv|txt|tmpl)\b`)
	listed     = regexp.MustCompile(`(?m)^\t([a-z0-9_*]+(?:, [a-z0-9_*]+)*),?(?:  .*)?$`) // "\tdrug, brand, fact*  what they do"
	// repositoryPath is a path as docs write it: from the root of the repository, or a Go file.
	repositoryPath = regexp.MustCompile(`^(?:(?:app|cmd|coding|eval|evaldata|internal|llm|omop|pipeline|rag|tools|vocab)/[\w./*-]+|[\w/*]+\.go)$`)
	identifier     = regexp.MustCompile(`^[A-Za-z]+(?:\.[A-Za-z]+)?$`)
)

// TestPackageDocsNameFilesThatAreThere holds it of every file that a package's doc leads a reader to. Where a doc lists
// the package's files, as "drug, brand, fact*  what they read", it lists all of them.
func TestPackageDocsNameFilesThatAreThere(t *testing.T) {
	root := repository(t)
	lists := 0
	for file := range importsOf(t, root) {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil,
			parser.PackageClauseOnly|parser.ParseComments)
		if err != nil || parsed.Doc == nil {
			continue
		}
		dir, doc := path.Dir(filepath.ToSlash(file)), parsed.Doc.Text()
		names := fileName.FindAllString(doc, -1)
		list := listedFiles(root, dir, doc)
		names = append(names, list...)
		for _, name := range names {
			if !isThere(root, dir, name) && !isThere(root, "", name) {
				t.Errorf("%s: the package's doc names %s, which is not there", file, name)
			}
		}
		if len(list) == 0 {
			continue
		}
		lists++
		for _, name := range filesOf(t, root, dir) {
			if name != path.Base(file) && !slices.ContainsFunc(list, func(pattern string) bool {
				fits, err := path.Match(pattern, name)
				return err == nil && fits
			}) {
				t.Errorf("%s: the package's doc lists its files, but not %s", file, name)
			}
		}
	}
	if lists < 3 {
		t.Errorf("%d docs list their files", lists)
	}
}

// listedFiles are the files that a doc lists by their names without ".go", some to a line; nil where it has no such
// list. Of an example, whose words may be names of files too, no line has several.
func listedFiles(root, dir, doc string) []string {
	var files []string
	several := false
	for _, m := range listed.FindAllStringSubmatch(doc, -1) {
		var line []string
		for _, name := range strings.Split(m[1], ", ") {
			line = append(line, name+".go")
		}
		if anyOf(root, dir, line) {
			files, several = append(files, line...), several || len(line) > 1
		}
	}
	if !several {
		return nil
	}
	return files
}

// filesOf are the files of a package but for its tests.
func filesOf(t *testing.T, root, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range found {
		if name := filepath.Base(file); !strings.HasSuffix(name, "_test.go") {
			names = append(names, name)
		}
	}
	return names
}

// TestTheTableOfDecisionsLeadsSomewhere holds that CONTRIBUTING's table "Where is it decided?" names files that are
// there, in a folder that the row names before, and names that these files or folders declare.
func TestTheTableOfDecisionsLeadsSomewhere(t *testing.T) {
	root := repository(t)
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Where is it decided?")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || !strings.Contains(cells[2], "`") {
			continue
		}
		rows++
		dirs, places, declared := []string{""}, []string{}, []string{}
		for _, m := range quotedName.FindAllStringSubmatch(cells[2], -1) {
			name := m[1]
			if identifier.MatchString(name) && !isThere(root, "", name) && !anyThere(root, dirs, name) {
				declared = append(declared, name)
				continue
			}
			found := false
			for _, dir := range dirs {
				if isThere(root, dir, name) {
					found, places = true, append(places, path.Join(dir, name))
					dirs = append(dirs, path.Join(dir, name), path.Dir(path.Join(dir, name)))
					break
				}
			}
			if !found {
				t.Errorf("%s: %s is not there", strings.TrimSpace(cells[1]), name)
			}
		}
		for _, name := range declared {
			if !declares(t, root, places, name) {
				t.Errorf("%s: nothing of %q declares %s", strings.TrimSpace(cells[1]), places, name)
			}
		}
	}
	if rows < 30 {
		t.Errorf("the table has %d rows", rows)
	}
}

// TestDocsNameFilesThatAreThere holds it of the files and folders of the repository that the pages of docs name.
func TestDocsNameFilesThatAreThere(t *testing.T) {
	root := repository(t)
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quotedName.FindAllStringSubmatch(string(text), -1) {
			if repositoryPath.MatchString(m[1]) && !isThere(root, "", m[1]) {
				t.Errorf("%s: %s is not there", filepath.Base(page), m[1])
			}
		}
	}
}

// isThere reports whether a folder has files of a name, which may hold a star.
func isThere(root, dir, name string) bool {
	found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), filepath.FromSlash(name)))
	return err == nil && len(found) > 0
}

func anyOf(root, dir string, names []string) bool {
	for _, name := range names {
		if isThere(root, dir, name) {
			return true
		}
	}
	return false
}

func anyThere(root string, dirs []string, name string) bool {
	for _, dir := range dirs {
		if isThere(root, dir, name) {
			return true
		}
	}
	return false
}

// declares reports whether one of the files, or a file of one of the folders, declares a name; a table holds it.
func declares(t *testing.T, root string, places []string, name string) bool {
	t.Helper()
	_, last, qualified := strings.Cut(name, ".")
	if !qualified {
		last = name
	}
	declaration := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|type |var |const |\t)` + last + `\b`)
	word := regexp.MustCompile(`\b` + last + `\b`)
	for _, place := range places {
		files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(place)))
		more, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(place), "*.go"))
		for _, file := range append(files, more...) {
			text, err := os.ReadFile(file)
			if err == nil && (declaration.Match(text) || !strings.HasSuffix(file, ".go") && word.Match(text)) {
				return true
			}
		}
	}
	return false
}
