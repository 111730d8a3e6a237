package pgvector

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migration is one step of the schema; its version is the number that its file begins with.
type migration struct {
	version int
	name    string
	sql     string
}

// migrations returns the steps in order.
func migrations() ([]migration, error) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	steps := make([]migration, len(names))
	for i, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(path.Base(name), "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != i+1 {
			return nil, fmt.Errorf("migration %s is not number %d", name, i+1)
		}
		steps[i] = migration{version, path.Base(name), string(text)}
	}
	return steps, nil
}

var (
	errNewerSchema    = errors.New("its schema was made by a newer askomop")
	errNoExtension    = errors.New("it has no pgvector extension")
	errOldExtension   = errors.New("its pgvector is too old")
	errCannotExtend   = errors.New("the pgvector extension is not created, and this user may not create it")
	errCannotSchema   = errors.New("the schema is not there, and this user may not create it")
	errCannotUseTable = errors.New("this user may not use the schema's tables")
)

// prepare brings a database to where a Store can use it and returns the search path.
// Where everything is in place it writes nothing, so that a user who may only read can search.
func prepare(ctx context.Context, config *pgx.ConnConfig, options Options) (string, error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	home, err := extend(ctx, conn, options)
	if err != nil {
		return "", err
	}
	searchPath := pgx.Identifier{options.Schema}.Sanitize() + ", " + pgx.Identifier{home}.Sanitize()
	if _, err := conn.Exec(ctx, "SELECT set_config('search_path', $1, false)", searchPath); err != nil {
		return "", err
	}
	steps, err := migrations()
	if err != nil {
		return "", err
	}
	version, err := schemaVersion(ctx, conn, options.Schema)
	if err != nil {
		return "", err
	}
	if version > len(steps) {
		return "", errNewerSchema
	}
	if version < len(steps) {
		if err := migrate(ctx, conn, options.Schema, steps); err != nil {
			return "", err
		}
	}
	return searchPath, checkDimension(ctx, conn, options)
}

// extend makes sure that there is a pgvector that does what is needed and returns the schema it is in.
func extend(ctx context.Context, conn *pgx.Conn, options Options) (string, error) {
	home, version, err := extension(ctx, conn)
	if err != nil {
		return "", err
	}
	if home == "" {
		// Two processes that create it at once can both fail to see it: the loser looks again.
		_, failed := conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS vector")
		if home, version, err = extension(ctx, conn); err != nil {
			return "", err
		}
		if home == "" {
			return "", explainExtension(ctx, conn, failed)
		}
	}
	if !atLeast(version, options.neededVersion()) {
		return "", errOldExtension
	}
	return home, nil
}

// neededVersion is the pgvector that has HNSW, or halfvec where that is needed.
func (o Options) neededVersion() [2]int {
	if o.half() {
		return [2]int{0, 7}
	}
	return [2]int{0, 5}
}

// extension returns the schema and the version of pgvector; empty ones when it is not created.
func extension(ctx context.Context, conn *pgx.Conn) (home, version string, err error) {
	err = conn.QueryRow(ctx, `SELECT n.nspname, e.extversion FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
		WHERE e.extname = 'vector'`).Scan(&home, &version)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", nil
	}
	return home, version, err
}

// explainExtension tells a server without pgvector from a user without the right to create it.
func explainExtension(ctx context.Context, conn *pgx.Conn, failed error) error {
	var available bool
	err := conn.QueryRow(ctx,
		"SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')").Scan(&available)
	switch {
	case err != nil:
		return err
	case !available:
		return errNoExtension
	case denied(failed):
		return errCannotExtend
	}
	return fmt.Errorf("creating the pgvector extension: %w", failed)
}

// atLeast compares a version such as "0.8.0" with its first two numbers.
func atLeast(version string, want [2]int) bool {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, errMajor := strconv.Atoi(major)
	b, errMinor := strconv.Atoi(minor)
	if errMajor != nil || errMinor != nil {
		return false
	}
	return a > want[0] || a == want[0] && b >= want[1]
}

// querier is a connection, a pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// schemaVersion is the last migration that was applied; 0 where there is no schema.
func schemaVersion(ctx context.Context, db querier, schema string) (int, error) {
	var there bool
	err := db.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'migration')",
		schema).Scan(&there)
	if err != nil || !there {
		return 0, err
	}
	var version int
	if err := db.QueryRow(ctx, "SELECT coalesce(max(version), 0) FROM migration").Scan(&version); denied(err) ||
		undefined(err) {
		return 0, errCannotUseTable // a table in a schema that one may not use is not found
	} else if err != nil {
		return 0, err
	}
	return version, nil
}

// migrate applies the steps that are missing, all or none, one process at a time.
func migrate(ctx context.Context, conn *pgx.Conn, schema string, steps []migration) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := lock(ctx, tx, "migrate", schema); err != nil {
			return err
		}
		// Asked first: CREATE SCHEMA IF NOT EXISTS wants the right to create even where there is nothing to create.
		var there bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)",
			schema).Scan(&there); err != nil {
			return err
		}
		if !there {
			if _, err := tx.Exec(ctx, "CREATE SCHEMA "+pgx.Identifier{schema}.Sanitize()); denied(err) {
				return errCannotSchema
			} else if err != nil {
				return fmt.Errorf("creating the schema: %w", err)
			}
		}
		version, err := schemaVersion(ctx, tx, schema)
		if err != nil {
			return err
		}
		if version == 0 {
			if _, err := tx.Exec(ctx,
				"CREATE TABLE migration (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())"); denied(err) || noSchema(err) {
				return errCannotUseTable
			} else if err != nil {
				return fmt.Errorf("creating the table of migrations: %w", err)
			}
		}
		for _, step := range steps[min(version, len(steps)):] {
			if _, err := tx.Exec(ctx, step.sql); err != nil {
				return fmt.Errorf("applying the migration %s: %w", step.name, err)
			}
			if _, err := tx.Exec(ctx, "INSERT INTO migration (version, name) VALUES ($1, $2)", step.version,
				step.name); err != nil {
				return fmt.Errorf("recording the migration %s: %w", step.name, err)
			}
		}
		return nil
	})
}

// checkDimension refuses an embedder whose stored vectors have another dimension.
func checkDimension(ctx context.Context, conn *pgx.Conn, options Options) error {
	var stored int
	err := conn.QueryRow(ctx, "SELECT dimensions FROM embedder WHERE name = $1", options.Embedder).Scan(&stored)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case denied(err):
		return errCannotUseTable
	case err != nil:
		return err
	case stored != options.Dim:
		return fmt.Errorf("the vectors of %s are %w: %d, now %d", options.Embedder, ErrDimension, stored, options.Dim)
	}
	return nil
}

// lock keeps other processes from doing the same thing until the transaction ends.
func lock(ctx context.Context, tx pgx.Tx, what, name string) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
		lockName(what, name)); err != nil {
		return fmt.Errorf("waiting for other processes: %w", err)
	}
	return nil
}

func lockName(what, name string) string { return "askomop " + what + " " + name }
