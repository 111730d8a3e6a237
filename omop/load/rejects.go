package load

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"sync"
)

// rejects is the side file of what can't be read. It is made when the first line comes.
// It is safe for concurrent use.
type rejects struct {
	mu   sync.Mutex
	path string
	file *os.File
	w    *csv.Writer
}

func newRejects(dir string) *rejects { return &rejects{path: filepath.Join(dir, "rejects.csv")} }

// add notes one line or value. line counts from 1 and is empty for a value; record is
// the key of the value's row.
func (r *rejects) add(table, file, line, column, record, reason, text string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		f, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		r.file, r.w = f, csv.NewWriter(f)
		if err := r.w.Write([]string{"table", "file", "line", "column", "record", "reason", "text"}); err != nil {
			return err
		}
	}
	return r.w.Write([]string{table, file, line, column, record, reason, text})
}

// close writes out what there is and tells whether there is anything.
func (r *rejects) close() (any bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return false, nil
	}
	f := r.file
	r.file = nil
	r.w.Flush()
	if err := r.w.Error(); err != nil {
		f.Close()
		return true, err
	}
	return true, f.Close()
}
