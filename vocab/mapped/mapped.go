// Package mapped maps files into memory: only the parts that are touched are read, and processes share them.
package mapped

import (
	"fmt"
	"os"
)

// File is a file's bytes. They must not be changed, nor used after Close.
type File struct{ Bytes []byte }

// Open maps a file. An empty one, or one too large for this machine, is an error.
func Open(path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return File{}, err
	}
	size := info.Size()
	if size == 0 || size != int64(int(size)) {
		return File{}, fmt.Errorf("%s: %d bytes can't be mapped", path, size)
	}
	b, err := open(f, int(size))
	return File{b}, err
}

// Close releases the bytes. A File that was never opened, or was closed, has none.
func (f *File) Close() error {
	b := f.Bytes
	f.Bytes = nil
	if b == nil {
		return nil
	}
	return closeBytes(b)
}
