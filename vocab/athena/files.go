package athena

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// findFiles returns the vocabulary's files by table name. Those of a zip are unpacked into work.
func findFiles(ctx context.Context, src, work string) (map[string]string, error) {
	info, err := os.Stat(src)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return unzip(ctx, src, work)
	}
	entries, err := os.ReadDir(src)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, e := range entries {
		if name := tableName(e.Name()); name != "" && !e.IsDir() {
			files[name] = filepath.Join(src, e.Name())
		}
	}
	return files, nil
}

// unzip unpacks the files of the vocabulary's tables, in whatever folder of the zip they lie.
func unzip(ctx context.Context, src, work string) (map[string]string, error) {
	archive, err := zip.OpenReader(src)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	files := map[string]string{}
	for _, f := range archive.File {
		name := tableName(path.Base(f.Name))
		if name == "" || strings.HasPrefix(f.Name, "__MACOSX/") || f.FileInfo().IsDir() {
			continue
		}
		files[name] = filepath.Join(work, name+".csv")
		if err := extract(ctx, f, files[name]); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// tableName is the table that a file belongs to, or empty.
func tableName(file string) string {
	base, ok := strings.CutSuffix(strings.ToLower(file), ".csv")
	if !ok || strings.HasPrefix(base, ".") {
		return ""
	}
	if base == "concept_cpt4" {
		return base
	}
	for _, t := range tables {
		if t.name == base {
			return base
		}
	}
	return ""
}

func extract(ctx context.Context, f *zip.File, to string) (err error) {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, cancelled{ctx, in})
	return err
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
