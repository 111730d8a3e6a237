package importtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/askomop/askomop"

// allowed names, for each part of the module, the parts that its code may import. A
// part is a folder with everything below it, unless a longer name is listed.
var allowed = map[string][]string{
	"":         {},
	"llm":      {},
	"vocab":    {},
	"omop":     {},
	"evaldata": {},
	"coding":   {"llm", "vocab", "vocab/mapped", "omop/sqltree", "omop/units"},
	"rag":      {"llm", "vocab", "omop/sqltree", "omop/study", "omop/study/form", "omop/units", "rag/read"},
	// omop/schema is data: package cohort reads in it which column dates a table's events.
	"pipeline": {"rag", "coding", "omop", "llm", "vocab", "omop/sqltree", "omop/schema", "omop/check", "omop/study", "omop/study/compile", "omop/study/edit", "omop/study/interval", "rag/mask", "rag/read", "rag/retrieve", "rag/write"},
	"eval":     {"pipeline", "rag", "rag/library", "coding", "omop", "omop/sqltree", "llm", "vocab", "omop/study"},
	"app":      {"eval", "evaldata", "pipeline", "rag", "coding", "omop", "llm", "vocab"},
	"cmd":      {"app", "eval", "pipeline", "rag", "coding", "omop", "llm", "vocab"},
	"internal": {},
	// what tests of several parts stand on
	"internal/demodb": {"coding", "omop", "omop/demo", "omop/duckdb", "vocab"},
}

// everyones are parts that any other may import; they know nothing of the module.
var everyones = []string{"internal/bounded", "internal/lazyregexp", "internal/linklocal", "internal/tsv",
	"internal/wholefile"}

// concrete are stores, engines and providers, which only app may name. Their own
// tests and the tests of other packages may, too, and demodb, which those stand on.
var concrete = []string{"omop/duckdb", "omop/postgres", "omop/spark", "omop/demo", "rag/pgvector", "pipeline/results/duckfile", "pipeline/results/postgres", "llm/lexical",
	"llm/gemini", "llm/openai", "llm/anthropic", "llm/command", "llm/batch", "llm/onnx", "evaldata"}

func TestImportsPointOneWay(t *testing.T) {
	for file, imports := range importsOf(t, repository(t)) {
		from := path.Dir(file)
		if from == "." {
			from = ""
		}
		for _, to := range imports {
			if !mayImport(from, to) {
				t.Errorf("%s imports %s: %q may import %v", file, to, part(from), allowed[part(from)])
			}
		}
	}
}

// floors are the packages of rag, each with those of rag that it may import: what is shared lies at the bottom.
var floors = map[string][]string{
	"rag":           {},
	"rag/read":      {},
	"rag/library":   {"rag"},
	"rag/prompt":    {"rag"},
	"rag/mask":      {"rag", "rag/prompt", "rag/read"},
	"rag/retrieve":  {"rag", "rag/mask"},
	"rag/write":     {"rag", "rag/mask", "rag/prompt"},
	"rag/pgvector":  {"rag", "rag/mask", "rag/retrieve"},
	"rag/storetest": {"rag"},
	"rag/ragtest":   {"rag"},
}

func TestTheFloorsOfRagStandOnThoseBelow(t *testing.T) {
	for file, imports := range importsOf(t, repository(t)) {
		from := path.Dir(file)
		if !within(from, "rag") {
			continue
		}
		below, known := floors[from]
		if !known {
			t.Errorf("%s: say in floors what %s may import", file, from)
		}
		for _, to := range imports {
			if within(to, "rag") && !slices.Contains(below, to) {
				t.Errorf("%s imports %s: %q may import %v", file, to, from, below)
			}
		}
	}
}

func TestOnlyAppNamesAConcreteStoreEngineOrProvider(t *testing.T) {
	for file, imports := range importsOf(t, repository(t)) {
		if strings.HasPrefix(file, "app/") || strings.HasPrefix(file, "internal/demodb/") {
			continue
		}
		for _, to := range imports {
			if (path.Dir(file) == "omop/postgres" || path.Dir(file) == "omop/shadow") && to == "omop/duckdb" { // whose gate and binder judge what is sent to a server
				continue
			}
			if slices.Contains(concrete, to) && path.Dir(file) != to {
				t.Errorf("%s imports %s: only app may name a concrete store, engine or provider", file, to)
			}
		}
	}
}

