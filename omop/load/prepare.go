package load

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/askomop/askomop/omop/schema"
)

// A piece is one member, ready for DuckDB: where it lies, how it is written, and which
// of its columns make which of the table's.
type piece struct {
	*member
	file    string // on disk, readable by DuckDB
	mapping mapping
	dialect dialect  // of a delimited file
	types   []string // of a Parquet file's columns, DuckDB's names
	// usual is the types of a delimited file's columns that the engine can read by itself, Text for the others; nil if
	// all are read as text.
	usual   []schema.Type
	nulls   []string    // the words for no value that the engine takes out of all columns where some are usual
	names   []string    // of a Parquet file's columns, those that folders tell the last
	folders []partition // those
	owned   bool        // the file is ours to remove

	dates    order                // of the day and the month in dates with slashes
	numbered map[int]numberedDate // columns of dates that are written as numbers

	scratch string  // where to put files of its own, without an extension
	scan    *scan   // of the file as it lies there
	records int64   // of a delimited file, counted apart from the engine
	mended  *mended // what a mender found; nil where none was asked
}

// prepare brings a delimited member into a shape that DuckDB reads, unpacking or
// rewriting it into dir where it must be. n makes the name unique. look, if not nil, is shown the bytes too.
func (m *member) prepare(ctx context.Context, dir string, n int, look *usual) (p *piece, err error) {
	p = &piece{member: m, file: m.path, scratch: filepath.Join(dir, strconv.Itoa(n))}
	out := p.scratch + ".csv"
	var s scan
	if m.path == "" || m.gzipped {
		p.file, p.owned = out, true
		err = m.copyTo(ctx, out, &s, look)
	} else {
		err = m.copyTo(ctx, "", &s, look)
	}
	if err != nil {
		return nil, err
	}
	rewritten := !s.clean()
	if rewritten {
		if s, err = p.rewriteTo(ctx, p.scratch+".clean.csv"); err != nil {
			return nil, err
		}
	}
	s.endLine()
	p.scan = &s
	head := make([]byte, sampleSize)
	f, err := os.Open(p.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	read, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if p.dialect, err = m.sniff(head[:read], read == sampleSize, s.quotes); err != nil {
		return nil, err
	}
	if p.records = s.lines; p.dialect.header != nil {
		p.records = max(0, p.records-1)
	}
	if look != nil && !rewritten && look.delim == p.dialect.delim && look.quoted == p.dialect.quoted &&
		p.dialect.escape == '"' {
		p.usual = look.columns()
	}
	return p, nil
}

// copyTo passes the member's bytes through the scan and the look, which may be nil, and into a file unless that is "".
func (m *member) copyTo(ctx context.Context, file string, s *scan, look *usual) error {
	r, err := m.read()
	if err != nil {
		return err
	}
	defer r.Close()
	var w io.Writer = s
	if look != nil {
		w = io.MultiWriter(w, look)
	}
	if file != "" {
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		w = io.MultiWriter(w, f)
	}
	_, err = io.CopyBuffer(writerOnly{w}, contextReader{ctx, r}, make([]byte, 1<<20))
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}

// rewriteTo replaces the piece's file by one in UTF-8 with one kind of line end, and scans that.
func (p *piece) rewriteTo(ctx context.Context, file string) (s scan, err error) {
	in, err := os.Open(p.file)
	if err != nil {
		return s, err
	}
	defer in.Close()
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return s, err
	}
	if err := rewrite(io.MultiWriter(out, &s), contextReader{ctx, in}); err != nil {
		out.Close()
		return s, err
	}
	if err := out.Close(); err != nil {
		return s, err
	}
	return s, p.replaceBy(file)
}

// replaceBy makes another file the piece's.
func (p *piece) replaceBy(file string) error {
	if p.owned {
		if err := os.Remove(p.file); err != nil {
			return err
		}
	}
	p.file, p.owned = file, true
	return nil
}

// release removes the piece's own copy, so that a large source is never unpacked whole.
func (p *piece) release() error {
	if !p.owned {
		return nil
	}
	return os.Remove(p.file)
}

// contextReader stops reading when the context ends.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// writerOnly hides ReadFrom, so that io.CopyBuffer uses our buffer.
type writerOnly struct{ io.Writer }
