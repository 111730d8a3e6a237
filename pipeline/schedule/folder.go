package schedule

import (
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

	"github.com/askomop/askomop/internal/wholefile"
)

// Folder is where schedules are kept:
//
//	NAME.json          the schedule, replaced as a whole
//	runs/NAME.jsonl    its history, a line a run, only ever added to
//	outbox/ID.json     alerts that have not reached everybody
//	runner.lock        held by the runner that is at work
//	status/runner.json what it is doing, for people
//
// Any number of processes may use it at once. A file is written whole or not at all.
type Folder struct {
	Path   string
	NoSync bool // leaves it to the system when files reach the disk: faster, and good enough against killed processes
}

// ErrNotFound is wrapped where there is no schedule, run or cohort of a name.
var ErrNotFound = errors.New("not found")

func (f Folder) file(name string) string   { return filepath.Join(f.Path, name+".json") }
func (f Folder) ledger(name string) string { return filepath.Join(f.Path, "runs", name+".jsonl") }

// Get reads a schedule. Where there is none the error wraps ErrNotFound.
func (f Folder) Get(name string) (*Schedule, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	return f.read(name)
}

func (f Folder) read(name string) (*Schedule, error) {
	data, err := os.ReadFile(f.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("schedule %q: %w; see: askomop schedule list", name, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading schedule %s: %w", name, err)
	}
	s := &Schedule{}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("reading schedule %s: %s is damaged: %w; put it right or remove it", name, f.file(name),
			err)
	}
	s.Name = name // the file's name is what everything else goes by
	return s, nil
}

// List reads all schedules, by name. Those that can't be read are errors of their
// own, joined; the others are returned all the same.
func (f Folder) List() ([]*Schedule, error) {
	entries, err := os.ReadDir(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing the schedules: %w", err)
	}
	var all []*Schedule
	var errs []error
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || e.IsDir() || CheckName(name) != nil {
			continue
		}
		s, err := f.read(name)
		switch {
		case errors.Is(err, ErrNotFound): // removed meanwhile
		case err != nil:
			errs = append(errs, err)
		default:
			all = append(all, s)
		}
	}
	return all, errors.Join(errs...)
}

// Put keeps a schedule; an existing one of its name is replaced only where replace is set.
func (f Folder) Put(s *Schedule, replace bool) error {
	if err := s.Check(); err != nil {
		return err
	}
	return f.changing(func() error {
		if _, err := os.Stat(f.file(s.Name)); err == nil && !replace {
			return fmt.Errorf("there is a schedule %q already; remove it first, or choose another name", s.Name)
		}
		data, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			return fmt.Errorf("writing schedule %s: %w", s.Name, err)
		}
		if err := f.write(f.file(s.Name), append(data, '\n')); err != nil {
			return fmt.Errorf("writing schedule %s: %w", s.Name, err)
		}
		return nil
	})
}

// Update changes a schedule that is there. A change of another process in between is not lost.
func (f Folder) Update(name string, change func(*Schedule)) (*Schedule, error) {
	var s *Schedule
	err := f.changing(func() (err error) {
		if s, err = f.Get(name); err != nil {
			return err
		}
		change(s)
		if err := s.Check(); err != nil {
			return err
		}
		data, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			return err
		}
		return f.write(f.file(name), append(data, '\n'))
	})
	return s, err
}

// Remove removes a schedule with its history.
func (f Folder) Remove(name string) error {
	if _, err := f.Get(name); errors.Is(err, ErrNotFound) {
		return err
	}
	return f.changing(func() error {
		err := os.Remove(f.file(name))
		if err == nil {
			if err = os.Remove(f.ledger(name)); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
		if err != nil {
			return fmt.Errorf("removing schedule %s: %w", name, err)
		}
		return f.dropAlerts(name)
	})
}

// changing runs do while no other process changes a schedule.
func (f Folder) changing(do func() error) (err error) {
	if err := os.MkdirAll(filepath.Join(f.Path, "runs"), 0o700); err != nil {
		return fmt.Errorf("making the folder of the schedules: %w; choose another with --home DIR", err)
	}
	lock := flock.New(filepath.Join(f.Path, "change.lock"))
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("locking the schedules: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	return do()
}

// changed stands for the state of the schedules: it differs after one was added, replaced or removed.
func (f Folder) changed() time.Time {
	info, err := os.Stat(f.Path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// write writes a file whole or not at all.
func (f Folder) write(path string, data []byte) error {
	err := wholefile.Make(path, !f.NoSync, func(w io.Writer) error { _, err := w.Write(data); return err })
	return explainDisk(err, f.Path)
}

// Names are the names of all schedules, for suggestions.
func (f Folder) Names() []string {
	all, _ := f.List() // what can't be read can't be suggested
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	slices.Sort(names)
	return names
}
