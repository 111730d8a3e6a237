package batch

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/askomop/askomop/internal/wholefile"
)

// append writes a request at the end of requests.jsonl. What a run that was broken off has
// left there half written is overwritten.
func (d *folder) append(id string, line []byte) (err error) {
	path := filepath.Join(d.dir, requestsFile)
	out, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	}()
	end, _, err := wholefile.WholeLines(out)
	if err != nil {
		return err
	}
	rest, err := io.ReadAll(io.NewSectionReader(out, end, 1<<40))
	if err != nil {
		return err
	}
	if json.Valid(rest) { // whole but for its newline, as editors leave it
		line = slices.Concat(rest, []byte{'\n'}, line)
	}
	if err := out.Truncate(end); err != nil {
		return err
	}
	if _, err := out.WriteAt(append(line, '\n'), end); err != nil {
		return err
	}
	info, err := out.Stat()
	if err != nil {
		return err
	}
	f := d.files[requestsFile]
	if f == nil {
		f = &file{asked: map[string]bool{}, answers: map[string]located{}}
		d.files[requestsFile] = f
	}
	f.asked[id], f.size, f.changed = true, info.Size(), info.ModTime()
	return nil
}

// dropAnswered takes the requests out of requests.jsonl that have an answer, so that
// nobody pays for them again. The file is replaced whole.
func (d *folder) dropAnswered() error {
	path := filepath.Join(d.dir, requestsFile)
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var left []byte
	for line := range bytes.Lines(data) {
		var l answerLine
		if json.Unmarshal(line, &l) != nil {
			continue // half written by a run that was broken off
		}
		if f, err := d.lookup(l.CustomID); err != nil || f.answer == nil {
			left = append(append(left, bytes.TrimSpace(line)...), '\n')
		}
	}
	delete(d.files, requestsFile)
	if len(left) == 0 {
		return os.Remove(path)
	}
	return wholefile.Write(path, left)
}
