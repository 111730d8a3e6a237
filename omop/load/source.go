package load

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/bounded"
)

// A member is one file of the source that holds rows of one table.
type member struct {
	name    string // inside the source, with slashes, as messages show it
	table   string
	stem    string // what names the table
	parquet bool
	gzipped bool
	size    int64  // bytes as stored
	path    string // on disk; empty in a zip
	open    func() (io.ReadCloser, error)
}

// source is an opened folder or zip.
type source struct {
	members []*member
	ignored []string          // files that belong to no table
	why     map[string]string // of some of them, what they are and what to do
	closer  io.Closer
}

func (s *source) Close() error {
	if s.closer == nil {
		return nil
	}
	return s.closer.Close()
}

// openSource lists the members of a folder or a zip. It refuses what is neither with
// an error that says what to do instead.
func openSource(src string, vocabulary bool) (*source, error) {
	info, err := os.Stat(src)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("load: %s isn't there: give a folder or a zip of CSV, TSV or Parquet files", src)
	}
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	if err := bounded.Regular(src); err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	var s *source
	switch {
	case info.IsDir():
		s, err = openFolder(src)
	case isDump(src):
		s, err = openDump(src)
	default:
		s, err = openZip(src)
	}
	if err != nil {
		return nil, err
	}
	if vocabulary {
		s.keepVocabulary()
	}
	err = s.choose()
	if err == nil {
		err = s.require(vocabulary)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("load %s: %w", src, err), s.Close())
	}
	return s, nil
}

func openFolder(folder string) (*source, error) {
	s := &source{}
	dir, err := filepath.EvalSymlinks(folder) // WalkDir does not follow a link at the top
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "toc.dat")); err == nil {
		return nil, fmt.Errorf("load %s: it is a dump of PostgreSQL in its directory form: write the plain form with \"pg_restore -f cdm.sql %s\" and load that", folder, folder)
	}
	if err := s.walk(dir, "", []string{dir}); err != nil {
		return nil, fmt.Errorf("load %s: %w", folder, err)
	}
	s.fileTables()
	return s, nil
}

