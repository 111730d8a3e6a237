//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package vocab

import (
	"fmt"
	"os"
	"syscall"
)

// mapping is a file's bytes, mapped into memory.
type mapping struct{ bytes []byte }

func mapFile(path string) (mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return mapping{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return mapping{}, err
	}
	size := info.Size()
	if size == 0 || size != int64(int(size)) {
		return mapping{}, fmt.Errorf("%w: %d bytes", errCorrupt, size)
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return mapping{}, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return mapping{b}, nil
}

func (m mapping) close() error {
	if m.bytes == nil {
		return nil
	}
	return syscall.Munmap(m.bytes)
}
