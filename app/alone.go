package app

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// makeAlone makes a file that no other askomop is making at this moment. The lock lies in the system's temporary
// folder, so that nothing is left beside the file; it holds for as long as this process lives.
func makeAlone(path string, do func() error) (err error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(whole)); err == nil {
		whole = filepath.Join(real, filepath.Base(whole))
	}
	name := sha256.Sum256([]byte(whole))
	lock, err := lockOnce(filepath.Join(os.TempDir(), fmt.Sprintf("askomop-making-%d-%x.lock", os.Getuid(), name[:8])))
	if err != nil {
		return fmt.Errorf("making %s: lock it: %w", path, err)
	}
	if lock == nil {
		return fmt.Errorf("making %s: another askomop is at it; wait until that is done, or name another file", path)
	}
	defer func() {
		_ = os.Remove(lock.Path()) // Windows leaves it: it is open
		err = errors.Join(err, lock.Unlock())
	}()
	return do()
}

// lockOnce locks a file that is removed before it is unlocked; nil where another process has it. Who has locked what
// another has just removed begins again, since a third could lock the file that is there now.
func lockOnce(path string) (*flock.Flock, error) {
	for {
		lock := flock.New(path)
		if free, err := lock.TryLock(); err != nil || !free {
			return nil, errors.Join(err, lock.Close())
		}
		locked, err := lock.Stat()
		if there, statErr := os.Stat(path); err == nil && statErr == nil && os.SameFile(locked, there) {
			return lock, nil
		}
		if err := lock.Unlock(); err != nil {
			return nil, err
		}
	}
}