// walk lists a folder and those below it, two deep, through links as lakes of Parquet files use them. above are the
// folders that lead here, so that a link to one of them ends.
func (s *source) walk(dir, name string, above []string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		inside := path.Join(name, e.Name())
		if hidden(inside) {
			continue
		}
		at := filepath.Join(dir, e.Name())
		info, err := os.Stat(at)
		switch {
		case err != nil && e.Type()&fs.ModeSymlink != 0:
			s.ignore(inside, "is a link that leads nowhere")
		case err != nil:
			return err
		case info.IsDir():
			real, err := filepath.EvalSymlinks(at)
			if err != nil {
				return err
			}
			if folder, _ := partitioned(inside); slices.Contains(above, real) || strings.Count(folder, "/") > 1 {
				continue
			}
			if err := s.walk(at, inside, append(slices.Clip(above), real)); err != nil {
				return err
			}
		case info.Mode().IsRegular():
			if err := s.add(inside, info.Size(), at, func() (io.ReadCloser, error) { return os.Open(at) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func openZip(file string) (*source, error) {
	if err := refuseFile(file); err != nil {
		return nil, fmt.Errorf("load %s: %w", file, err)
	}
	z, err := bounded.OpenZip(file)
	if errors.Is(err, bounded.ErrTooMuch) {
		return nil, fmt.Errorf("load %s: %w", file, err)
	}
	if err != nil {
		return nil, fmt.Errorf("load %s: it can't be read as a zip: %w; give a folder or a whole zip of CSV, TSV or Parquet files", file, err)
	}
	s := &source{closer: z}
	for _, f := range z.File {
		name := path.Clean(strings.ReplaceAll(f.Name, `\`, "/"))
		if f.FileInfo().IsDir() || hidden(name) {
			continue
		}
		if f.Flags&1 != 0 {
			return nil, errors.Join(fmt.Errorf("load %s: %s is encrypted: unpack it with its password and load the folder", file, f.Name), z.Close())
		}
		if err := s.add(name, int64(f.UncompressedSize64), "", f.Open); err != nil {
			return nil, errors.Join(fmt.Errorf("load %s: %w", file, err), z.Close())
		}
	}
	s.fileTables()
	return s, nil
}

// hidden tells whether a file or a folder above it is none of the user's: what macOS
// adds to zips, and dot files.
func hidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return part == "__MACOSX" || strings.HasPrefix(part, ".")
	})
}

// ignore notes a file that is not read; why says what it is and what to do, or is "".
func (s *source) ignore(name, why string) {
	s.ignored = append(s.ignored, name)
	if why != "" {
		if s.why == nil {
			s.why = map[string]string{}
		}
		s.why[name] = why
	}
}

// add files one file among those that may hold a table, or among the ignored.
func (s *source) add(name string, size int64, onDisk string, open func() (io.ReadCloser, error)) error {
	base, kind, gzipped := cutExtension(path.Base(name))
	switch kind {
	case "csv", "tsv", "txt", "tab", "psv", "parquet":
	case "duckdb", "db", "sqlite":
		r, err := open()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer r.Close()
		if err := refuseContent(r); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fallthrough
	default:
		return s.addOther(name, base, kind, onDisk)
	}
	s.members = append(s.members, &member{name: name, stem: base, parquet: kind == "parquet", gzipped: gzipped,
		size: size, path: onDisk, open: open})
	return nil
}

// addOther looks at a file that is not a delimited one: a dump holds tables, a spreadsheet may.
func (s *source) addOther(name, base, kind, onDisk string) error {
	table, isTable := TableOf(base)
	switch {
	case kind == "sql" && onDisk != "" && isDump(onDisk):
		return s.addDump(name, onDisk)
	case kind == "sql" && (base == "schema" || base == "load"): // what EXPORT DATABASE writes beside the tables
		return nil
	case isTable && slices.Contains([]string{"xlsx", "xls", "xlsm", "ods"}, kind):
		s.ignore(name, "is a spreadsheet and was not read: save it as "+table+".csv, with ids as whole numbers")
	case isTable:
		s.ignore(name, "is named like the "+table+" table, but only CSV, TSV and Parquet files are read")
	default:
		s.ignore(name, "")
	}
	return nil
}

func cutExtension(base string) (stem, kind string, gzipped bool) {
	lower := strings.ToLower(base)
	if strings.HasSuffix(lower, ".gz") {
		gzipped = true
		base, lower = base[:len(base)-3], lower[:len(lower)-3]
	}
	ext := path.Ext(lower)
	return base[:len(base)-len(ext)], strings.TrimPrefix(ext, "."), gzipped
}

// read gives the member's bytes, decompressed.
func (m *member) read() (io.ReadCloser, error) {
	r, err := m.open()
	if err != nil || !m.gzipped {
		return r, err
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{bounded.Unpack(z, m.size), r}, nil
}

// refuseFile opens a file that should be a zip and refuses what is known to be
// something else.
func refuseFile(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := refuseContent(f); err != nil {
		return err
	}
	_, kind, gzipped := cutExtension(file)
	switch {
	case kind == "sql":
		return errors.New("it is a script, and none of pg_dump's plain form (pg_dump -f FILE), unpacked, which can be loaded")
	case kind == "csv" || kind == "tsv" || kind == "parquet":
		return errors.New("it is a single table: give the folder that holds all the tables")
	case kind == "tar" || gzipped || kind == "7z" || kind == "tgz":
		return errors.New("it is an archive of another kind than zip: unpack it and load the folder")
	}
	return nil
}

// refuseContent recognises, from their first bytes, files that stand where data should.
func refuseContent(r io.Reader) error {
	head := make([]byte, 128)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return err
	}
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte("version https://git-lfs.github.com/spec/")):
		return errors.New("it is a Git LFS pointer, not the data: run \"git lfs pull\" in its repository, or download the file itself")
	case bytes.HasPrefix(head, []byte(customHead)):
		return errors.New("it is a dump of PostgreSQL in its custom form: write the plain form with \"pg_restore -f cdm.sql FILE\" and load that")
	case bytes.HasPrefix(head, []byte("SQLite format 3")):
		return errors.New("it is an SQLite database: export its tables as CSV and load that folder")
	case n >= 20 && string(head[8:12]) == "DUCK":
		return refuseDuckDB(head)
	}
	return nil
}

// oldestStorage is the lowest storage version that DuckDB 1.x and 2.x still read.
const oldestStorage = 64

func refuseDuckDB(head []byte) error {
	storage := binary.LittleEndian.Uint64(head[12:20])
	by := ""
	if len(head) >= 84 { // newer files name the release that made them
		if release := strings.TrimRight(string(head[52:84]), "\x00"); strings.HasPrefix(release, "v") {
			by = ", made by DuckDB " + release
		}
	}
	if storage < oldestStorage {
		return fmt.Errorf("it is a DuckDB file of the old storage version %d%s%s, which is no longer readable (%d is the oldest that is): export it with the DuckDB that made it (EXPORT DATABASE 'folder' (FORMAT PARQUET)) and load that folder",
			storage, releaseOf(storage), by, oldestStorage)
	}
	return fmt.Errorf("it is a DuckDB database already (storage version %d%s): there is nothing to load, open it with --db", storage, by)
}

// releaseOf names the DuckDB releases that wrote an old storage version.
func releaseOf(storage uint64) string {
	for _, r := range []struct {
		storage  uint64
		releases string
	}{
		{51, "0.8"}, {43, "0.7"}, {39, "0.6"}, {38, "0.5"}, {33, "0.3.3 to 0.4.0"}, {31, "0.3.2"}, {27, "0.3.1"},
		{25, "0.3.0"},
	} {
		if r.storage == storage {
			return " (DuckDB " + r.releases + ")"
		}
	}
	return ""
}
