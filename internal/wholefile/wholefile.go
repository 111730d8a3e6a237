// Package wholefile writes files whole or not at all: who reads one, or is killed while it writes, leaves or meets the
// old file or the new one, and never a part. Files are written beside their place, readable by their owner alone, and
// renamed. It knows nothing of what is in them.
package wholefile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write puts data in the place of a file; folders that are missing are made. It is on the disk when Write returns.
func Write(path string, data []byte) error {
	return Make(path, true, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// Make puts what write writes in the place of a file; folders that are missing are made. Where it is not to be lasting,
// as in a cache, it is left to the system when it comes to the disk.
func Make(path string, lasting bool, write func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	half, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(half.Name()) // it may have been renamed
		}
	}()
	err = write(half)
	if err == nil && lasting {
		err = half.Sync()
	}
	if err = errors.Join(err, half.Close()); err != nil {
		return err
	}
	if err := os.Rename(half.Name(), path); err != nil || !lasting {
		return err
	}
	return SyncFolder(dir)
}

// SyncFolder makes the names of a folder's files last, where the file system can.
func SyncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	_ = d.Sync() // not every file system knows it
	return d.Close()
}

// WholeLines is the length of a file up to its last newline, and its size. What stands between them was cut short while
// it was written.
func WholeLines(f *os.File) (whole, size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	buf := make([]byte, 64<<10)
	for end := info.Size(); end > 0; {
		start := max(end-int64(len(buf)), 0)
		part := buf[:end-start]
		if _, err := f.ReadAt(part, start); err != nil {
			return 0, 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return start + int64(i) + 1, info.Size(), nil
		}
		end = start
	}
	return 0, info.Size(), nil
}
