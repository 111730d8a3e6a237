package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/enginetest"
)

// filled is a server with the fixture in a schema, a connection that may do anything, and the engine's own address.
func filled(t *testing.T, schemaName string) (admin *pgx.Conn, address string) {
	t.Helper()
	server := enginetest.NewDatabase(t, server(t), fmt.Sprintf("%s_%d", schemaName, os.Getpid())) // another run may be under way
	enginetest.FillPostgres(t, server, schemaName, enginetest.Fixture(t))
	admin, err := pgx.Connect(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close(context.Background()) }) // the server ends it anyway
	return admin, at(server, "cdm="+schemaName)
}

func openAt(t *testing.T, address string) *Engine {
	t.Helper()
	e, err := Open(t.Context(), address, Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func do(t *testing.T, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := conn.Exec(context.Background(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

const people = "SELECT COUNT(*) FROM person"

func TestALockedTableEndsAsATimeoutAndIsAskedAgain(t *testing.T) {
	admin, address := filled(t, "askomop_locked")
	e := openAt(t, address)
	do(t, admin, "BEGIN", "LOCK TABLE askomop_locked.person IN ACCESS EXCLUSIVE MODE")
	began := time.Now()
	_, err := e.Query(t.Context(), people, omop.Limit{Time: 500 * time.Millisecond})
	if !errors.Is(err, omop.ErrTimeout) || !strings.Contains(err.Error(), "lock") {
		t.Errorf("a table that is locked: %v", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v to give up", took)
	}
	do(t, admin, "ROLLBACK")
	if table, err := e.Query(t.Context(), people, omop.Limit{}); err != nil || enginetest.Text(table) != "5" {
		t.Errorf("afterwards: %v, %v", table, err)
	}
}

func TestAKilledConnectionIsSaidAndAnotherTakesItsPlace(t *testing.T) {
	admin, address := filled(t, "askomop_killed")
	e := openAt(t, address)
	failed := make(chan error)
	go func() {
		_, err := e.Query(context.Background(), "SELECT COUNT(*) FROM person AS a, generate_series(1, 100000) AS s (i), generate_series(1, 100000) AS u (j) WHERE i + j = person_id", omop.Limit{Time: 20 * time.Second})
		failed <- err
	}()
	deadline := time.Now().Add(10 * time.Second)
	for killed := 0; killed == 0 && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if err := admin.QueryRow(t.Context(), `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
			WHERE application_name = 'askomop' AND state = 'active' AND query ILIKE '%generate_series(1, 100000)%' AND pid <> pg_backend_pid()`).Scan(&killed); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "ask again") {
		t.Errorf("a connection that was killed: %v", err)
	}
	if table, err := e.Query(t.Context(), people, omop.Limit{}); err != nil || enginetest.Text(table) != "5" {
		t.Errorf("afterwards: %v, %v", table, err)
	}
}

func TestConnectionsKilledWhileIdleAreNotNoticed(t *testing.T) {
	admin, address := filled(t, "askomop_idle")
	e := openAt(t, address)
	for range 3 {
		if _, err := e.Query(t.Context(), people, omop.Limit{}); err != nil {
			t.Fatal(err)
		}
		do(t, admin, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'askomop' AND state = 'idle'")
		time.Sleep(50 * time.Millisecond)
	}
	if _, err := e.Query(t.Context(), people, omop.Limit{}); err != nil {
		t.Errorf("after its idle connections were killed: %v", err)
	}
}

func TestARoleWithoutRightsIsToldWhatToGrant(t *testing.T) {
	admin, address := filled(t, "askomop_rights")
	reader := fmt.Sprintf("askomop_reader_%d", os.Getpid())
	do(t, admin, "CREATE ROLE "+reader+" LOGIN")
	t.Cleanup(func() { do(t, admin, "DROP OWNED BY "+reader, "DROP ROLE "+reader) })
	as := func(role string) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.User(role)
		return u.String()
	}
	if _, err := Open(t.Context(), as(reader), Options{}); err == nil || !strings.Contains(err.Error(), "GRANT") && !strings.Contains(err.Error(), "grant") {
		t.Errorf("a role that may read nothing: %v", err)
	}
	do(t, admin, "GRANT USAGE ON SCHEMA askomop_rights TO "+reader, "GRANT SELECT ON askomop_rights.person TO "+reader)
	e := openAt(t, as(reader))
	if table, err := e.Query(t.Context(), people, omop.Limit{}); err != nil || enginetest.Text(table) != "5" {
		t.Errorf("a table that the role may read: %v, %v", table, err)
	}
	if r, err := e.Rights(t.Context()); err != nil || !r.Plain() || r.Role != reader {
		t.Errorf("a role that only reads: %+v, %v", r, err)
	}
	do(t, admin, "REVOKE SELECT ON askomop_rights.person FROM "+reader)
	if _, err := e.Query(t.Context(), people, omop.Limit{}); err == nil || !strings.Contains(err.Error(), "GRANT SELECT") {
		t.Errorf("a right that was taken away: %v", err)
	}
	do(t, admin, "GRANT SELECT, INSERT ON askomop_rights.person TO "+reader, "GRANT CREATE ON SCHEMA askomop_rights TO "+reader)
	if r, err := e.Rights(t.Context()); err != nil || r.Plain() || len(r.Writes) != 1 || len(r.Creates) != 1 || !strings.Contains(r.String(), "person") {
		t.Errorf("a role that may write: %+v, %v", r, err)
	}
	if r, err := openAt(t, address).Rights(t.Context()); err != nil || r.Plain() {
		t.Errorf("the tables' owner: %+v, %v", r, err)
	}
}

func TestMoreClientsThanConnectionsWait(t *testing.T) {
	_, address := filled(t, "askomop_many")
	e := openAt(t, address)
	rounds := 10
	until := time.Now()
	if lasts, err := time.ParseDuration(os.Getenv("ASKOMOP_TEST_SOAK")); err == nil {
		until = until.Add(lasts)
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for j := 0; j < rounds || time.Now().Before(until); j++ {
				switch (i + j) % 4 {
				case 0: // called off
					ctx, cancel := context.WithTimeout(t.Context(), time.Duration(j%10)*time.Millisecond)
					_, err := e.Query(ctx, people, omop.Limit{})
					if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, omop.ErrTimeout) {
						t.Errorf("called off: %v", err)
					}
					cancel()
				case 1: // wrong
					var q *omop.QueryError
					if _, err := e.Query(t.Context(), "SELECT no_such_column FROM person", omop.Limit{}); !errors.As(err, &q) {
						t.Errorf("wrong: %v", err)
					}
				default:
					if table, err := e.Query(t.Context(), people, omop.Limit{}); err != nil || enginetest.Text(table) != "5" {
						t.Errorf("right: %v, %v", table, err)
					}
				}
			}
		})
	}
	wg.Wait()
	if n := e.pool.Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections are still held", n)
	}
}
