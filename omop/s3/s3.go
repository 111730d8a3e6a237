// Package s3 lets DuckDB read files on S3, where its own httpfs extension is installed. Nothing is downloaded for
// it: the extension comes from DuckDB (INSTALL httpfs), and is loaded before a database is locked down.
package s3

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// scheme begins an address on S3.
const scheme = "s3://"

// Is tells whether an address lies on S3.
func Is(address string) bool { return strings.HasPrefix(address, scheme) }

// Load readies a DuckDB through exec: it loads the extension, and tells it what the environment says of S3, in the
// variables that all of its clients know. Once a database is locked, no statement can load or tell it anything.
func Load(ctx context.Context, exec func(ctx context.Context, statement string) error) error {
	if err := exec(ctx, "LOAD httpfs"); err != nil {
		return fmt.Errorf("its files lie on S3, which DuckDB's httpfs extension reads, and it is not installed for this version: install it with DuckDB itself "+
			"(INSTALL httpfs), or copy the files here and name their folder (%w)", err)
	}
	secret, err := secret()
	if err != nil {
		return err
	}
	if err := exec(ctx, secret); err != nil {
		return fmt.Errorf("tell DuckDB of S3: %w", hidden{err, os.Getenv("AWS_SECRET_ACCESS_KEY")})
	}
	return nil
}

// secret is the statement that tells of the environment's credentials; without them a bucket that is open to all is
// read.
func secret() (string, error) {
	options := []string{"TYPE s3"}
	add := func(name, value string) {
		if value != "" {
			options = append(options, name+" '"+strings.ReplaceAll(value, "'", "''")+"'")
		}
	}
	add("KEY_ID", os.Getenv("AWS_ACCESS_KEY_ID"))
	add("SECRET", os.Getenv("AWS_SECRET_ACCESS_KEY"))
	add("SESSION_TOKEN", os.Getenv("AWS_SESSION_TOKEN"))
	add("REGION", cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")))
	if endpoint := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL")); endpoint != "" {
		u, err := url.Parse(endpoint)
		if err != nil || u.Host == "" {
			return "", fmt.Errorf("AWS_ENDPOINT_URL has to be an address such as https://s3.example.org")
		}
		add("ENDPOINT", u.Host)
		options = append(options, "URL_STYLE 'path'", fmt.Sprintf("USE_SSL %t", u.Scheme != "http"))
	}
	return "CREATE OR REPLACE TEMPORARY SECRET askomop_s3 (" + strings.Join(options, ", ") + ")", nil
}

// hidden is an error without the text of a secret.
type hidden struct {
	err    error
	secret string
}

func (h hidden) Error() string {
	if h.secret == "" {
		return h.err.Error()
	}
	return strings.ReplaceAll(h.err.Error(), h.secret, "…")
}
