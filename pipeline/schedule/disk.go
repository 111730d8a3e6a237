package schedule

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// explainDisk says what to do about an error of writing where it is known.
func explainDisk(err error, dir string) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG):
		return fmt.Errorf("the disk is full: %w; free some space for %s", err, dir)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w; make %s writable for this user, or choose another folder with --home DIR", err, dir)
	}
	return err
}
