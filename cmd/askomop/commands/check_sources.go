package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// source is a text to check and where it comes from.
type source struct {
	name string // as the user wrote it, or as found below a folder that they named; "-" for standard input
	text string
	err  error // why it can't be read, of a file among others
}

// sources reads the files that the arguments name: files, the .sql files of folders,
// and "-", standard input.
func (c *call) sources() ([]source, error) {
	if c.NArg() == 0 {
		return nil, usagef("check needs a FILE or a folder, or - for standard input; askomop check --help")
	}
	var out []source
	for _, arg := range c.Args().Slice() {
		names, err := expand(arg)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := c.readSQL(name)
			if err != nil && (len(names) == 1 && c.NArg() == 1 || c.Context.Context.Err() != nil) {
				return nil, err
			}
			out = append(out, source{name, text, err})
		}
	}
	return out, nil
}

// expand lists the .sql files below a folder, in order; what is not a folder stands for itself.
// Folders whose name begins with a dot are left out.
func expand(arg string) ([]string, error) {
	if arg == "-" {
		return []string{arg}, nil
	}
	info, err := os.Stat(arg)
	if err != nil {
		return nil, fmt.Errorf("reading SQL: %w", err)
	}
	if !info.IsDir() {
		return []string{arg}, nil
	}
	var names []string
	err = filepath.WalkDir(arg, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != arg && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0: // nothing that lies there to be read
		case !d.IsDir() && strings.EqualFold(filepath.Ext(name), ".sql"):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading SQL: %w", err)
	}
	if len(names) == 0 {
		return nil, usagef("%s holds no .sql file", arg)
	}
	return names, nil
}

// file is the text of the file that the only argument names; "-" is standard input.
func (c *call) file() (string, error) {
	name, err := oneArgument(c, "FILE")
	if err != nil {
		return "", err
	}
	return c.readSQL(name)
}

// readSQL reads a file; "-" is standard input.
func (c *call) readSQL(name string) (string, error) {
	if name == "-" {
		return notBlank("standard input", c.readInput)
	}
	type read struct {
		text string
		err  error
	}
	done := make(chan read, 1)
	go func() { // opening a pipe that nobody writes to does not return
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; what is in no file is read from standard input: echo 'SELECT …' | askomop … -", err)
		}
		if err != nil {
			done <- read{err: fmt.Errorf("reading the query: %w", err)}
			return
		}
		defer f.Close()
		text, err := notBlank(name, func() (string, error) { return readAll(name, f) })
		done <- read{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-c.Context.Context.Done():
		return "", c.Context.Context.Err()
	}
}

func notBlank(name string, read func() (string, error)) (string, error) {
	text, err := read()
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	if strings.TrimSpace(text) == "" {
		return "", usagef("%s is empty: there is no query in it", name)
	}
	return text, nil
}
