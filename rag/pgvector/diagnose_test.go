package pgvector_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/pgvector"
)

// asUser is the server's URL for another user and database.
func asUser(t *testing.T, user, database string) string {
	t.Helper()
	u, err := url.Parse(serverURL(t))
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(user, secret)
	if database != "" {
		u.Path = "/" + database
	}
	return u.String()
}

const secret = "s3cr3t-w0rd"

// newUser makes a user without rights who is dropped when the test ends.
func newUser(t *testing.T) string {
	t.Helper()
	name := fmt.Sprintf("askomop_test_%d", rand.Uint64())
	conn := admin(t)
	exec(t, conn, "CREATE ROLE "+name+" LOGIN PASSWORD '"+secret+"'")
	t.Cleanup(func() {
		exec(t, conn, "DROP OWNED BY "+name)
		exec(t, conn, "DROP ROLE "+name)
	})
	return name
}

// newDatabase makes an empty database that is dropped when the test ends.
func newDatabase(t *testing.T) string {
	t.Helper()
	name := fmt.Sprintf("askomop_test_%d", rand.Uint64())
	conn := admin(t)
	exec(t, conn, "CREATE DATABASE "+name+" TEMPLATE template0")
	t.Cleanup(func() { exec(t, conn, "DROP DATABASE "+name+" WITH (FORCE)") })
	return name
}

// one expects a single problem that says what, and a fix that says how.
func one(t *testing.T, problems []pgvector.Problem, what, fix string) {
	t.Helper()
	if len(problems) != 1 || !strings.Contains(problems[0].What, what) || !strings.Contains(problems[0].Fix, fix) {
		t.Errorf("problems are %+v\nwant one with %q and %q", problems, what, fix)
	}
	if strings.Contains(fmt.Sprint(problems), secret) {
		t.Errorf("the password is in %+v", problems)
	}
}

var options = pgvector.Options{Embedder: "test:2", Dim: 2}

func in(schema string) pgvector.Options {
	o := options
	o.Schema = schema
	return o
}

func TestDiagnoseFindsNothingWrong(t *testing.T) {
	if got := pgvector.Diagnose(t.Context(), serverURL(t), in(newSchema(t))); len(got) != 0 {
		t.Errorf("problems are %+v", got)
	}
}

func TestDiagnoseWithoutTheRightToCreateTheExtension(t *testing.T) {
	user, database := newUser(t), newDatabase(t)
	got := pgvector.Diagnose(t.Context(), asUser(t, user, database), options)
	one(t, got, "may not create it", "-c 'CREATE EXTENSION vector'")
}

// pretending is the URL of a user to whom views stand in for the server's own tables, by name.
func pretending(t *testing.T, views map[string]string) string {
	t.Helper()
	user, schema, conn := newUser(t), newSchema(t), admin(t)
	exec(t, conn, fmt.Sprintf("CREATE SCHEMA %s; GRANT USAGE ON SCHEMA %[1]s TO %s", schema, user))
	for name, query := range views {
		exec(t, conn, fmt.Sprintf("CREATE VIEW %[1]s.%[2]s AS %[3]s; GRANT SELECT ON %[1]s.%[2]s TO %[4]s", schema, name, query, user))
	}
	u, err := url.Parse(asUser(t, user, ""))
	if err != nil {
		t.Fatal(err)
	}
	u.RawQuery = url.Values{"search_path": {schema + ",pg_catalog"}}.Encode()
	return u.String()
}

func TestDiagnoseAServerWithoutTheExtension(t *testing.T) {
	open(t, in(newSchema(t))) // creates it, so that another one is not made
	address := pretending(t, map[string]string{
		"pg_extension":            "SELECT * FROM pg_catalog.pg_extension WHERE extname <> 'vector'",
		"pg_available_extensions": "SELECT * FROM pg_catalog.pg_available_extensions WHERE name <> 'vector'",
	})
	one(t, pgvector.Diagnose(t.Context(), address, options), "no pgvector extension", "apt-get install postgresql-NN-pgvector")
}

func TestDiagnoseAnOldExtension(t *testing.T) {
	open(t, in(newSchema(t)))
	for version, dim := range map[string]int{"0.4.4": 2, "0.6.2": 3072} { // without HNSW, without halfvec
		address := pretending(t, map[string]string{
			"pg_extension": "SELECT extname, extnamespace, CASE extname WHEN 'vector' THEN '" + version + "' ELSE extversion END AS extversion FROM pg_catalog.pg_extension"})
		one(t, pgvector.Diagnose(t.Context(), address, pgvector.Options{Embedder: "test", Dim: dim}), "too old", "ALTER EXTENSION vector UPDATE")
	}
}

func TestDiagnoseWithoutTheRightToCreateTheSchema(t *testing.T) {
	open(t, in(newSchema(t))) // creates the extension
	user := newUser(t)
	got := pgvector.Diagnose(t.Context(), asUser(t, user, ""), in("askomop_absent"))
	one(t, got, "the schema is not there", `CREATE SCHEMA "askomop_absent" AUTHORIZATION "`+user+`"`)
}

