// Package scratch makes folders for work that can be killed at any time.
package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Folder is a folder for unfinished work. The system releases its lock when the process dies, by which the
// next one knows what a killed one has left.
type Folder struct {
	Path string
	lock *flock.Flock
}

const (
	lockName = "lock"
	youth    = 10 * time.Second // a folder younger than this is never removed
)

// New makes a folder in dir, named by the prefix, and removes those of the prefix whose process is gone.
func New(dir, prefix string) (*Folder, error) {
	old, err := filepath.Glob(filepath.Join(dir, prefix+"*"))
	if err != nil {
		return nil, err
	}
	for _, left := range old {
		removeLeft(left)
	}
	path, err := os.MkdirTemp(dir, prefix+"*")
	if err != nil {
		return nil, err
	}
	f := &Folder{Path: path, lock: flock.New(filepath.Join(path, lockName))}
	if _, err := f.lock.TryLock(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(path))
	}
	return f, nil
}

// removeLeft removes a folder that nobody holds the lock of. What can't be removed is in nobody's way.
func removeLeft(path string) {
	// Between making the lock file and locking it there is a moment in which it looks forsaken.
	if info, err := os.Stat(filepath.Join(path, lockName)); err != nil || time.Since(info.ModTime()) < youth {
		return
	}
	lock := flock.New(filepath.Join(path, lockName))
	free, err := lock.TryLock()
	if err == nil && free {
		_ = os.RemoveAll(path)
	}
	_ = lock.Close()
}

// Remove removes the folder with all that is in it.
func (f *Folder) Remove() error {
	return errors.Join(f.lock.Close(), os.RemoveAll(f.Path))
}
