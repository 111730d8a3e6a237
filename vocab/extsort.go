package vocab

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
)

// sortBuffer is how many bytes of records are held in memory before they are sorted and spilled; twice as
// much at most, because the next ones are collected meanwhile.
const sortBuffer = 64 << 20

// sorter puts any number of byte records in order, in bounded memory: full buffers are
// sorted and written to files in a folder, which are merged at the end.
type sorter struct {
	dir     string
	limit   int // bytes of a buffer
	current *run
	runs    []string
	spilled chan error // the buffer being written, at most one
}

// run is a buffer of records.
type run struct {
	bytes   []byte
	records []record
}

// record is a record's place in its buffer. Most comparisons are settled by the first eight bytes.
type record struct {
	prefix   uint64
	from, to uint32
}

func newSorter(dir string) *sorter { return &sorter{dir: dir, limit: sortBuffer, current: &run{}} }

// add copies a record.
func (s *sorter) add(rec []byte) error {
	r := s.current
	if len(r.bytes)+len(rec) > s.limit && len(r.bytes) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
		r = s.current
	}
	var first [8]byte
	copy(first[:], rec)
	from := uint32(len(r.bytes))
	r.bytes = append(r.bytes, rec...)
	r.records = append(r.records, record{binary.BigEndian.Uint64(first[:]), from, uint32(len(r.bytes))})
	return nil
}

// spill sorts and writes the buffer while the next one fills.
func (s *sorter) spill() error {
	if err := s.wait(); err != nil {
		return err
	}
	file, err := os.CreateTemp(s.dir, "run-*")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, file.Name())
	full := s.current
	s.current = &run{bytes: make([]byte, 0, len(full.bytes)), records: make([]record, 0, len(full.records))}
	s.spilled = make(chan error, 1)
	go func(done chan<- error) {
		done <- errors.Join(full.write(file), file.Close())
	}(s.spilled)
	return nil
}

// wait returns when no buffer is being written any more.
func (s *sorter) wait() error {
	if s.spilled == nil {
		return nil
	}
	err := <-s.spilled
	s.spilled = nil
	return err
}

func (r *run) sort() {
	slices.SortFunc(r.records, func(a, b record) int {
		if a.prefix != b.prefix {
			return cmp.Compare(a.prefix, b.prefix)
		}
		return bytes.Compare(r.bytes[a.from:a.to], r.bytes[b.from:b.to])
	})
}

func (r *run) write(to io.Writer) error {
	r.sort()
	w := bufio.NewWriterSize(to, 1<<18)
	var size [binary.MaxVarintLen32]byte
	for _, rec := range r.records {
		w.Write(binary.AppendUvarint(size[:0], uint64(rec.to-rec.from))) // its error stays with the writer until Flush
		w.Write(r.bytes[rec.from:rec.to])
	}
	return w.Flush()
}

// each calls visit with every record in order; a record is valid until the next. The sorter is empty afterwards.
func (s *sorter) each(ctx context.Context, visit func(rec []byte) error) error {
	if err := s.wait(); err != nil {
		return err
	}
	last := s.current
	last.sort()
	s.current = &run{}
	if len(s.runs) == 0 {
		for i, rec := range last.records {
			if i%100_000 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if err := visit(last.bytes[rec.from:rec.to]); err != nil {
				return err
			}
		}
		return nil
	}
	return s.merge(ctx, last, visit)
}

func (s *sorter) merge(ctx context.Context, last *run, visit func(rec []byte) error) (err error) {
	sources := mergeHeap{}
	defer func() {
		for _, src := range sources {
			err = errors.Join(err, src.close())
		}
	}()
	push := func(src *runReader) error {
		more, err := src.next()
		if more {
			sources = append(sources, src)
			return nil
		}
		return errors.Join(err, src.close())
	}
	for _, name := range s.runs {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		if err := push(&runReader{file: file, from: bufio.NewReaderSize(file, 1<<18)}); err != nil {
			return err
		}
	}
	if err := push(&runReader{rest: last}); err != nil {
		return err
	}
	s.runs = nil
	heap.Init(&sources)
	for n := 0; len(sources) > 0; n++ {
		if n%100_000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		src := sources[0]
		if err := visit(src.record); err != nil {
			return err
		}
		more, err := src.next()
		switch {
		case err != nil:
			return err
		case more:
			heap.Fix(&sources, 0)
		default:
			heap.Pop(&sources)
			if err := src.close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// runReader reads the records of a spilled run, or of the last one, which never left the memory.
type runReader struct {
	file   *os.File
	from   *bufio.Reader
	rest   *run
	record []byte
}

func (r *runReader) next() (bool, error) {
	if r.rest != nil {
		if len(r.rest.records) == 0 {
			return false, nil
		}
		rec := r.rest.records[0]
		r.rest.records = r.rest.records[1:]
		r.record = r.rest.bytes[rec.from:rec.to]
		return true, nil
	}
	n, err := binary.ReadUvarint(r.from)
	if err == io.EOF {
		return false, nil
	} else if err != nil {
		return false, err
	}
	r.record = slices.Grow(r.record[:0], int(n))[:n]
	_, err = io.ReadFull(r.from, r.record)
	return err == nil, err
}

// close closes and removes the run's file.
func (r *runReader) close() error {
	if r.file == nil {
		return nil
	}
	return errors.Join(r.file.Close(), os.Remove(r.file.Name()))
}

type mergeHeap []*runReader

func (h mergeHeap) Len() int           { return len(h) }
func (h mergeHeap) Less(i, j int) bool { return bytes.Compare(h[i].record, h[j].record) < 0 }
func (h mergeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *mergeHeap) Push(x any)        { *h = append(*h, x.(*runReader)) }
func (h *mergeHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
