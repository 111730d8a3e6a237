// Package cells turns Arrow's record batches, in which Spark sends results, into the cells of an omop.Table.
//
// It reads the format itself, the plain columns of it: the Arrow library brings 80 MB of modules and a tenth of the
// time of a first build, for what is a few pages of code here. Its tests hold it against that library.
package cells

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/askomop/askomop/omop"
)

// Kinds of messages.
const (
	schemaMessage = 1
	batchMessage  = 3
)

// Read reads a stream of batches and hands their rows on; an empty one is handed on too, for its columns.
func Read(data []byte, each func([]omop.Column, [][]any) error) error {
	s := stream{data: data}
	seen := false
	for {
		m, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = s.take(m)
		}
		if err != nil {
			return fmt.Errorf("read a batch of the result: %w", err)
		}
		if m.kind != batchMessage {
			continue
		}
		seen = true
		if err := each(s.columns, s.rows); err != nil {
			return err
		}
	}
	if s.columns == nil {
		return fmt.Errorf("read a batch of the result: %w", errShort)
	}
	if !seen {
		return each(s.columns, nil)
	}
	return nil
}

// stream is a schema and batches of it, one message after another.
type stream struct {
	data    []byte
	kinds   []kind
	columns []omop.Column
	rows    [][]any // of the last batch
}

// message is the head of one, and what follows it.
type message struct {
	kind byte
	head table
	body []byte
}

// next reads a message: a mark, the size of the head, the head, the body. A size of 0 ends the stream.
func (s *stream) next() (m message, err error) {
	size := 0
	for range 2 { // older streams have no mark
		if len(s.data) < 4 {
			return m, io.EOF
		}
		if size = int(int32(binary.LittleEndian.Uint32(s.data))); size == 0 {
			return m, io.EOF
		}
		if s.data = s.data[4:]; size != -1 {
			break
		}
	}
	if size < 0 || size > len(s.data) {
		return m, errShort
	}
	f := &flat{data: s.data[:size]}
	s.data = s.data[size:]
	whole := f.root()
	m.kind = whole.byte(1)
	if body := whole.number64(3); f.err == nil && body >= 0 && body <= len(s.data) {
		m.head, m.body, s.data = whole.table(2), s.data[:body], s.data[body:]
		return m, f.err
	}
	return m, errShort
}

// take reads what a message holds.
func (s *stream) take(m message) (err error) {
	switch m.kind {
	case schemaMessage:
		if s.kinds, s.columns, err = readSchema(m.head); err != nil {
			return err
		}
	case batchMessage:
		if s.rows, err = s.batch(m); err != nil {
			return err
		}
	default:
		return errors.New("it is packed in a way that is not read here; CAST the columns to STRING")
	}
	return m.head.err
}

// batch reads the columns of a batch, each from its buffers.
func (s *stream) batch(m message) ([][]any, error) {
	if m.head.has(3) {
		return nil, errors.New("it is compressed: set spark.sql.execution.arrow.compression.codec to none")
	}
	length := m.head.number64(0)
	nodes, columns := m.head.vector(1, 16)
	if length < 0 || length > 8*len(m.body)+1<<20 || columns != len(s.kinds) {
		return nil, errShort
	}
	buffers := &buffers{message: m}
	buffers.at, buffers.left = m.head.vector(2, 16)
	out := make([][]any, length)
	width := len(s.kinds)
	cells := make([]any, length*width)
	for i := range out {
		out[i] = cells[i*width : (i+1)*width : (i+1)*width]
	}
	for j, k := range s.kinds {
		if rows := m.head.i64(nodes + 16*j); rows != length {
			return nil, errShort
		}
		read, err := k.reader(buffers, length)
		if err != nil {
			return nil, err
		}
		for i := range out {
			out[i][j] = read(i)
		}
	}
	return out, m.head.err
}

// buffers are the places of a batch's columns in its body, taken one after another.
type buffers struct {
	message
	at, left int
}

// next is the next buffer. It has at least so many bytes.
func (b *buffers) next(least int) ([]byte, error) {
	if b.left == 0 {
		return nil, errShort
	}
	from, size := b.head.i64(b.at), b.head.i64(b.at+8)
	b.at, b.left = b.at+16, b.left-1
	if b.head.err != nil || from < 0 || size < 0 || from > len(b.body) || size > len(b.body)-from || size < least {
		return nil, errShort
	}
	return b.body[from : from+size], nil
}
