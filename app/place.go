package app

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/parquetfolder"
	"github.com/askomop/askomop/omop/s3"
)

// A place is where a CDM lies: the path of a DuckDB file, absolute, and behind a question mark the schemas that its
// tables are in, where they have to be told: /data/hospital.duckdb?cdm=cdm_v54&vocab=vocab&results=results.

// splitPlace parts a place into the path and the schemas.
func splitPlace(place string) (path string, in duckdb.Schemas, err error) {
	path, query, told := strings.Cut(place, "?")
	if !told {
		return place, in, nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", in, usagef("--db %s: %v; the schemas are told as in FILE?cdm=cdm&vocab=vocab&results=results", place,
			err)
	}
	for key := range values {
		if !slices.Contains([]string{"cdm", "vocab", "results", "views"}, key) {
			return "", in, usagef("--db %s: %q is unknown; the schemas are told as in FILE?cdm=cdm&vocab=vocab&results=results", place, key)
		}
	}
	if v := values.Get("views"); v != "" && v != "trusted" {
		return "", in, usagef("--db %s: views=%s is unknown; views=trusted reads views that make up ids of people",
			place, v)
	}
	return path, duckdb.Schemas{CDM: values.Get("cdm"), Vocabulary: values.Get("vocab"), Results: values.Get("results"),
		TrustViews: values.Has("views")}, nil
}

// userPlace is the place of what the user named: a file, or a folder of Parquet files, here or on S3, which is read
// through views that are kept in the home folder.
func (b builder) userPlace(ctx context.Context, named string) (string, error) {
	path, _, err := splitPlace(named)
	if err != nil {
		return "", err
	}
	if s3.Is(path) {
		found, err := parquetfolder.FindRemote(ctx, path)
		return b.viewsOf(ctx, named, found, err)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return abs + strings.TrimPrefix(named, path), nil
	}
	found, err := parquetfolder.Find(abs)
	return b.viewsOf(ctx, named, found, err)
}

// viewsOf keeps views of the files that were found, and returns their place.
func (b builder) viewsOf(ctx context.Context, named string, found *parquetfolder.Lake, err error) (string, error) {
	if err != nil {
		return "", fmt.Errorf("open database %s: %w", named, err)
	}
	if len(found.Ignored) > 0 {
		b.Tell(fmt.Sprintf("Not read, because no table is named so: %s.", strings.Join(found.Ignored, ", ")))
	}
	views := filepath.Join(b.Home, "lake", found.State+".duckdb")
	return views, makeOnce(ctx, views, found.Write)
}
