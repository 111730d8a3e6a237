package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/vocab/athena"
	"github.com/askomop/askomop/vocab/changes"
)

// CompareVocabularies tells what differs between two vocabularies and in the concept sets in use. Each is a DuckDB
// file, or a download from Athena, which is loaded for the while. At most so many examples are named of each kind.
func (a *App) CompareVocabularies(ctx context.Context, old, now string,
	examples int) (report *changes.Report, err error) {
	if err := os.MkdirAll(a.build.Home, 0o700); err != nil {
		return nil, fmt.Errorf("making the home folder: %w; choose another with --home DIR", err)
	}
	work, err := os.MkdirTemp(a.build.Home, ".diff-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	files := make([]string, 2)
	for i, arg := range []string{old, now} {
		if files[i], err = a.asDatabase(ctx, arg, filepath.Join(work, fmt.Sprintf("%d.duckdb", i))); err != nil {
			return nil, err
		}
	}
	if report, err = a.compare(ctx, files[0], files[1], examples); err != nil {
		return nil, err
	}
	report.Old.File, report.New.File = old, now
	return report, nil
}

// asDatabase is the DuckDB file of a vocabulary: itself, or that of a download, loaded to the path.
func (a *App) asDatabase(ctx context.Context, arg, path string) (string, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return "", err
	}
	if info.IsDir() || strings.EqualFold(filepath.Ext(arg), ".zip") {
		if !athena.Recognises(arg) {
			return "", fmt.Errorf("%s is not a download from Athena: it has no tab-separated CONCEPT.csv; make a DuckDB file of it with askomop vocab load or db load", arg)
		}
		_, err := a.loadAthena(ctx, arg, path, nil)
		return path, err
	}
	return filepath.Abs(arg)
}
