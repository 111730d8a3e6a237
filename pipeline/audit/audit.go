// Package audit is the record of what was asked: a log to which every run is
// appended, in which no entry can be changed, left out or put in between without Verify noticing.
//
// The log is a folder of files of JSON lines. Each line holds a number, the hash of the line before and
// its own hash over both and the entry. A file that has reached its size is followed by the next, which goes on with
// the same chain. The file "head" holds number and hash of the last line, so that missing lines at the end show too.
// Who can write the folder can make a whole new chain; a site that fears that keeps the hash of the last entry
// elsewhere.
//
// Every append is one write, synced to the disk before Append returns, under a lock that holds
// between processes. What a machine that stopped in the middle of a write leaves is less than a line; the next
// append takes it away and says so in an entry of its own. What was taken out at the end stays missing: the next entry
// follows from the one that the head names, so that the gap shows for ever. The package knows nothing of what an entry
// says.
package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Log is the log in one folder. It is safe for concurrent use, by several processes too.
type Log struct {
	dir  string
	size int64
}

// Options of a Log; the zero value is good.
type Options struct {
	FileSize int64 // bytes at which a file is followed by the next; 0 means 16 MiB
}

const defaultFileSize = 16 << 20

// Open returns the log in a folder, which need not exist yet.
func Open(dir string, o Options) *Log {
	if o.FileSize <= 0 {
		o.FileSize = defaultFileSize
	}
	return &Log{dir: dir, size: o.FileSize}
}

// Record is one line of the log.
type Record struct {
	Seq   int64           `json:"seq"` // 1, 2, 3, …
	Prev  string          `json:"prev"`
	Hash  string          `json:"hash"` // SHA-256 of Seq, Prev and Entry, in hexadecimal
	Entry json.RawMessage `json:"entry"`
}

// first is the Prev of the first record.
var first = strings.Repeat("0", 2*sha256.Size)

// sum is the hash that the record has to have.
func (r Record) sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n%s\n", r.Seq, r.Prev)
	h.Write(r.Entry)
	return hex.EncodeToString(h.Sum(nil))
}

// Recovery is the entry that stands where the end of a line was taken away, or where
// entries had been taken out.
type Recovery struct {
	Kind    string    `json:"kind"` // "recovery"
	Time    time.Time `json:"time"`
	Removed int       `json:"removed_bytes"`             // of an entry that was being written when the machine stopped
	Missing int64     `json:"missing_entries,omitempty"` // at the end of the log, which has others than were written
}