// confined are modules of others that one folder each, or few, may know, so that another can take
// their place by changing that folder alone.
var confined = map[string][]string{
	"github.com/google/generative-ai-go":     {"llm/gemini"},
	"google.golang.org/api":                  {"llm/gemini"},
	"github.com/yalue/onnxruntime_go":        {"llm/onnx"},
	"github.com/pgvector/pgvector-go":        {"rag/pgvector"},
	"github.com/modelcontextprotocol/go-sdk": {"app/mcp"},
	"gonum.org/v1/plot":                      {"app/picture"},
	"google.golang.org/grpc":                 {"omop/spark", "omop/spark/connect", "omop/spark/connect/wire"},
	"google.golang.org/protobuf":             {"omop/spark/connect/wire"},
	"github.com/jackc/pgx/v5":                {"rag/pgvector", "pipeline/results/postgres", "omop/postgres", "omop/enginetest"},
}

func TestModulesOfOthersStayInTheirFolders(t *testing.T) {
	seen := map[string]bool{}
	for file, imports := range importsFrom(t, repository(t), false) {
		for _, to := range imports {
			for mod, folders := range confined {
				if !within(to, mod) {
					continue
				}
				seen[mod] = true
				if !slices.Contains(folders, path.Dir(file)) {
					t.Errorf("%s imports %s: only %v may", file, to, folders)
				}
			}
		}
	}
	for mod := range confined {
		if !seen[mod] {
			t.Errorf("%s is imported nowhere", mod)
		}
	}
}

// TestTheRuleRefuses holds that the rule refuses something.
func TestTheRuleRefuses(t *testing.T) {
	refused := [][2]string{
		{"llm", "rag"}, {"vocab", "omop"}, {"omop", "vocab"}, {"omop/check", "vocab"}, {"omop", "rag"}, {"rag", "omop"}, {"rag", "pipeline"},
		{"rag", "coding"}, {"coding", "rag"}, {"pipeline", "cmd/askomop"}, {"evaldata", "rag"}, {"coding", "omop/duckdb"}, {"app", "cmd/askomop"}, {"eval", "app"}, {"vocab", "internal/needs"},
	}
	for _, r := range refused {
		if mayImport(r[0], r[1]) {
			t.Errorf("%s may import %s", r[0], r[1])
		}
	}
	for _, r := range [][2]string{{"rag", "omop/sqltree"}, {"app", "omop/duckdb"}, {"cmd/askomop", "app"}, {"omop/load", "omop/schema"}, {"pipeline", "rag"}, {"vocab", "internal/lazyregexp"}} {
		if !mayImport(r[0], r[1]) {
			t.Errorf("%s may not import %s", r[0], r[1])
		}
	}
}

// mayImport reports whether code in one folder of the module may import another.
func mayImport(from, to string) bool {
	p := part(from)
	if within(to, strings.SplitN(p, "/", 2)[0]) {
		return true // one's own part
	}
	if slices.Contains(everyones, to) || to == "internal/needs" && strings.HasSuffix(from, "test") {
		return true
	}
	for _, a := range allowed[p] {
		// Naming omop allows the package itself only, but to app, which puts everything together, and to cmd, which
		// shows it.
		if to == a || (p == "app" || p == "cmd") && within(to, a) {
			return true
		}
	}
	return false
}

// part is the longest listed name that holds a folder.
func part(folder string) string {
	best := ""
	for name := range allowed {
		if within(folder, name) && len(name) > len(best) {
			best = name
		}
	}
	return best
}

func within(folder, name string) bool {
	return name != "" && (folder == name || strings.HasPrefix(folder, name+"/"))
}

// development are the folders of what is run during development only: it may import anything.
var development = []string{"testdata", "tools", "bench", "mutate", "soak"}

// importsOf maps every Go file of the module but the tests to the folders of
// the module that it imports.
func importsOf(t *testing.T, root string) map[string][]string {
	t.Helper()
	return importsFrom(t, root, true)
}

// importsFrom is importsOf for the module's own folders, or for the packages of others.
func importsFrom(t *testing.T, root string, own bool) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != root && (slices.Contains(development, base) || strings.HasPrefix(base, ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(rel)
		all[file] = nil
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if to, ok := strings.CutPrefix(imported, module+"/"); ok == own {
				all[file] = append(all[file], to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("only %d Go files found below %s", len(all), root)
	}
	return all
}

// repository is the folder of go.mod.
func repository(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}
