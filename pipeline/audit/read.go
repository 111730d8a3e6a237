package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
)

// maxLine is far above any entry.
const maxLine = 64 << 20

// parse reads one line, without its line end.
func parse(line []byte) (Record, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	var r Record
	if err := d.Decode(&r); err != nil {
		return Record{}, fmt.Errorf("it is no record: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Record{}, errors.New("it is followed by something else")
	}
	if len(r.Entry) == 0 {
		return Record{}, errors.New("it has no entry")
	}
	if r.Hash != r.sum() {
		return Record{}, errors.New("it was changed: its hash is not that of its content")
	}
	return r, nil
}

// Fault is something wrong with a log, at a line counted from 1; Line is 0 for a fault of the whole.
type Fault struct {
	File string
	Line int
	What string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.What
	}
	return fmt.Sprintf("%s, line %d: %s", f.File, f.Line, f.What)
}

// Records yields the records in order, oldest first, and between them the faults: a
// *Fault for each line that is not a record or does not follow from the one before, and any other error for a
// file that can't be read. A line that is still being written, or was when the machine stopped, is passed over.
func (l *Log) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		files, err := l.files()
		if err != nil {
			yield(Record{}, err)
			return
		}
		last := Record{Hash: first}
		for i, f := range files {
			if f.number != i+1 && (i == 0 || files[i-1].number+1 != f.number) {
				if !yield(
					Record{},
					&Fault{File: filepath.Base(f.path), Line: 1, What: "the file before it is missing"},
				) {
					return
				}
			}
			if !readFile(f.path, &last, yield) {
				return
			}
		}
		l.checkHead(last, yield)
	}
}

// readFile yields the records of one file; last is the record before, and the last one afterwards.
func readFile(path string, last *Record, yield func(Record, error) bool) bool {
	f, err := os.Open(path)
	if err != nil {
		return yield(Record{}, err)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) {
			return true // with what is not a whole line, if anything
		}
		fault := &Fault{File: filepath.Base(path), Line: n}
		if err != nil {
			fault.What = err.Error()
			return yield(Record{}, fault)
		}
		r, err := parse(line)
		switch {
		case err != nil:
			fault.What = err.Error()
		case r.Seq != last.Seq+1:
			fault.What = fmt.Sprintf("entry %d follows entry %d", r.Seq, last.Seq)
		case r.Prev != last.Hash:
			fault.What = fmt.Sprintf("entry %d does not follow from the entry before, which was changed", r.Seq)
		}
		if fault.What != "" && !yield(Record{}, fault) {
			return false
		}
		if err == nil {
			*last = r
			if !yield(r, nil) {
				return false
			}
		} else {
			last.Seq++ // one fault a line
		}
	}
}

// readLine returns the next whole line without its end, and io.EOF where there is none.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxLine {
			return nil, fmt.Errorf("a line of more than %d MiB", maxLine>>20)
		}
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// checkHead compares the end of the log with the head, which knows of entries that are missing there.
func (l *Log) checkHead(last Record, yield func(Record, error) bool) {
	data, err := os.ReadFile(filepath.Join(l.dir, "head"))
	if errors.Is(err, fs.ErrNotExist) {
		if last.Seq > 1 { // the first entry may have been written without
			yield(Record{}, &Fault{What: "the head of the log is missing: entries could be missing at the end"})
		}
		return
	}
	var h head
	if err == nil {
		err = json.Unmarshal(data, &h)
	}
	switch {
	case err != nil:
		yield(Record{}, &Fault{What: fmt.Sprintf("the head of the log can't be read: %v", err)})
	case h.Seq > last.Seq:
		yield(
			Record{},
			&Fault{
				What: fmt.Sprintf("entries are missing at the end: there were %d, and the last is %d", h.Seq, last.Seq),
			},
		)
	case h.Seq == last.Seq && h.Hash != last.Hash:
		yield(Record{}, &Fault{What: fmt.Sprintf("entry %d is another than the one that was written", last.Seq)})
	}
}

// Summary is what Verify found.
type Summary struct {
	Records int64
	Last    string // hash of the last record
	Faults  []*Fault
}

// mostFaults is how many faults Verify lists.
const mostFaults = 100

// Verify reads the whole log. Faults of the log are in the summary; the error is that of a file that can't be read.
func (l *Log) Verify() (Summary, error) {
	var s Summary
	for r, err := range l.Records() {
		var fault *Fault
		switch {
		case errors.As(err, &fault):
			if len(s.Faults) < mostFaults {
				s.Faults = append(s.Faults, fault)
			}
		case err != nil:
			return s, fmt.Errorf("reading the log in %s: %w", l.dir, err)
		default:
			s.Records++
			s.Last = r.Hash
		}
	}
	return s, nil
}
