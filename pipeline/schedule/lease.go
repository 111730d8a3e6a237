package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Lease is the right to run what is due. One process has it at a time. The system
// takes it from a process that dies, however it dies, so that nobody has to guess from a heartbeat.
type Lease struct {
	folder Folder
	lock   *flock.Flock
}

// TryLease takes the lease; nil where another process has it.
func (f Folder) TryLease() (*Lease, error) {
	if err := os.MkdirAll(f.Path, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the schedules: %w; choose another with --home DIR", err)
	}
	lock := flock.New(filepath.Join(f.Path, "runner.lock"))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("taking the lease of the runner: %w", err)
	}
	if !ok {
		return nil, nil
	}
	return &Lease{f, lock}, nil
}

// Release gives the lease up.
func (l *Lease) Release() error {
	return errors.Join(l.folder.dropStatus(), l.lock.Unlock())
}

// Status is what a runner is doing, for people to read.
type Status struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Since   time.Time `json:"since"`
	Seen    time.Time `json:"seen"` // when it last wrote this
	Running []string  `json:"running"`
	Waiting int       `json:"waiting"`
}

func (f Folder) statusFile() string { return filepath.Join(f.Path, "status", "runner.json") }

// putStatus is for people only: what does not reach the disk is not a loss.
func (f Folder) putStatus(s Status) {
	f.NoSync = true
	if data, err := json.Marshal(s); err == nil {
		_ = f.write(f.statusFile(), data)
	}
}

func (f Folder) dropStatus() error {
	if err := os.Remove(f.statusFile()); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// Runner tells whether a runner is at work, and what it last said of itself.
func (f Folder) Runner() (Status, bool) {
	lease, err := f.TryLease()
	if err != nil {
		return Status{}, false
	}
	if lease != nil {
		_ = lease.lock.Unlock() // nothing was done with it
		return Status{}, false
	}
	var s Status
	data, err := os.ReadFile(f.statusFile())
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		s = Status{} // it has not written any yet
	}
	return s, true
}
