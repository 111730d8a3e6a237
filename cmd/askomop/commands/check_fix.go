package commands

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/app/lsp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/dialect"
)

// fix writes what has one right mending into the files and checks what is left. The mended text of standard
// input is printed instead of findings.
func (c *call) fix(ctx context.Context, checker *check.Checker, all []checked) ([]checked, error) {
	mended := 0
	for i := range all {
		text, made := check.Apply(all[i].source.text, all[i].findings)
		if all[i].source.name == "-" {
			if _, err := fmt.Fprint(c.Out, text); err != nil {
				return nil, err
			}
			for _, f := range all[i].findings {
				if f.Fix == nil {
					c.note("%s", strings.TrimSuffix(textLine("-", f), "\n"))
				}
			}
			all[i].findings = slices.DeleteFunc(all[i].findings, func(f omop.Finding) bool { return f.Fix != nil })
			mended += made
			continue
		}
		if made == 0 {
			continue
		}
		if err := replaceFile(all[i].source.name, text); err != nil {
			return nil, fmt.Errorf("mending %s: %w", all[i].source.name, err)
		}
		mended += made
		all[i].source.text = text
		var err error
		if all[i].findings, err = checkSource(ctx, checker, all[i].source, c.dialectOf(all[i].source)); err != nil {
			return nil, fmt.Errorf("checking %s: %w", all[i].source.name, err)
		}
	}
	c.note("Mended %s.", plural(mended, "place", "places"))
	return all, nil
}

// replaceFile puts a file's new text in place of the old at once, with the rights that it had.
func replaceFile(name, text string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	half, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(half.Name()) // nothing is there once it has been renamed
	if _, err = half.WriteString(text); err == nil {
		err = half.Chmod(info.Mode().Perm())
	}
	if e := half.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(half.Name(), name)
}

// serveEditor answers an editor on standard input and output.
func (c *call) serveEditor(ctx context.Context, checker *check.Checker) error {
	if c.NArg() > 0 {
		return usagef("check --lsp takes no file: the editor sends the text")
	}
	return lsp.Serve(ctx, c.In, c.Out, func(ctx context.Context, text string) ([]omop.Finding, error) {
		from := dialect.DuckDB
		if name := c.String("dialect"); name == guessed {
			from, _ = dialect.Guess(text)
		} else if d, err := dialect.ParseDialect(name); err == nil {
			from = d
		}
		return checkSource(ctx, checker, source{text: text}, from)
	}, version(), c.log)
}
