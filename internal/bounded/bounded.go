// Package bounded looks at files that strangers give before they are read: whether they are files at all, how large
// they are, and how much they would become when they are unpacked. It knows nothing of what is in them.
package bounded

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

const (
	// Text is more than any file that a person writes: settings, SQL, lists of terms, concept sets, cases.
	Text = 64 << 20
	// freely is how much may be unpacked whatever it was packed from.
	freely = 256 << 20
	// mostPacked is above what real tables are packed by: 10 to 30 times, those of one value in each row up to 150. The
	// deflate of zips and gzip packs zeros 1,032 times.
	mostPacked = 250
)

// ErrTooMuch is wrapped by every refusal here but that of Regular.
var ErrTooMuch = errors.New("more than it should hold")

// Regular is an error unless a path leads to a file or a folder: a pipe would be waited for, and a device never ends.
func Regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is %s: give a file or a folder", path, kindOf(info.Mode()))
	}
	return nil // that it is not there is for its reader to say
}

func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// ReadFile reads a file of at most so many bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	text, err := ReadAll(f, most)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// ReadAll reads at most so many bytes to their end.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("it is longer than %d MB, %w", most>>20, ErrTooMuch)
	}
	return text, err
}

// Zip looks at the directory of a zip of so many bytes: files that lie over each other, or that were packed further
// than tables are. Its reader holds that no file is longer than it is said to be.
func Zip(files []*zip.File, size int64) error {
	var packed uint64
	for _, f := range files {
		packed += f.CompressedSize64
		if f.UncompressedSize64 > freely && f.UncompressedSize64/mostPacked > f.CompressedSize64 {
			return fmt.Errorf("%s would be %.1f GB, unpacked from %.1f MB, %w: unpack it by hand where that is meant",
				f.Name,
				float64(f.UncompressedSize64)/1e9, float64(f.CompressedSize64)/1e6, ErrTooMuch)
		}
	}
	if packed > uint64(max(size, 0)) {
		return fmt.Errorf("its files lie over each other: together they have %d bytes, of %d, %w", packed, size,
			ErrTooMuch)
	}
	return nil
}

// OpenZip opens a zip that Zip has nothing against.
func OpenZip(path string) (*zip.ReadCloser, error) {
	if err := Regular(path); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	if err := Zip(z.File, info.Size()); err != nil {
		return nil, errors.Join(err, z.Close())
	}
	return z, nil
}

// Unpack reads what is unpacked from so many bytes, and fails where that is more than tables become.
func Unpack(r io.Reader, packed int64) io.Reader {
	return &unpacked{r: r, left: max(freely, packed*mostPacked)}
}

type unpacked struct {
	r    io.Reader
	left int64
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if u.left -= int64(n); u.left < 0 {
		return 0, fmt.Errorf("it unpacks to more than %d times its size, %w: unpack it by hand where that is meant",
			mostPacked, ErrTooMuch)
	}
	return n, err
}
