package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// indexFolder is where indexes are kept: they can be made anew at any time.
func (b builder) indexFolder() string { return filepath.Join(b.Home, "index") }

// inIndexFolder does what reads an index or makes it. Where the home folder can't be written, that is done in a
// temporary folder, and again the next time: a question needs no place to write.
func (b builder) inIndexFolder(do func(dir string) error) error {
	err := do(b.indexFolder())
	if !isUnwritable(err) {
		return err
	}
	dir, made, err2 := b.spare.folder()
	if err2 != nil {
		return errors.Join(err, err2)
	}
	if made {
		b.Tell(fmt.Sprintf("%s can't be written, so indexes are made in a temporary folder, each time anew.", b.Home))
	}
	return do(dir)
}

// isUnwritable reports whether an error says that nothing can be written to a place: no right, no room, a place that is
// read-only or no folder.
func isUnwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOSPC) ||
		errors.Is(err, syscall.ENOTDIR)
}

// spareFolder is a temporary folder that is made when it is needed, and removed when askomop is closed.
type spareFolder struct {
	mu  sync.Mutex
	dir string
}

func (s *spareFolder) folder() (dir string, made bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir != "" {
		return s.dir, false, nil
	}
	s.dir, err = os.MkdirTemp("", "askomop-index-")
	return s.dir, true, err
}

// Close implements io.Closer.
func (s *spareFolder) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		return nil
	}
	return os.RemoveAll(s.dir)
}
