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
	lock := flock.New(filepath.Join(os.TempDir(), fmt.Sprintf("askomop-making-%d-%x.lock", os.Getuid(), name[:8])))
	free, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("making %s: lock it: %w", path, err)
	}
	if !free {
		return fmt.Errorf("making %s: another askomop is at it; wait until that is done, or name another file", path)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	return do()
}
