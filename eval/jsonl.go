package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// journal is a file of JSON, a value a line. A line that was appended is on the disk
// when append returns. It is safe for concurrent use.
type journal struct {
	mu   sync.Mutex
	file *os.File
	err  error // of a failed append: what follows it would be glued to half a line
}

// openJournal opens or makes the file and calls each for every whole line in it. What
// a killed process left of a last line is cut off.
func openJournal(path string, each func(line []byte) error) (*journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := replay(f, path, each); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &journal{file: f}, nil
}

func replay(f *os.File, path string, each func([]byte) error) error {
	data, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	end := len(wholeLines(data))
	if end < len(data) {
		if err := errors.Join(f.Truncate(int64(end)), f.Sync()); err != nil {
			return fmt.Errorf("cutting off half a line of %s: %w", path, err)
		}
	}
	if _, err := f.Seek(int64(end), io.SeekStart); err != nil {
		return err
	}
	return eachLine(data[:end], path, each)
}

// wholeLines is data without what stands behind its last line end.
func wholeLines(data []byte) []byte { return data[:bytes.LastIndexByte(data, '\n')+1] }

func eachLine(data []byte, path string, each func([]byte) error) error {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := each(line); err != nil {
			return fmt.Errorf("%s, line %d: %w; remove the line to have its case asked again", path, n, err)
		}
	}
	return nil
}

// append writes a value and waits until it is on the disk.
func (j *journal) append(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("keeping an outcome: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		j.err = fmt.Errorf("keeping an outcome: %w", err)
		return j.err
	}
	if err := j.file.Sync(); err != nil {
		j.err = fmt.Errorf("keeping an outcome: %w", err)
	}
	return j.err
}

func (j *journal) close() error { return j.file.Close() }
