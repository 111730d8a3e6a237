package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/omop/schema"
)

// peeked is a member whose columns are known.
type peeked struct {
	*member
	n       int // unique among the members
	dialect dialect
	parquet *piece // a Parquet file is ready at once
}

// names lists the file's column names, nil without a header.
func (p *peeked) names() []string {
	if p.parquet != nil {
		return p.parquet.names
	}
	return p.dialect.header
}

// workers is how many tables are read at once. DuckDB reads one CSV file of less than
// 32 MB on one core, so it takes as many tables as cores to keep them busy.
func workers() int { return max(2, runtime.GOMAXPROCS(0)) }

// peek looks at the start of every member.
func (l *loader) peek(ctx context.Context) ([]*peeked, error) {
	out := make([]*peeked, len(l.src.members))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(workers())
	for i, m := range l.src.members {
		g.Go(func() (err error) {
			p := &peeked{member: m, n: i}
			if m.parquet {
				p.parquet, err = l.parquetPiece(ctx, m, i)
			} else {
				p.dialect, err = m.peek()
			}
			if err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			out[i] = p
			return ctx.Err()
		})
	}
	return out, g.Wait()
}

// parquetPiece puts a Parquet member on disk and asks DuckDB for its columns.
func (l *loader) parquetPiece(ctx context.Context, m *member, n int) (*piece, error) {
	if r, err := m.read(); err != nil {
		return nil, err
	} else if err := errors.Join(refuseContent(r), r.Close()); err != nil {
		return nil, err
	}
	p := &piece{member: m, file: m.path}
	if m.path == "" || m.gzipped {
		p.file, p.owned = filepath.Join(l.dst.dir, strconv.Itoa(n)+".parquet"), true
		if err := m.copyTo(ctx, p.file, &scan{}, nil); err != nil {
			return nil, err
		}
	}
	rows, err := l.dst.db.QueryContext(ctx,
		"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet("+literal(unglob(p.file))+", hive_partitioning=false))")
	if err != nil {
		return nil, fmt.Errorf("read as Parquet: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name, sqlType string
		if err := rows.Scan(&name, &sqlType); err != nil {
			return nil, err
		}
		p.names, p.types = append(p.names, name), append(p.types, sqlType)
	}
	_, by := partitioned(path.Dir(m.name))
	for _, part := range by {
		if !slices.ContainsFunc(p.names, func(n string) bool { return strings.EqualFold(n, part.column) }) {
			p.names, p.types, p.folders = append(p.names, part.column), append(p.types, "VARCHAR"),
				append(p.folders, part)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return p, l.checkRows(ctx, p.file)
}

// rowsOfByte is above how many rows of a table a byte of Parquet holds: ids that follow each other take a hundredth of
// a byte.
const rowsOfByte = 1000

// checkRows refuses a Parquet file that says it has more rows than its bytes can hold.
func (l *loader) checkRows(ctx context.Context, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	var rows int64
	if err := l.dst.db.QueryRowContext(ctx,
		"SELECT COALESCE(sum(num_rows), 0)::BIGINT FROM parquet_file_metadata("+literal(unglob(file))+")").Scan(&rows); err != nil {
		return fmt.Errorf("read as Parquet: %w", err)
	}
	if rows < 0 || rows > 1_000_000 && rows/rowsOfByte > info.Size() {
		return fmt.Errorf("its footer says that it has %d rows, in %d bytes, %w", rows, info.Size(), bounded.ErrTooMuch)
	}
	return nil
}

// settleVersion takes the version that was asked for, or finds it out.
func (l *loader) settleVersion(peeks []*peeked) (err error) {
	version := l.Version
	l.from = "asked for"
	if version == "" {
		names, declared := map[string][]string{}, ""
		for _, p := range peeks {
			names[p.table] = append(names[p.table], p.names()...)
			if p.table != "cdm_source" {
				continue
			}
			if p.parquet == nil {
				declared = declaredVersion(p.dialect)
			} else if i := slices.IndexFunc(p.names(), func(n string) bool { return schema.Key(n) == "cdmversion" }); i >= 0 {
				query := "SELECT COALESCE(min(c" + strconv.Itoa(i) + "::VARCHAR), '') FROM " + p.parquet.scanSQL()
				if err := l.dst.db.QueryRow(query).Scan(&declared); err != nil {
					return fmt.Errorf("%s: read cdm_version: %w", p.name, err)
				}
			}
		}
		version, l.from = detectVersion(names, declared)
	}
	l.schema, err = schema.For(version)
	return err
}

// readAll loads every table that has files.
func (l *loader) readAll(ctx context.Context, jobs []job) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(workers())
	for _, j := range jobs {
		g.Go(func() error { return l.read(ctx, j) })
	}
	return g.Wait()
}

func (l *loader) read(ctx context.Context, j job) error {
	conn, err := l.dst.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	r, finish, err := l.newReader(ctx, conn, j)
	if err != nil {
		return err
	}
	has := map[string]bool{}
	for _, m := range j.members {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := l.preparePiece(ctx, m)
		if err == nil {
			p.dates = l.dates
			err = r.load(ctx, p)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		for name := range p.mapping.from {
			has[name] = true
		}
		for _, x := range p.mapping.extra {
			if !slices.Contains(j.report.Extra, x) {
				j.report.Extra = append(j.report.Extra, x)
			}
		}
		if err := p.release(); err != nil {
			return err
		}
		l.step("read", j.table.Name, j.report.Rows, m.size)
	}
	if err := finish(); err != nil {
		return err
	}
	for _, c := range j.table.Columns {
		if !has[c.Name] {
			j.report.Missing = append(j.report.Missing, c.Name)
		}
	}
	return nil
}

// preparePiece makes a member ready to load and maps its columns.
func (l *loader) preparePiece(ctx context.Context, m *peeked) (*piece, error) {
	if m.parquet != nil {
		m.parquet.mapping = bind(l.schema, m.table, m.parquet.names)
		return m.parquet, mapped(m.parquet, m.table)
	}
	var look *usual
	t, _ := l.schema.Table(m.table)
	if mp, err := mappingOf(l.schema, m.table, m.dialect); err == nil {
		look = newUsual(t, m.dialect, mp)
	}
	p, err := m.prepare(ctx, l.dst.dir, m.n, look)
	if err != nil {
		return nil, err
	}
	if p.mapping, err = mappingOf(l.schema, m.table, p.dialect); err != nil {
		return nil, err
	}
	if p.mapping.padded || p.mapping.width != len(p.usual) {
		p.usual = nil
	}
	p.nulls = nullWords(t)
	return p, mapped(p, m.table)
}

func mapped(p *piece, table string) error {
	if len(p.mapping.from) == 0 {
		return fmt.Errorf("none of its columns is one of the %s table", table)
	}
	return nil
}

// checkAll counts what is wrong in the loaded tables.
func (l *loader) checkAll(ctx context.Context, report *Report) error {
	filled := map[string]bool{}
	l.done, l.total = 0, 0
	for _, t := range report.Tables {
		if t.Rows > 0 {
			filled[t.Table] = true
			l.total++
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(workers())
	for i, t := range l.schema.Tables {
		if filled[t.Name] {
			g.Go(func() error {
				err := check(ctx, l.dst.db, t, filled, !l.Unordered, &report.Tables[i])
				l.step("check", t.Name, report.Tables[i].Rows, 1)
				return err
			})
		}
	}
	return g.Wait()
}