func TestDiagnoseAUserWhoMayNotUseTheTables(t *testing.T) {
	schema := newSchema(t)
	open(t, in(schema))
	user := newUser(t)
	got := pgvector.Diagnose(t.Context(), asUser(t, user, ""), in(schema))
	one(t, got, "may not use", "GRANT ALL ON SCHEMA")
	exec(t, admin(t), "GRANT USAGE ON SCHEMA "+schema+" TO "+user)
	got = pgvector.Diagnose(t.Context(), asUser(t, user, ""), in(schema))
	one(t, got, "may not use", "GRANT ALL ON SCHEMA")
}

func TestAUserWhoMayOnlyReadCanSearch(t *testing.T) {
	schema := newSchema(t)
	if err := open(t, in(schema)).Put(t.Context(), []rag.Pair{{ID: "a", Question: "a"}}, []llm.Vector{{1, 0}}); err != nil {
		t.Fatal(err)
	}
	user := newUser(t)
	exec(t, admin(t), fmt.Sprintf("GRANT USAGE ON SCHEMA %[1]s TO %[2]s", schema, user))
	exec(t, admin(t), fmt.Sprintf("GRANT SELECT ON ALL TABLES IN SCHEMA %[1]s TO %[2]s", schema, user))
	reader, err := pgvector.Open(t.Context(), asUser(t, user, ""), in(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if ms, err := reader.Search(t.Context(), llm.Vector{1, 0}, 1, rag.Filter{}); err != nil || ids(ms) != "a" {
		t.Errorf("found %s, %v", ids(ms), err)
	}
	err = reader.Put(t.Context(), []rag.Pair{{ID: "b", Question: "b"}}, []llm.Vector{{1, 0}})
	if err == nil || !strings.Contains(err.Error(), "GRANT ALL ON SCHEMA") || strings.Contains(err.Error(), secret) {
		t.Errorf("storing gives %v", err)
	}
	one(t, pgvector.Diagnose(t.Context(), asUser(t, user, ""), in(schema)), "searched but not filled", "GRANT ALL ON SCHEMA")
}

func TestAnotherDimensionIsRefusedAndCanBeForgotten(t *testing.T) {
	schema := newSchema(t)
	if err := open(t, in(schema)).Put(t.Context(), []rag.Pair{{ID: "a", Question: "a"}}, []llm.Vector{{1, 0}}); err != nil {
		t.Fatal(err)
	}
	other := in(schema)
	other.Dim = 3
	if _, err := pgvector.Open(t.Context(), serverURL(t), other); !errors.Is(err, pgvector.ErrDimension) {
		t.Fatalf("opening gives %v", err)
	}
	fix := `SELECT "` + schema + `".forget('test:2')`
	one(t, pgvector.Diagnose(t.Context(), serverURL(t), other), "another dimension: 2, now 3", strings.ReplaceAll(fix, "'", `'\''`))
	conn := admin(t)
	exec(t, conn, fix)
	if got := pgvector.Diagnose(t.Context(), serverURL(t), other); len(got) != 0 {
		t.Errorf("after the fix there are %+v", got)
	}
	var left int
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_tables WHERE schemaname = $1 AND tablename LIKE 'wording%'", schema).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d tables of vectors are left, %v", left, err)
	}
}

func TestANewerSchemaIsLeftAlone(t *testing.T) {
	schema := newSchema(t)
	open(t, in(schema))
	exec(t, admin(t), "INSERT INTO "+schema+".migration (version, name) VALUES (9999, 'of the future')")
	one(t, pgvector.Diagnose(t.Context(), serverURL(t), in(schema)), "newer askomop", "update askomop")
}

func TestDiagnoseADatabaseThatIsNotThere(t *testing.T) {
	server, err := pgx.ParseConfig(serverURL(t))
	if err != nil {
		t.Fatal(err)
	}
	got := pgvector.Diagnose(t.Context(), asUser(t, server.User, "askomop_absent"), options)
	one(t, got, "does not exist", "createdb -h "+server.Host)
}

func TestDiagnoseAServerThatIsNotThere(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := closed.Addr().String()
	closed.Close()
	got := pgvector.Diagnose(t.Context(), "postgres://me:"+secret+"@"+address+"/db?sslmode=disable", options)
	one(t, got, "refused", "docker run")
	_, err = pgvector.Open(t.Context(), "postgres://me:"+secret+"@"+address+"/db", options)
	if err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "pg_isready") ||
		strings.Contains(err.Error(), "\n") || strings.Count(err.Error(), "connection refused") != 1 {
		t.Errorf("opening gives %v", err)
	}
}

// A server that takes the connection and says nothing.
func TestAServerThatHangsIsGivenUp(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	start := time.Now()
	got := pgvector.Diagnose(t.Context(), "postgres://me:"+secret+"@"+silent.Addr().String()+"/db?connect_timeout=1", options)
	one(t, got, "cannot be used", "pg_isready")
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("that took %s", took)
	}
}

func TestAnAddressThatCannotBeReadIsNotRepeated(t *testing.T) {
	for _, address := range []string{
		"postgres://me:" + secret + "@host:port/db", "postgres://me:" + secret + "%zz@host/db", "host=h password=" + secret + " port=x",
		"postgres://me:" + secret + "@host/db?sslmode=perhaps", "me:" + secret + "@host/db",
	} {
		_, err := pgvector.Open(t.Context(), address, options)
		if err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "postgres://USER") {
			t.Errorf("opening gives %v", err)
		}
		one(t, pgvector.Diagnose(t.Context(), address, options), "cannot be read", "postgres://USER")
	}
}
