package pgvector

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Problem is something that keeps a server from being the vector store.
type Problem struct {
	What string // what is wrong
	Fix  string // the command, or the statement for a database administrator, that mends it
}

// diagnoseWithin bounds how long a server may take that does not answer.
const diagnoseWithin = 15 * time.Second

// Diagnose looks at the server as Open does and says what is wrong and what mends it;
// nothing when all is well. It holds no password. Like Open it makes the schema where it may.
func Diagnose(ctx context.Context, url string, options Options) []Problem {
	options, err := options.withDefaults()
	if err != nil {
		return []Problem{{err.Error(), "name an embedder: --embedder lexical"}}
	}
	config, err := parse(url)
	if err != nil {
		return []Problem{{"the address of PostgreSQL cannot be read", urlForm}}
	}
	ctx, cancel := context.WithTimeout(ctx, diagnoseWithin)
	defer cancel()
	if _, err := prepare(ctx, config.ConnConfig, options); err != nil {
		return []Problem{{
			fmt.Sprintf("the vector store %s cannot be used: %v", place(config.ConnConfig), onOneLine(err)),
			remedy(err, config.ConnConfig, options),
		}}
	}
	if err := mayWrite(ctx, config.ConnConfig, options); err != nil {
		return []Problem{{
			fmt.Sprintf("the vector store %s can be searched but not filled: %v", place(config.ConnConfig), err),
			remedy(err, config.ConnConfig, options),
		}}
	}
	return nil
}

var errMayNotWrite = errors.New("this user may not change the schema's tables")

// mayWrite checks the rights that indexing needs.
func mayWrite(ctx context.Context, config *pgx.ConnConfig, options Options) error {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var may bool
	schema := pgx.Identifier{options.Schema}.Sanitize()
	err = conn.QueryRow(ctx, `SELECT has_schema_privilege($1, 'CREATE')
		AND has_table_privilege($2, 'INSERT') AND has_table_privilege($2, 'UPDATE')
		AND has_table_privilege($3, 'INSERT') AND has_table_privilege($3, 'DELETE')`,
		options.Schema, schema+".embedder", schema+".pair").Scan(&may)
	if err == nil && !may {
		return errMayNotWrite
	}
	return err
}

// unconnected is a failure to connect, with each way that was tried said once and on one line.
type unconnected struct{ *pgconn.ConnectError }

func (e unconnected) Error() string {
	var ways []string
	for way := range strings.Lines(errors.Unwrap(e.ConnectError).Error()) {
		// Without encryption it is tried at the same address again.
		if way = strings.TrimSpace(way); !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
	}
	return strings.Join(ways, "; ")
}

func (e unconnected) Unwrap() error { return e.ConnectError }

// onOneLine shortens a failure to connect; other errors stay.
func onOneLine(err error) error {
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) && errors.Unwrap(connecting) != nil {
		return unconnected{connecting}
	}
	return err
}

// withRemedy adds to an error what the user should do next, where that is known.
func withRemedy(err error, config *pgx.ConnConfig, options Options) error {
	if fix := remedy(err, config, options); fix != "" {
		return fmt.Errorf("%w; to mend it: %s", err, fix)
	}
	return err
}

// remedy is what mends an error; empty where that is not known.
func remedy(err error, config *pgx.ConnConfig, options Options) string {
	if fix := remedyOfSetup(err, config, options); fix != "" {
		return fix
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return remedyOfServer(server.Code, config, options)
	}
	var network net.Error
	var connecting *pgconn.ConnectError
	switch {
	case errors.Is(err, context.Canceled):
		return ""
	case errors.As(err, &connecting), errors.As(err, &network):
		return unreachable(config)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
		return lost
	}
	return ""
}

// remedyOfSetup mends what prepare found.
func remedyOfSetup(err error, config *pgx.ConnConfig, options Options) string {
	psql := func(sql string) string { return psqlAs("", config, sql) }
	admin := func(sql string) string { return psqlAs("postgres", config, sql) }
	schema, user := pgx.Identifier{options.Schema}.Sanitize(), pgx.Identifier{config.User}.Sanitize()
	switch {
	case errors.Is(err, errNoExtension):
		return "install pgvector on the server (Debian: apt-get install postgresql-NN-pgvector, NN being its version), or take a server that has it: " + dockerRun
	case errors.Is(err, errCannotExtend):
		return admin("CREATE EXTENSION vector")
	case errors.Is(err, errOldExtension):
		want := options.neededVersion()
		return admin("ALTER EXTENSION vector UPDATE") +
			fmt.Sprintf(" (after installing pgvector %d.%d or later)", want[0], want[1])
	case errors.Is(err, errCannotSchema):
		return admin("CREATE SCHEMA " + schema + " AUTHORIZATION " + user)
	case errors.Is(err, errCannotUseTable), errors.Is(err, errMayNotWrite):
		return admin("GRANT ALL ON SCHEMA " + schema + " TO " + user + "; GRANT ALL ON ALL TABLES IN SCHEMA " + schema +
			" TO " + user)
	case errors.Is(err, errNewerSchema):
		return "update askomop, or give it a schema of its own"
	case errors.Is(err, ErrDimension):
		return psql("SELECT "+schema+".forget('"+strings.ReplaceAll(options.Embedder, "'", "''")+"')") +
			" and then: askomop library index"
	}
	return ""
}

// remedyOfServer mends what the server refused, by its SQLSTATE.
func remedyOfServer(code string, config *pgx.ConnConfig, options Options) string {
	switch code {
	case "28P01", "28000":
		return "give the password of " + config.User +
			" in the URL, in PGPASSWORD or in ~/.pgpass, and see that pg_hba.conf lets the user in"
	case "3D000":
		return fmt.Sprintf("createdb -h %s -p %d -U %s %s", config.Host, config.Port, config.User, config.Database)
	case "42501":
		return remedyOfSetup(errCannotUseTable, config, options)
	case "57P01", "57P02", "57P03": // being stopped, crashed, being started
		return lost
	case "53300":
		return "wait until other programs have closed their connections, or raise max_connections on the server"
	case "53100", "53200":
		return "free disk space or memory on the server, then run it again: what is stored stays"
	}
	return ""
}

const lost = "run it again when the server is up: what is stored stays"

const dockerRun = "docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=... pgvector/pgvector:pg17"

// unreachable says how to get a server where none answers.
func unreachable(config *pgx.ConnConfig) string {
	check := fmt.Sprintf("see whether it runs: pg_isready -h %s -p %d", config.Host, config.Port)
	switch config.Host {
	case "localhost", "127.0.0.1", "::1":
		return check + "; or start one: " + dockerRun
	}
	return check
}

// psqlAs is the command that runs a statement there, as another user where one is named.
func psqlAs(user string, config *pgx.ConnConfig, sql string) string {
	c := *config
	if user != "" {
		c.User = user
	}
	return "psql '" + place(&c) + "' -c '" + strings.ReplaceAll(sql, "'", `'\''`) + "'"
}

// denied reports whether the server refused for want of a right.
func denied(err error) bool { return sqlState(err) == "42501" }

// undefined reports whether a table was not found.
func undefined(err error) bool { return sqlState(err) == "42P01" }

// noSchema reports whether there is no schema in the search path to create something in.
func noSchema(err error) bool { return sqlState(err) == "3F000" }

func sqlState(err error) string {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return server.Code
	}
	return ""
}
