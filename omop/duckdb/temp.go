package duckdb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// tempPrefix begins the names of the folders for what does not fit into memory.
const tempPrefix = "askomop-duckdb-"

// scratch is an engine's temporary folder. The lock in it is held for as long as the
// process lives, however it ends: who can take it knows that the folder is nobody's.
type scratch struct {
	dir  string
	lock *flock.Flock
}

// spill is the folder in it that DuckDB writes to.
func (s *scratch) spill() string { return filepath.Join(s.dir, "spill") }

func newScratch(parent string) (*scratch, error) {
	dir, err := os.MkdirTemp(parent, tempPrefix)
	if err != nil {
		return nil, err
	}
	s := &scratch{dir: dir, lock: flock.New(filepath.Join(dir, "lock"))}
	if _, err := s.lock.TryLock(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := os.Mkdir(s.spill(), 0o700); err != nil {
		return nil, errors.Join(err, s.remove())
	}
	return s, nil
}

func (s *scratch) remove() error {
	return errors.Join(s.lock.Unlock(), os.RemoveAll(s.dir))
}

// settled is the age below which a folder without a lock is one that is just being made.
const settled = 24 * time.Hour

// removeDead removes the temporary folders of processes that were killed, and names
// those that it removed. What can't be removed stays: it is in nobody's way.
func removeDead(parent string) []string {
	if parent == "" {
		parent = os.TempDir()
	}
	found, err := filepath.Glob(filepath.Join(globSafe(parent), tempPrefix+"*"))
	if err != nil {
		return nil
	}
	var removed []string
	for _, dir := range found {
		if isDead(dir) && os.RemoveAll(dir) == nil {
			removed = append(removed, dir)
		}
	}
	return removed
}

func isDead(dir string) bool {
	name := filepath.Join(dir, "lock")
	info, err := os.Stat(name)
	if err != nil { // being made, or made by a process that was killed then
		folder, err := os.Stat(dir)
		return err == nil && folder.IsDir() && time.Since(folder.ModTime()) > settled
	}
	if time.Since(info.ModTime()) < time.Second {
		return false // being locked
	}
	lock := flock.New(name)
	ok, err := lock.TryLock()
	if err != nil || !ok {
		return false
	}
	return lock.Unlock() == nil
}

// globSafe keeps the signs of patterns in a folder's name from being read as such.
func globSafe(dir string) string {
	var out []rune
	for _, r := range dir {
		if r == '*' || r == '?' || r == '[' {
			out = append(out, '\\')
		}
		out = append(out, r)
	}
	return string(out)
}

func removedMessage(dirs []string) string {
	if len(dirs) == 1 {
		return fmt.Sprintf("Removed the temporary folder %s, which an askomop that was killed had left.", dirs[0])
	}
	return fmt.Sprintf("Removed %d temporary folders that askomops which were killed had left, %s among them.",
		len(dirs), dirs[0])
}
