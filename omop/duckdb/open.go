package duckdb

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// dbFile is a file that has the marks of a DuckDB database.
type dbFile struct {
	path    string // absolute
	version uint64 // of its storage
	writer  string // the DuckDB that wrote it, such as "v1.5.5"; may be empty
}

// oldestStorage is the oldest storage version that DuckDB still reads, that of 0.10.
const oldestStorage = 64

// checkFile looks at the file before DuckDB does, whose errors speak of handles and magic bytes.
func checkFile(path string) (dbFile, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return dbFile{}, err
	}
	// The driver reads options behind a "?" and takes the path for a URL.
	if _, err := url.Parse(abs); err != nil || strings.ContainsAny(abs, "?#") {
		return dbFile{}, errors.New("the driver can't open a path with a ?, # or % in it; rename the file or its folder")
	}
	if err := bounded.Regular(abs); err != nil {
		return dbFile{}, err
	}
	f, err := os.Open(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return dbFile{}, fmt.Errorf("%w; make one with \"askomop db load\" or \"askomop db demo\"", fs.ErrNotExist)
	}
	if err != nil {
		return dbFile{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return dbFile{}, errors.Join(err,
			errors.New("it is a folder; make a database of the files in it with \"askomop db load\""))
	}
	// A DuckDB file begins with a checksum, "DUCK", the version of its storage, flags,
	// and the version of the DuckDB that wrote it.
	header := make([]byte, 84)
	if _, err := io.ReadFull(f, header); err != nil || string(header[8:12]) != "DUCK" {
		return dbFile{}, errors.New("it is not a DuckDB file; load CSV or Parquet files with \"askomop db load\"")
	}
	writer := header[52:84]
	if end := bytes.IndexByte(writer, 0); end >= 0 {
		writer = writer[:end]
	}
	return dbFile{path: abs, version: binary.LittleEndian.Uint64(header[12:]), writer: string(writer)}, nil
}

// maxIdle is the number of idle connections kept: all that are likely, for none may be
// closed before it is settled.
const maxIdle = 256

// connect opens the file and locks the database down. Every connection of the pool
// gets the same treatment; after the first one, DuckDB refuses to change a setting,
// also to the value it has, which is as good.
func connect(ctx context.Context, file dbFile, temp string, o Options) (*sql.DB, *session, error) {
	s := &session{schemas: o.Schemas, vocabulary: o.Vocabulary, locks: []string{
		// As an option of the opening it is shown, but not enforced.
		fmt.Sprintf("SET max_temp_directory_size = '%dB'", o.TempLimit),
		"SET enable_external_access = false", "SET lock_configuration = true",
	}}
	connector, err := driverduckdb.NewConnector(file.path+"?"+settings(temp, o).Encode(), s.begin)
	if err != nil {
		return nil, nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxIdleConns(maxIdle)
	if err := db.PingContext(ctx); err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return db, s, nil
}

func settings(temp string, o Options) url.Values {
	return url.Values{
		"access_mode":                  {"read_only"},
		"memory_limit":                 {strconv.FormatInt(o.MemoryLimit, 10) + "B"},
		"threads":                      {strconv.Itoa(o.Threads)},
		"temp_directory":               {temp},
		"autoinstall_known_extensions": {"false"},
		"autoload_known_extensions":    {"false"},
		"allow_community_extensions":   {"false"},
		"allow_unsigned_extensions":    {"false"},
	}
}

var lockHolder = lazyregexp.New(`\(PID (\d+)\)`)

// explainOpen says what a user can do about an error of connect.
func explainOpen(file dbFile, err error) error {
	msg := err.Error()
	switch {
	case strings.Contains(msg, "Conflicting lock"):
		who := "another program"
		if m := lockHolder.FindStringSubmatch(msg); m != nil {
			who = "the process with PID " + m[1]
		}
		return &explained{who +
			" has it open for writing, and a file that is being written can't be copied safely from outside: close that and try again, or copy it " +
			"there (ATTACH 'copy.duckdb' AS c; COPY FROM DATABASE <its name> TO c; DETACH c) and name the copy", errors.Join(omop.ErrBusy, err)}
	case file.version < oldestStorage:
		return &explained{fmt.Sprintf("an old DuckDB wrote it (storage version %d, while this one reads %d and later); "+
			"export it with the DuckDB that wrote it (EXPORT DATABASE) and load the files with \"askomop db load\"", file.version, oldestStorage), err}
	case strings.Contains(msg, "version number"):
		return &explained{fmt.Sprintf("a newer DuckDB wrote it (%s, storage version %d); "+
			"copy it there into a database attached with (STORAGE_VERSION 'v1.2.0'), or export it and load the files with \"askomop db load\"",
			file.writer, file.version), err}
	case strings.Contains(msg, "different configuration"):
		return &explained{"this process has it open with other settings; close that first", err}
	}
	return err
}
