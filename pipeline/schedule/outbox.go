package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// letter is a notice that has to reach somebody, kept until it has.
type letter struct {
	Notice   Notice    `json:"notice"`
	Webhook  string    `json:"webhook,omitempty"` // emptied when it was delivered
	Command  string    `json:"command,omitempty"`
	Written  time.Time `json:"written"`
	Attempts int       `json:"attempts"`
	Next     time.Time `json:"next"`
	Problem  string    `json:"problem,omitempty"` // of the last attempt

	file string
}

func (f Folder) outbox() string { return filepath.Join(f.Path, "outbox") }

// post keeps a letter. One of the same notice is replaced: a run that is made again tells once.
func (f Folder) post(l letter) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := f.write(filepath.Join(f.outbox(), l.Notice.ID+".json"), data); err != nil {
		return fmt.Errorf("keeping an alert of %s: %w", l.Notice.Schedule, err)
	}
	return nil
}

// letters reads what has not been delivered. A letter that can't be read is left alone.
func (f Folder) letters() ([]letter, error) {
	entries, err := os.ReadDir(f.outbox())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the alerts to be sent: %w", err)
	}
	var all []letter
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		l := letter{file: filepath.Join(f.outbox(), e.Name())}
		data, err := os.ReadFile(l.file)
		if err != nil || json.Unmarshal(data, &l) != nil {
			continue
		}
		all = append(all, l)
	}
	return all, nil
}

// dropAlerts removes the letters of a schedule.
func (f Folder) dropAlerts(name string) error {
	all, err := f.letters()
	for _, l := range all {
		if l.Notice.Schedule == name {
			err = errors.Join(err, os.Remove(l.file))
		}
	}
	return err
}

// Undelivered tells of each alert that has not reached everybody, and why.
func (f Folder) Undelivered() ([]string, error) {
	all, err := f.letters()
	var out []string
	for _, l := range all {
		if l.Problem != "" {
			out = append(out, fmt.Sprintf("%s: %s", l.Notice.ID, l.Problem))
		}
	}
	return out, err
}
