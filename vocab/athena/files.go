package athena

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/internal/bounded"
)

// source is a download: a folder, or a zip that stays open.
type source struct {
	files   map[string]*file // by table
	archive *zip.ReadCloser
	done    int64 // bytes of the files that are loaded
	total   int64 // bytes of all
}

// file is a file of the download.
type file struct {
	table  string
	path   string    // in a folder
	member *zip.File // in a zip
	size   int64     // unpacked
	sum    uint32    // CRC-32 of the content, as zips keep it
}

// openSource finds the files of the vocabulary's tables. In a zip they may lie in any folder.
func openSource(src string) (*source, error) {
	info, err := os.Stat(src)
	if err := errors.Join(err, bounded.Regular(src)); err != nil {
		return nil, err
	}
	s := &source{files: map[string]*file{}}
	if !info.IsDir() {
		return s, s.openZip(src)
	}
	entries, err := os.ReadDir(src)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := tableName(e.Name())
		if name == "" || e.IsDir() {
			continue
		}
		info, err := os.Stat(filepath.Join(src, e.Name())) // where a link leads to
		if err := errors.Join(err, bounded.Regular(filepath.Join(src, e.Name()))); err != nil {
			return nil, err
		}
		s.add(&file{table: name, path: filepath.Join(src, e.Name()), size: info.Size()})
	}
	return s, nil
}

func (s *source) openZip(src string) error {
	archive, err := bounded.OpenZip(src)
	if err != nil {
		return err
	}
	s.archive = archive
	for _, f := range archive.File {
		name := tableName(path.Base(f.Name))
		if name == "" || strings.HasPrefix(f.Name, "__MACOSX/") || f.FileInfo().IsDir() {
			continue
		}
		s.add(&file{table: name, member: f, size: int64(f.UncompressedSize64), sum: f.CRC32})
	}
	return nil
}

func (s *source) add(f *file) {
	s.files[f.table] = f
	s.total += f.size
}

// checkSpace looks, before anything is unpacked, whether the vocabulary fits beside its target: as much as its text
// with the index, and the largest file that is unpacked.
func (s *source) checkSpace(dir string, freeSpace func(string) (int64, bool)) error {
	need := s.total
	var largest int64
	for _, f := range s.files {
		if f.member != nil {
			largest = max(largest, f.size)
		}
	}
	need += largest
	if free, known := freeSpace(dir); known && free < need {
		return fmt.Errorf("it takes about %.1f GB on the disk of %s, where %.1f GB are free: free some, or name a target on another disk", float64(need)/1e9, dir, float64(free)/1e9)
	}
	return nil
}

func (s *source) close() error {
	if s.archive == nil {
		return nil
	}
	return s.archive.Close()
}

// tableName is the table that a file belongs to, or empty.
func tableName(file string) string {
	base, ok := strings.CutSuffix(strings.ToLower(file), ".csv")
	if !ok || strings.HasPrefix(base, ".") {
		return ""
	}
	if base == cpt4Table {
		return base
	}
	for _, t := range tables {
		if t.name == base {
			return base
		}
	}
	return ""
}

// Recognises reports whether src is a download in Athena's form: a folder or zip with a tab-separated CONCEPT.csv.
func Recognises(src string) bool {
	s, err := openSource(src)
	if err != nil {
		return false
	}
	defer s.close()
	f := s.files["concept"]
	if f == nil {
		return false
	}
	header, err := f.header()
	return err == nil && strings.Count(header, "\t") >= 5
}

// header is the first line of a file.
func (f *file) header() (string, error) {
	r, err := f.open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	start := make([]byte, 4096)
	n, err := io.ReadFull(r, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	line, _, _ := strings.Cut(string(start[:n]), "\n")
	return strings.TrimRight(line, "\r"), nil
}

func (f *file) open() (io.ReadCloser, error) {
	if f.member != nil {
		return f.member.Open()
	}
	return os.Open(f.path)
}

// sum learns the checksums of the files of a folder; a zip has them.
func (s *source) sum(ctx context.Context, progress func(Step)) error {
	var done int64
	for _, f := range s.files {
		if f.member != nil {
			continue
		}
		progress(Step{Table: f.table, Done: done, Total: s.total})
		h := crc32.NewIEEE()
		if err := f.copy(ctx, h); err != nil {
			return err
		}
		f.sum = h.Sum32()
		done += f.size
	}
	return nil
}

func (f *file) copy(ctx context.Context, to io.Writer) (err error) {
	from, err := f.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	_, err = io.CopyBuffer(to, struct{ io.Reader }{cancelled{ctx, from}}, make([]byte, 1<<20))
	return err
}

// path returns where a file can be read: that of a zip is unpacked into work, and removed by done.
func (s *source) path(ctx context.Context, f *file, work string) (path string, done func(), err error) {
	if f.member == nil {
		return f.path, func() {}, nil
	}
	path = filepath.Join(work, f.table+".csv")
	out, err := os.Create(path)
	if err != nil {
		return "", nil, err
	}
	if err := errors.Join(f.copy(ctx, out), out.Close()); err != nil {
		return "", nil, err
	}
	return path, func() { _ = os.Remove(path) }, nil // else it goes away with the folder
}

// cancelled is a reader that ends with its context.
type cancelled struct {
	ctx context.Context
	io.Reader
}

func (c cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Reader.Read(p)
}
