//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package vocab

import "os"

// mapping is a file's bytes, read into memory where files are not mapped.
type mapping struct{ bytes []byte }

func mapFile(path string) (mapping, error) {
	b, err := os.ReadFile(path)
	return mapping{b}, err
}

func (mapping) close() error { return nil }