// Append adds an entry. When it returns without error the entry is on the disk.
// Recovered is not nil where the end of an interrupted write was taken away first, or where entries are missing.
func (l *Log) Append(ctx context.Context, entry any) (r Record, recovered *Recovery, err error) {
	body, err := json.Marshal(entry)
	if err != nil {
		return Record{}, nil, fmt.Errorf("recording the run: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("recording the run in %s: %w", l.dir, err)
		}
	}()
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return Record{}, nil, err
	}
	lock := flock.New(filepath.Join(l.dir, "lock"))
	if _, err := lock.TryLockContext(ctx, 5*time.Millisecond); err != nil {
		return Record{}, nil, fmt.Errorf("waiting for another askomop that writes there: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	w, err := l.end()
	if err != nil {
		return Record{}, nil, err
	}
	defer func() { err = errors.Join(err, w.file.Close()) }()
	missing := l.followHead(w)
	if w.torn > 0 || missing > 0 {
		recovered = &Recovery{Kind: "recovery", Time: time.Now().UTC(), Removed: w.torn, Missing: missing}
		note, err := json.Marshal(recovered)
		if err != nil {
			return Record{}, nil, err
		}
		if _, err := l.put(w, note); err != nil {
			return Record{}, nil, err
		}
	}
	r, err = l.put(w, body)
	return r, recovered, err
}

// writer is the last file, at its end.
type writer struct {
	file   *os.File
	number int
	length int64
	last   Record
	torn   int
}

// end opens the last file and takes away what an interrupted write has left.
func (l *Log) end() (*writer, error) {
	files, err := l.files()
	if err != nil {
		return nil, err
	}
	w := &writer{number: 1, last: Record{Hash: first}}
	if len(files) > 0 {
		w.number = files[len(files)-1].number
	}
	for i := len(files) - 1; i >= 0 && w.last.Seq == 0; i-- { // the last file is empty where it was only just begun
		if err := w.readEnd(files[i].path, i == len(files)-1); err != nil {
			return nil, err
		}
	}
	if w.file, err = os.OpenFile(l.path(w.number), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return nil, err
	}
	info, err := w.file.Stat()
	if err != nil {
		return nil, errors.Join(err, w.file.Close())
	}
	w.length = info.Size()
	return w, nil
}

// followHead goes on from the entry that the head names where the log ends before it, or with another
// one, and returns how many entries are missing: at least one. Without a head that can be read there is nothing to go
// by.
func (l *Log) followHead(w *writer) (missing int64) {
	data, err := os.ReadFile(filepath.Join(l.dir, "head"))
	var h head
	if err != nil || json.Unmarshal(data, &h) != nil || h.Seq < w.last.Seq ||
		h.Seq == w.last.Seq && h.Hash == w.last.Hash {
		return 0
	}
	missing = max(1, h.Seq-w.last.Seq)
	w.last = Record{Seq: h.Seq, Hash: h.Hash}
	return missing
}

// readEnd finds the last record of a file; of the last file it cuts off what is not a whole line.
func (w *writer) readEnd(path string, cut bool) error {
	data, start, err := tail(path)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if whole < len(data) && cut {
		w.torn = len(data) - whole
		if err := os.Truncate(path, start+int64(whole)); err != nil {
			return err
		}
	}
	lines := bytes.TrimRight(data[:whole], "\n")
	if len(lines) == 0 {
		return nil
	}
	line := lines[bytes.LastIndexByte(lines, '\n')+1:]
	if w.last, err = parse(line); err != nil {
		return fmt.Errorf(
			"the last entry of %s is damaged (%w); look with \"askomop log verify\", and move the folder away to begin a new log",
			filepath.Base(path),
			err,
		)
	}
	return nil
}

// tail reads the end of a file, far enough for its last whole line.
func tail(path string) (data []byte, start int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	for length := int64(1 << 16); ; length *= 4 {
		start = max(0, info.Size()-length)
		data = make([]byte, info.Size()-start)
		if _, err := f.ReadAt(data, start); err != nil && !errors.Is(err, io.EOF) {
			return nil, 0, err
		}
		if start == 0 || bytes.Count(data, []byte("\n")) > 1 {
			return data, start, nil
		}
	}
}

// put writes one record at the end, in the next file where this one is full.
func (l *Log) put(w *writer, entry []byte) (Record, error) {
	r := Record{Seq: w.last.Seq + 1, Prev: w.last.Hash, Entry: entry}
	r.Hash = r.sum()
	line, err := json.Marshal(r)
	if err != nil {
		return Record{}, err
	}
	line = append(line, '\n')
	if w.length > 0 && w.length+int64(len(line)) > l.size {
		if err := l.next(w); err != nil {
			return Record{}, err
		}
	}
	if _, err := w.file.Write(line); err != nil {
		return Record{}, err
	}
	if err := w.file.Sync(); err != nil {
		return Record{}, err
	}
	w.length += int64(len(line))
	w.last = r
	return r, l.writeHead(r)
}

// next goes on to a new file.
func (l *Log) next(w *writer) error {
	f, err := os.OpenFile(l.path(w.number+1), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	err = w.file.Close()
	w.file, w.number, w.length = f, w.number+1, 0
	return err
}

// head is the content of the file of that name.
type head struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

// writeHead replaces the head. It is not synced: after a stop of the machine it may
// be behind the log, never before it.
func (l *Log) writeHead(r Record) error {
	data, err := json.Marshal(head{r.Seq, r.Hash})
	if err != nil {
		return err
	}
	half := filepath.Join(l.dir, "head.new")
	if err := os.WriteFile(half, append(data, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(half, filepath.Join(l.dir, "head"))
}

func (l *Log) path(number int) string {
	return filepath.Join(l.dir, fmt.Sprintf("audit-%06d.jsonl", number))
}

type logFile struct {
	number int
	path   string
}

// files lists the files of the log in order.
func (l *Log) files() ([]logFile, error) {
	entries, err := os.ReadDir(l.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []logFile
	for _, e := range entries {
		var n int
		if _, err := fmt.Sscanf(e.Name(), "audit-%d.jsonl", &n); err == nil && e.Name() == filepath.Base(l.path(n)) {
			files = append(files, logFile{n, filepath.Join(l.dir, e.Name())})
		}
	}
	slices.SortFunc(files, func(a, b logFile) int { return a.number - b.number })
	return files, nil
}
