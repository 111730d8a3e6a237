package faults

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/internal/needs"
)

// bombs are statements that take more time, memory, planning or text than a query has, in about a hundred forms.
func bombs() []string {
	tables := []string{"measurement", "condition_occurrence", "drug_exposure", "visit_occurrence", "observation"}
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, t := range tables { // large products
		add("SELECT COUNT(*) FROM %[1]s a, %[1]s b, %[1]s c WHERE a.person_id + b.person_id = c.person_id", t)
		add("SELECT a.person_id %% 10 AS k, COUNT(DISTINCT md5(a.person_id || '-' || b.person_id)) FROM %[1]s a, %[1]s b, person c GROUP BY 1", t)
		add("SELECT COUNT(*) FROM (SELECT DISTINCT a.person_id, b.person_id AS p, c.person_id AS q FROM %[1]s a, %[1]s b, %[1]s c)", t)
		add("SELECT COUNT(n) FROM (SELECT SUM(a.person_id) OVER (ORDER BY b.person_id, a.person_id) AS n FROM %[1]s a, %[1]s b)", t)
		add("SELECT MEDIAN(a.person_id + b.person_id), QUANTILE_CONT(b.person_id, 0.3) FROM %[1]s a, %[1]s b, person c", t)
		add("SELECT STRING_AGG(md5(a.person_id || '-' || b.person_id), ',') FROM %[1]s a, %[1]s b", t)
		add("SELECT LEN(LIST(a.person_id + b.person_id)) FROM %[1]s a, %[1]s b, person c", t)
		add("SELECT MAX(n) FROM (SELECT (SELECT COUNT(*) FROM %[1]s b, %[1]s c WHERE b.person_id + c.person_id > a.person_id) AS n FROM %[1]s a)", t)
		add("SELECT COUNT(*) FROM %[1]s a JOIN %[1]s b ON a.person_id <> b.person_id JOIN %[1]s c ON b.person_id < c.person_id", t)
		add("SELECT COUNT(*) FROM (SELECT a.person_id FROM %[1]s a, %[1]s b ORDER BY md5(a.person_id || '-' || b.person_id))", t)
	}
	for _, n := range []int{1_000_000, 400_000_000, 4_000_000_000} { // series
		add("SELECT COUNT(*) FROM range(%d) a (i), range(%[1]d) b (i) WHERE a.i * b.i %% 7 = 3", n)
		add("SELECT SUM(a.i) FROM range(%d) a (i), range(%[1]d) b (i)", n)
		add("SELECT COUNT(DISTINCT i %% 1000000007) FROM range(%d) a (i)", n)
		add("SELECT LEN(LIST(i)) FROM range(%d) a (i)", n)
		add("SELECT LEN(list_transform(range(%d), x -> x + 1))", n)
		add("SELECT LEN(repeat('x', %d))", n)
	}
	for _, n := range []int{10, 25, 40} { // doubling
		var b strings.Builder
		b.WriteString("WITH c0 AS (SELECT person_id FROM person)")
		for i := range n {
			fmt.Fprintf(&b, ", c%d AS (SELECT a.person_id FROM c%d a, c%d b)", i+1, i, i)
		}
		add("%s SELECT COUNT(*) FROM c%d", b.String(), n)
		text := "WITH c0 AS (SELECT 'xxxxxxxxxxxxxxxx' AS t)"
		for i := range n {
			text += fmt.Sprintf(", c%d AS (SELECT t || t AS t FROM c%d)", i+1, i)
		}
		add("%s SELECT LENGTH(t) FROM c%d", text, n)
		deep := "SELECT person_id FROM person"
		for range n {
			deep = "SELECT person_id FROM (" + deep + ") x WHERE person_id IN (" + "SELECT person_id FROM person" + ")"
		}
		add("SELECT COUNT(*) FROM (%s) y", deep)
		add("WITH RECURSIVE r(n) AS (SELECT 1::HUGEINT UNION ALL SELECT n + %d FROM r) SELECT COUNT(*) FROM r", n)
		add("WITH RECURSIVE r(n) AS (SELECT 1::BIGINT UNION ALL SELECT r.n + %d FROM r, range(2)) SELECT COUNT(*) FROM r", n)
	}
	for _, n := range []int{12, 40, 120} { // planning
		from := "person p0"
		for i := range n {
			from += fmt.Sprintf(" JOIN person p%d ON p%[1]d.person_id = p%d.person_id", i+1, i)
		}
		add("SELECT COUNT(*) FROM %s", from)
		add("SELECT COUNT(*) FROM %s", strings.ReplaceAll(from, ".person_id =", ".gender_concept_id ="))
		add("SELECT %s FROM person GROUP BY CUBE (%s)", "COUNT(*)", strings.TrimSuffix(strings.Repeat("year_of_birth, ", min(n, 24)), ", "))
		add("SELECT COUNT(*) FROM person WHERE %s", strings.TrimSuffix(strings.Repeat("person_id IN (SELECT person_id FROM death) OR ", n), " OR "))
		nested := "(SELECT COUNT(*) FROM death)"
		for i := range min(n, 30) {
			nested = fmt.Sprintf("(SELECT COUNT(*) FROM person q%d WHERE q%[1]d.year_of_birth > %s)", i, nested)
		}
		add("SELECT %s AS n", nested)
	}
	for _, n := range []int{500, 5_000, 50_000} { // text
		add("SELECT COUNT(*) FROM person WHERE year_of_birth IN (%s1)", strings.Repeat("1, ", n))
		add("SELECT COUNT(*) FROM person WHERE %s", strings.TrimSuffix(strings.Repeat("year_of_birth = 1 OR ", n), " OR "))
		add("SELECT SUM(%s1%s) FROM person", strings.Repeat("(year_of_birth + ", n), strings.Repeat(")", n))
		add("SELECT COUNT(*) FROM person%s", strings.Repeat(" UNION ALL SELECT COUNT(*) FROM person", min(n, 20_000)))
		add("SELECT %sCOUNT(*) FROM person", strings.Repeat("COUNT(*), ", min(n, 50_000)))
		add("SELECT CASE %s END FROM person", strings.Repeat("WHEN COUNT(*) = 1 THEN 2 ", min(n, 30_000)))
		add("SELECT COUNT(*) FROM person WHERE NOT %s TRUE", strings.Repeat("NOT ", n))
		add("SELECT COUNT(*) FROM person WHERE %sTRUE%s", strings.Repeat("(", n), strings.Repeat(")", n))
	}
	return out
}

