package data

import (
	"encoding/xml"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
)

// bucket is a server that speaks as much of S3 as reading takes. It answers only what is signed by its key.
type bucket struct {
	dir string

	mu     sync.Mutex
	others []string // requests for what lies outside of the folder cdm
}

type listing struct {
	XMLName  xml.Name `xml:"ListBucketResult"`
	Contents []listed
}

type listed struct {
	Key, LastModified, ETag string
	Size                    int64
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Authorization"), "Credential=TESTKEY/") {
		http.Error(w, "<Error><Code>AccessDenied</Code></Error>", http.StatusForbidden)
		return
	}
	key := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/bucket"), "/")
	if r.URL.Query().Get("list-type") == "2" {
		b.list(w, r.URL.Query().Get("prefix"))
		return
	}
	if !strings.HasPrefix(key, "cdm/") {
		b.mu.Lock()
		b.others = append(b.others, r.URL.Path)
		b.mu.Unlock()
	}
	f, err := os.Open(filepath.Join(b.dir, filepath.FromSlash(key)))
	if err != nil {
		http.Error(w, "<Error><Code>NoSuchKey</Code></Error>", http.StatusNotFound)
		return
	}
	defer f.Close()
	w.Header().Set("ETag", `"one"`)
	http.ServeContent(w, r, "", time.Unix(1_700_000_000, 0), f)
}

func (b *bucket) list(w io.Writer, prefix string) {
	var l listing
	_ = filepath.WalkDir(b.dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		key, _ := filepath.Rel(b.dir, file)
		info, err := e.Info()
		if strings.HasPrefix(key, prefix) && err == nil {
			l.Contents = append(l.Contents, listed{filepath.ToSlash(key), "2023-11-14T22:13:20.000Z", `"one"`, info.Size()})
		}
		return err
	})
	_ = xml.NewEncoder(w).Encode(l)
}

// TestParquetOnS3IsReadInPlaceAndNothingBesideIt asks a folder on S3, as it lies, and tries to reach what lies beside it.
func TestParquetOnS3IsReadInPlaceAndNothingBesideIt(t *testing.T) {
	extension := needs.Env(t, "ASKOMOP_TEST_HTTPFS", "DuckDB's httpfs extension (.ci/httpfs gets it and prints its path)")
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "source.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "300", file)
	const question = "What percentage of patients with atrial fibrillation also had a stroke?"
	want := answerOf(t, file, question)

	b := &bucket{dir: t.TempDir()}
	if err := os.Rename(exported(t, file, "parquet"), filepath.Join(b.dir, "cdm")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.dir, "secret.csv"), []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	defer server.Close()
	t.Setenv("AWS_ENDPOINT_URL", server.URL)
	t.Setenv("AWS_ACCESS_KEY_ID", "TESTKEY")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "a-long-secret")
	t.Setenv("AWS_REGION", "us-east-1")

	t.Setenv("HOME", t.TempDir())
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	const place = "s3://bucket/cdm"
	if got := cmdtest.Run(t, "--db", place, "db", "info"); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "INSTALL httpfs") {
		t.Errorf("without the extension: %d %s", got.Code, got.ErrOut)
	}
	install(t, file, extension)
	asksTheSame(t, place, question, want)
	for _, sql := range []string{
		"SELECT * FROM read_csv('s3://bucket/secret.csv')", "SELECT * FROM 's3://bucket/secret.csv'", "SELECT COUNT(*) FROM read_parquet('s3://bucket/cdm/person.parquet')",
		"SELECT * FROM duckdb_secrets()", "SELECT * FROM glob('s3://bucket/*')",
	} {
		if got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(sql)}, "--db", place, "sql", "-"); got.Code == 0 || strings.Contains(got.Out+got.ErrOut, "a-long-secret") {
			t.Errorf("%s: %d %s", sql, got.Code, got.Out+got.ErrOut)
		}
	}
	if len(b.others) > 0 {
		t.Errorf("asked for %v", slices.Compact(b.others))
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "ANOTHER")
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	if got := cmdtest.Run(t, "--db", place, "db", "info"); got.Code != commands.ExitFailed || strings.Contains(got.ErrOut, "a-long-secret") {
		t.Errorf("with another key: %d %s", got.Code, got.ErrOut)
	}
}

// install puts the extension where DuckDB looks for it in the home folder; file is any of its databases.
func install(t *testing.T, file, extension string) {
	t.Helper()
	data, err := os.ReadFile(extension)
	if err != nil {
		t.Fatal(err)
	}
	duckdb := func(query string) string {
		_, text, _ := strings.Cut(enginetest.Rows(t, file, query), "=")
		return strings.Trim(strings.TrimSpace(text), `"`)
	}
	dir := filepath.Join(os.Getenv("HOME"), ".duckdb", "extensions", duckdb("SELECT library_version FROM pragma_version()"), duckdb("PRAGMA platform"))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "httpfs.duckdb_extension"), data, 0o644); err != nil {
		t.Fatal(err)
	}
}
