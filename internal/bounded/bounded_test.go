package bounded

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestAZipThatWouldBeFarLargerIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		files   []zip.FileHeader
		refused bool
	}{
		"a table":                     {[]zip.FileHeader{{Name: "person.csv", UncompressedSize64: 5 << 30, CompressedSize64: 100 << 20}}, false},
		"small, of one value":         {[]zip.FileHeader{{Name: "person.csv", UncompressedSize64: 200 << 20, CompressedSize64: 200 << 10}}, false},
		"a bomb":                      {[]zip.FileHeader{{Name: "person.csv", UncompressedSize64: 5 << 30, CompressedSize64: 5 << 20}}, true},
		"files that lie over another": {[]zip.FileHeader{{CompressedSize64: 150 << 20}, {CompressedSize64: 150 << 20}}, true},
	} {
		var files []*zip.File
		for _, h := range c.files {
			files = append(files, &zip.File{FileHeader: h})
		}
		if err := Zip(files, 200<<20); errors.Is(err, ErrTooMuch) != c.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAGzipIsUnpackedOnlySoFar(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.CopyN(w, zeros{}, freely+1); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	size := int64(packed.Len())
	r, err := gzip.NewReader(&packed)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, Unpack(r, size)); !errors.Is(err, ErrTooMuch) || n > freely {
		t.Errorf("read %d bytes of %d: %v", n, size, err)
	}
	if n, err := io.Copy(io.Discard, Unpack(io.LimitReader(zeros{}, freely+1), 2<<20)); err != nil || n != freely+1 {
		t.Errorf("what a table could be was read to byte %d: %v", n, err)
	}
}

func TestFilesAreReadToTheirBoundAndDevicesAreNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte(strings.Repeat("x", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadFile(file, 100); err != nil || len(text) != 100 {
		t.Errorf("%d bytes: %v", len(text), err)
	}
	if _, err := ReadFile(file, 99); !errors.Is(err, ErrTooMuch) {
		t.Errorf("read more than the bound: %v", err)
	}
	if err := Regular(os.DevNull); err == nil || !strings.Contains(err.Error(), "device") {
		t.Errorf("%s is a file: %v", os.DevNull, err)
	}
	if err := errors.Join(Regular(file), Regular(filepath.Dir(file))); err != nil {
		t.Error(err)
	}
}
