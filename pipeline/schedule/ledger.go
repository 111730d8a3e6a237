package schedule

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/askomop/askomop/internal/wholefile"
)

// Why a run was made.
const (
	ByClock   = "clock"
	ByRefresh = "refresh"
	ByHand    = "hand"
)

// How a run ended. Missed is a line of the history for due times that were not run.
const (
	Answered = "answered"
	Failed   = "failed"
	Missed   = "missed"
)

// Record is one line of a schedule's history.
type Record struct {
	ID       string    `json:"id"` // of the run: its due time and what it was made by; unique in the schedule
	By       string    `json:"by"`
	Due      time.Time `json:"due"`
	Started  time.Time `json:"started,omitzero"`
	Finished time.Time `json:"finished"`
	Attempts int       `json:"attempts,omitempty"`
	Revision int       `json:"revision,omitempty"`

	Status  string `json:"status"`
	Reason  string `json:"reason,omitempty"`  // of a failure: one of the reasons of package pipeline
	Message string `json:"message,omitempty"` // what happened, and what to do

	MissedFrom time.Time `json:"missed_from,omitzero"` // the first due time that a Missed line stands for; Due is the last
	Missed     int       `json:"missed,omitempty"`     // how many

	Answer     string   `json:"answer,omitempty"`
	Measure    string   `json:"measure,omitempty"` // the column of the main number
	Value      *float64 `json:"value,omitempty"`   // the main number; nil where it is hidden or there is none
	Shown      string   `json:"shown,omitempty"`   // the main number as people read it: "1,844", "<5"
	Rows       int      `json:"rows"`
	Groups     []string `json:"groups,omitempty"` // the columns that the rows are grouped by
	Truncated  bool     `json:"truncated,omitempty"`
	Suppressed int      `json:"suppressed,omitempty"`

	RunDate string   `json:"run_date,omitempty"`
	DataEnd string   `json:"data_end,omitempty"`
	Source  string   `json:"source,omitempty"` // what cdm_source said: see Facts.Source
	SQL     string   `json:"sql,omitempty"`    // a hash of what was executed
	Stale   []string `json:"stale,omitempty"`  // what changed in the vocabulary since it was frozen
	Alerts  []string `json:"alerts,omitempty"`
	Cohort  *Written `json:"cohort,omitempty"`
}

// Written tells what a run wrote as a cohort; a small number is "<5".
type Written struct {
	Name       string `json:"name"`
	Generation int    `json:"generation"`
	People     any    `json:"people"`
	Rows       any    `json:"rows"`
}

// Append adds a record to a schedule's history. When it returns nil the record lasts.
// A record that could be written in part only, on a full disk, leaves nothing behind.
func (f Folder) Append(name string, r Record) (err error) {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("adding to the history of %s: %w", name, err)
	}
	path := f.ledger(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("adding to the history of %s: %w", name, explainDisk(err, f.Path))
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("adding to the history of %s: %w", name, explainDisk(err, f.Path))
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lock := flock.New(filepath.Join(filepath.Dir(path), "lock"))
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("locking the history of %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	end, size, err := wholefile.WholeLines(file)
	if err == nil && end < size { // a crash has left a line half written
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.WriteAt(append(line, '\n'), end)
		if err == nil && !f.NoSync {
			err = file.Sync()
		}
		if err != nil {
			err = errors.Join(explainDisk(err, f.Path), file.Truncate(end))
		}
	}
	if err != nil {
		return fmt.Errorf("adding to the history of %s: %w", name, err)
	}
	return nil
}

// History reads the records of a schedule in the order in which they were written. A
// schedule that never ran has none. Lines that can't be read are counted in damaged.
func (f Folder) History(name string) (records []Record, damaged int, err error) {
	data, err := os.ReadFile(f.ledger(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading the history of %s: %w", name, err)
	}
	records, damaged = readLines(data)
	if len(data) > 0 && data[len(data)-1] != '\n' && f.lies(name) {
		damaged++
	}
	return records, damaged, nil
}

// lies reports whether a history was last written so long ago that a line without an end is not a line that is being
// written.
func (f Folder) lies(name string) bool {
	info, err := os.Stat(f.ledger(name))
	return err == nil && time.Since(info.ModTime()) > time.Second
}

func readLines(data []byte) (records []Record, damaged int) {
	for line := range bytes.Lines(data) {
		if line[len(line)-1] != '\n' {
			break // being written, or cut short
		}
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			damaged++
			continue
		}
		records = append(records, r)
	}
	return records, damaged
}

// tail is how much of a history is read to find what was last.
const tail = 64 << 10

// recent reads the last records of a schedule, from offset at the earliest: the end
// of the history, or all of it where enough says that the end is not enough.
func (f Folder) recent(name string, offset int64, enough func([]Record) bool) ([]Record, error) {
	file, err := os.Open(f.ledger(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the history of %s: %w", name, err)
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("reading the history of %s: %w", name, err)
	}
	for from := max(offset, size-tail); ; from = offset {
		data := make([]byte, max(0, size-from))
		if _, err := file.ReadAt(data, from); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("reading the history of %s: %w", name, err)
		}
		if from > offset {
			_, data, _ = bytes.Cut(data, []byte("\n"))
		}
		if records, _ := readLines(data); from <= offset || enough(records) {
			return records, nil
		}
	}
}

// settled finds up to which due time a schedule's history goes, and what the data
// said of itself at the last run that saw it.
func (f Folder) settled(s *Schedule) (due time.Time, source string, err error) {
	find := func(records []Record) bool {
		for _, r := range records {
			if r.By == ByClock && r.Due.After(due) {
				due = r.Due
			}
			if r.Source != "" && (r.Status == Answered || r.By == ByRefresh) {
				source = r.Source
			}
		}
		return !due.IsZero() && source != ""
	}
	records, err := f.recent(s.Name, s.Forget, find)
	find(records)
	if source == "" {
		source = s.Source
	}
	return due, source, err
}

// lastAnswered is the last answered run but the one of an id; nil where there is none.
func (f Folder) lastAnswered(name, but string) (*Record, error) {
	var last *Record
	find := func(records []Record) bool {
		for i, r := range records {
			if r.Status == Answered && r.ID != but {
				last = &records[i]
			}
		}
		return last != nil
	}
	records, err := f.recent(name, 0, find)
	find(records)
	return last, err
}

// length is the size of a schedule's history in bytes.
func (f Folder) length(name string) int64 {
	info, err := os.Stat(f.ledger(name))
	if err != nil {
		return 0
	}
	return info.Size()
}

// Resume lets a schedule run again from now on. What was due before now is not run,
// and due times that the history holds from a clock that went wrong are forgotten.
func (f Folder) Resume(name string, now time.Time) (*Schedule, error) {
	return f.Update(name, func(s *Schedule) {
		s.Paused, s.Since, s.Forget = false, now.UTC(), f.length(name)
	})
}

// Recent reads the last records of a schedule, some dozens or more, in order.
func (f Folder) Recent(name string) ([]Record, error) {
	return f.recent(name, 0, func([]Record) bool { return true })
}
