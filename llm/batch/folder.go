package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

const (
	requestsFile = "requests.jsonl"
	sentPrefix   = "requests-"
	lockFile     = ".lock"
)

// folder knows the files of a batch folder and reads again what has changed. It is safe
// for concurrent use, in one process and between several.
type folder struct {
	dir   string
	mu    sync.Mutex
	files map[string]*file // by name
}

// file is the content of one .jsonl file.
type file struct {
	size    int64
	changed time.Time
	asked   map[string]bool    // ids of requests
	answers map[string]located // by id; the last of an id counts, but for failures after answers
	broken  error              // the first line that is none
}

// located is an answer with its place.
type located struct {
	line   answerLine
	file   string
	number int // of the line, from 1
}

// found is the state of a request in a folder.
type found struct {
	answer  *located
	waiting bool   // in requests.jsonl
	sentIn  string // the file in which it was taken away and not come back from
	queue   int    // how many wait in requests.jsonl
}

func (f found) known() bool { return f.waiting || f.sentIn != "" }

func newFolder(dir string) *folder { return &folder{dir: dir, files: map[string]*file{}} }

// find looks a request up. Once answers are there for requests in requests.jsonl, those are taken out of it.
func (d *folder) find(ctx context.Context, id string) (found, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.refresh(); err != nil {
		return found{}, err
	}
	f, err := d.lookup(id)
	if err == nil && f.answer != nil && f.waiting {
		err = d.locked(ctx, d.dropAnswered)
	}
	return f, err
}

// add writes a request, unless another process was faster.
func (d *folder) add(ctx context.Context, id string, line func() ([]byte, error)) (f found, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err = d.locked(ctx, func() error {
		if err := d.refresh(); err != nil {
			return err
		}
		if f, err = d.lookup(id); err != nil || f.answer != nil || f.known() {
			return err
		}
		text, err := line()
		if err == nil {
			err = d.append(id, text)
		}
		if err == nil {
			f, err = d.lookup(id)
		}
		return err
	})
	return f, err
}

// locked runs a change of requests.jsonl while no other process makes one.
func (d *folder) locked(ctx context.Context, change func() error) error {
	lock := flock.New(filepath.Join(d.dir, lockFile))
	if ok, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil || !ok {
		return fmt.Errorf("locking %s: %w", d.dir, err)
	}
	defer lock.Unlock()
	return change()
}

// lookup puts together what the files say about a request.
func (d *folder) lookup(id string) (found, error) {
	var f found
	var sent, failed int
	var broken error
	for name, file := range d.files {
		if file.asked[id] && name == requestsFile {
			f.waiting = true
		} else if file.asked[id] {
			sent++
			f.sentIn = filepath.Join(d.dir, name)
		}
		if a, ok := file.answers[id]; ok {
			if a.line.failed() && a.line.again() {
				failed++
			} else if f.answer == nil || better(a, *f.answer) {
				f.answer = &a
			}
		}
		if file.broken != nil {
			broken = file.broken
		}
	}
	if requests := d.files[requestsFile]; requests != nil {
		f.queue = len(requests.asked)
	}
	if sent <= failed { // all that was taken away has come back without an answer
		f.sentIn = ""
	}
	if f.answer == nil && broken != nil {
		return found{}, broken
	}
	return f, nil
}

// better prefers an answer to a failure, and else the file that is last by name.
func better(a, b located) bool {
	if a.line.failed() != b.line.failed() {
		return b.line.failed()
	}
	return a.file > b.file
}

// refresh reads the files that are new or have changed, and forgets those that are gone.
func (d *folder) refresh() error {
	names, err := filepath.Glob(filepath.Join(escape(d.dir), "*.jsonl"))
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, path := range names {
		name := filepath.Base(path)
		info, err := os.Stat(path)
		if os.IsNotExist(err) {
			continue // renamed just now
		}
		if err != nil {
			return err
		}
		there[name] = true
		if old := d.files[name]; old != nil && old.size == info.Size() && old.changed.Equal(info.ModTime()) {
			continue
		}
		f, err := readFile(path)
		if err != nil {
			return err
		}
		f.size, f.changed = info.Size(), info.ModTime()
		d.files[name] = f
	}
	for name := range d.files {
		if !there[name] {
			delete(d.files, name)
		}
	}
	return nil
}

// escape takes the meaning of patterns from a folder's name.
func escape(dir string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(dir)
}

// readFile reads a file of requests or answers. Its last line may be half written: it does not count until it ends.
func readFile(path string) (*file, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	f := &file{asked: map[string]bool{}, answers: map[string]located{}}
	name := filepath.Base(path)
	requests := name == requestsFile || strings.HasPrefix(name, sentPrefix)
	r := bufio.NewReader(in)
	for number := 1; ; number++ {
		text, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		ended := err == nil
		text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
		if len(text) > 0 {
			var l answerLine
			jerr := json.Unmarshal(text, &l)
			switch {
			case jerr == nil && requests:
				f.asked[l.CustomID] = true
			case jerr == nil && l.isAnswer():
				f.keep(located{l, path, number})
			case ended && f.broken == nil:
				f.broken = fmt.Errorf("line %d of %s is neither a request nor an answer", number, path)
			}
		}
		if !ended {
			return f, nil
		}
	}
}

// keep notes an answer; a failure does not replace an answer.
func (f *file) keep(a located) {
	if old, ok := f.answers[a.line.CustomID]; ok && !old.line.failed() && a.line.failed() {
		return
	}
	f.answers[a.line.CustomID] = a
}
