package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
)

var bad = []string{
	"SELECT * FROM read_csv('/etc/passwd')", "DROP TABLE person", "SELECT 1; DROP TABLE person", "SELECT (",
	"SELECT nobody FROM person",
	"SELECT * FROM nowhere", "SELECT current_setting('temp_directory')", "COPY person TO 'x.csv'",
	"SELECT COUNT(*) FROM person WHERE person_id = 'x'",
	"SELECT repeat('x', 2000000000)", "", "SELECT '\xff'",
}

// huge never end, or need more memory, disk or rows than a query gets.
var huge = []string{
	"SELECT COUNT(*) FROM measurement a, measurement b, measurement c WHERE a.measurement_id + b.measurement_id = c.measurement_id",
	"WITH RECURSIVE r(n) AS (SELECT 1::BIGINT UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r",
	"SELECT a.measurement_id, md5(a.measurement_id || '-' || b.person_id) AS h FROM measurement a, person b ORDER BY h",
	"SELECT a.person_id, b.person_id, COUNT(DISTINCT md5(a.person_id || '-' || c.measurement_id)) FROM person a, person b, measurement c GROUP BY 1, 2",
	"SELECT string_agg(a.measurement_id || '-' || b.measurement_id, ',') FROM measurement a, measurement b",
}

// one does one piece of work of a client.
func (s *soaking) one(r *rand.Rand) {
	ctx := context.Background()
	switch n := r.IntN(100); {
	case n < 55:
		s.goodQuery(ctx, s.good[r.IntN(len(s.good))])
	case n < 70:
		s.badQuery(ctx, bad[r.IntN(len(bad))])
	case n < 75:
		limit := omop.Limit{Time: time.Duration(100+r.IntN(900)) * time.Millisecond, Rows: 1 + r.IntN(20_000),
			Bytes: 1 << 20}
		s.hugeQuery(ctx, huge[r.IntN(len(huge))], limit)
	case n < 90:
		s.cancelled(ctx, r)
	default:
		q := s.good[r.IntN(len(s.good))]
		start := time.Now()
		err := s.engine.Check(ctx, q.sql)
		s.record("check", ending(err), time.Since(start), 0)
		if err != nil {
			s.violate("check of %s: %v", q.id, err)
		}
	}
}

func (s *soaking) goodQuery(ctx context.Context, q query) {
	limit := omop.Limit{Time: time.Minute}
	start := time.Now()
	t, err := s.engine.Query(ctx, q.sql, limit)
	s.record("good", ending(err), time.Since(start), limit.Time)
	switch {
	case errors.Is(err, omop.ErrTooLarge): // beside huge ones there may be no memory left
	case err != nil:
		s.violate("good query %s: %v", q.id, err)
	case text(t) != q.result:
		s.violate("good query %s has another result than alone", q.id)
	}
}

func (s *soaking) badQuery(ctx context.Context, sql string) {
	start := time.Now()
	_, err := s.engine.Query(ctx, sql, omop.Limit{Time: 5 * time.Second})
	s.record("bad", ending(err), time.Since(start), 5*time.Second)
	var query *omop.QueryError
	if !errors.As(err, &query) {
		s.violate("bad query %q: %v", sql, err)
	}
}

func (s *soaking) hugeQuery(ctx context.Context, sql string, limit omop.Limit) {
	start := time.Now()
	_, err := s.engine.Query(ctx, sql, limit)
	s.record("huge", ending(err), time.Since(start), limit.Time)
	if !errors.Is(err, omop.ErrTimeout) && !errors.Is(err, omop.ErrTooLarge) {
		s.violate("huge query: %v\n%s", err, sql)
	}
}

// cancelled calls a query off at a random moment of it.
func (s *soaking) cancelled(ctx context.Context, r *rand.Rand) {
	sql := huge[r.IntN(len(huge))]
	if r.IntN(2) == 0 {
		sql = s.good[r.IntN(len(s.good))].sql
	}
	ctx, cancel := context.WithCancel(ctx)
	after := time.Duration(r.IntN(200)) * time.Millisecond
	timer := time.AfterFunc(after, cancel)
	defer timer.Stop()
	defer cancel()
	start := time.Now()
	_, err := s.engine.Query(ctx, sql, omop.Limit{Time: time.Minute})
	s.record("cancelled", ending(err), time.Since(start), after)
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, omop.ErrTooLarge) {
		s.violate("a cancelled query: %v", err)
	}
}

// ending names how a query ended.
func ending(err error) string {
	switch {
	case err == nil:
		return "answered"
	case errors.Is(err, omop.ErrTimeout):
		return "timeout"
	case errors.Is(err, omop.ErrTooLarge):
		return "too large"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, omop.ErrForbidden), errors.Is(err, omop.ErrNotSelect):
		return "refused"
	}
	return "error"
}

// process runs `askomop ask` once. One in five is killed on the way.
func (s *soaking) process(r *rand.Rand, home string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	question := s.ask[r.IntN(len(s.ask))]
	kill := r.IntN(5) == 0
	cmd := exec.CommandContext(ctx, s.opt.askomop, "--db", s.file, "--home", home, "ask", "--json", question)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	cmd.Env = append(os.Environ(), "TMPDIR="+s.dir)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		s.violate("starting %s: %v", s.opt.askomop, err)
		time.Sleep(time.Second)
		return
	}
	if kill {
		time.AfterFunc(time.Duration(r.IntN(500))*time.Millisecond, func() { _ = cmd.Process.Kill() })
	}
	err := cmd.Wait()
	end := fmt.Sprintf("exit %d", cmd.ProcessState.ExitCode())
	s.record("process", end, time.Since(start), time.Minute)
	said := errOut.String()
	switch {
	case strings.Contains(said, "panic:") || strings.Contains(said, "fatal error"):
		s.violate("ask %q crashed: %s", question, said)
	case kill:
	case err != nil && cmd.ProcessState.ExitCode() != 3:
		s.violate("ask %q: %s: %s%s", question, end, out.String(), said)
	}
}