const (
	bombTime   = 8 * time.Second
	bombMemory = 3 << 30
)

// TestBombsEndInTimeAndMemory runs a sample of the bombs, or all with BOMBS=all (task test:bombs), and calls each off after a while as Ctrl-C does.
func TestBombsEndInTimeAndMemory(t *testing.T) {
	needs.Time(t, "takes the time limit several times")
	db, _ := cmdtest.DemoAlone(t)
	all := bombs()
	every, beside := len(all)/12, 3*time.Second // a machine that is busy
	if os.Getenv("BOMBS") == "all" {
		every, beside = 1, time.Second
	}
	longest, most, slowest := time.Duration(0), int64(0), time.Duration(0)
	for i := 0; i < len(all); i += every {
		sql := all[i]
		took, memory, said := bombed(t, db, sql, 0)
		longest, most = max(longest, took), max(most, memory)
		if took > bombTime+beside || memory > bombMemory {
			t.Errorf("bomb %d took %v and %d MB: %.300s", i, took.Round(10*time.Millisecond), memory>>20, sql)
		}
		for _, raw := range []string{"goroutine ", "panic", "SIGABRT", "stack_trace"} {
			if strings.Contains(said, raw) {
				t.Errorf("bomb %d: %.300s\n%.1500s", i, sql, said)
			}
		}
		if took < 2*time.Second {
			continue
		}
		wait := time.Second + time.Duration(i%10)*100*time.Millisecond
		took, _, _ = bombed(t, db, sql, wait)
		slowest = max(slowest, took-wait)
		if took > wait+beside {
			t.Errorf("bomb %d went on for %v after Ctrl-C: %.300s", i, took-wait, sql)
		}
	}
	t.Logf("%d of %d bombs: at most %v and %d MB; Ctrl-C at most %v", (len(all)+every-1)/every, len(all), longest.Round(time.Millisecond), most>>20, slowest.Round(time.Millisecond))
}

// bombed runs a statement through the command line, and sends an interrupt after a while where there is one.
func bombed(t *testing.T, db, sql string, interrupt time.Duration) (took time.Duration, memory int64, said string) {
	t.Helper()
	c := exec.Command(os.Args[0], "--home", cmdtest.Home(), "--db", db, "--no-log", "--timeout", bombTime.String(), "--memory", "2", "sql", "-")
	c.Env = append(os.Environ(), cmdtest.RunVar+"=1")
	c.Stdin = strings.NewReader(sql)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	start := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if interrupt > 0 {
		time.AfterFunc(interrupt, func() { _ = c.Process.Signal(os.Interrupt) })
	}
	hang := time.AfterFunc(2*time.Minute, func() { _ = c.Process.Kill() })
	defer hang.Stop()
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if used, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory, _ = strconv.ParseInt(fmt.Sprint(used.Maxrss), 10, 64)
		memory <<= 10 // of the largest of the processes
	}
	return time.Since(start), memory, out.String()
}
