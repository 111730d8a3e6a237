package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/vocab"
)

// finding is one line of the doctor's: what was looked at, how it is, and the
// command that mends it.
type finding struct {
	What  string `json:"what"`
	State string `json:"state"` // ok, note or broken
	Found string `json:"found"`
	Mend  string `json:"mend"`
	Path  string `json:"path,omitempty"` // of what was found, where it is a file
}

// fine, worth and broken are findings of the three states.
func fine(what, found string) finding { return finding{What: what, State: stateOK, Found: found} }

func worth(what, found string) finding { return finding{What: what, State: stateNote, Found: found} }

func broken(what string, err error, mend string) finding {
	return finding{What: what, State: stateBroken, Found: err.Error(), Mend: mend}
}

const (
	stateOK     = "ok"
	stateNote   = "note" // works without
	stateBroken = "broken"
)

func (p *program) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:   "doctor",
		Usage:  "say what is configured, reachable and missing, and how to mend it",
		Action: p.action(p.doctor),
	}
}

func (p *program) doctor(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	findings := []finding{
		fine("version", c.App.Version),
		examineHome(c.settings.Home),
		examineConfig(c.settings),
	}
	findings = append(findings, c.examineDatabase(ctx)...)
	findings = append(findings, c.examineLibrary(ctx))
	findings = append(findings, c.examineRetrieval(ctx)...)
	findings = append(findings, c.examineModel(ctx))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := out.health(findings); err != nil {
		return err
	}
	for _, f := range findings {
		if f.State == stateBroken {
			return errReported
		}
	}
	return nil
}

func (p *printer) health(findings []finding) error {
	if p.format == formatJSON {
		return p.json(findings)
	}
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%-7s %-13s %s\n", f.State, f.What, strings.ReplaceAll(f.Found, "\n", "\n                      "))
		if f.Mend != "" {
			fmt.Fprintf(&b, "%-7s %-13s → %s\n", "", "", f.Mend)
		}
	}
	return p.flush(&b)
}

// examineHome tries to write where askomop keeps what it makes.
func examineHome(home string) finding {
	mend := "name a folder that you can write to: --home DIR or " + envName("home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return broken("home", err, mend)
	}
	f, err := os.CreateTemp(home, ".doctor-*")
	if err != nil {
		return broken("home", err, mend)
	}
	f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return broken("home", err, mend)
	}
	return fine("home", home)
}

func examineConfig(s settings) finding {
	if s.Config == "" {
		return fine("configuration", "no file ("+filepath.Join(s.Home, "config.yaml")+" would be read)")
	}
	return fine("configuration", s.Config)
}

// examineDatabase opens the database and looks at what questions need of it.
func (c *call) examineDatabase(ctx context.Context) []finding {
	mend := "askomop db load SRC --to FILE, then --db FILE"
	engine, err := c.app.Engine(ctx)
	if err != nil {
		return []finding{broken("database", err, mend)}
	}
	path, err := c.app.DatabaseFile(ctx)
	if err != nil {
		return []finding{broken("database", err, mend)}
	}
	file := fine("database", path)
	file.Path = path
	if c.settings.DB == "" {
		file.Found = "the demo database, " + path
	}
	d, err := info.Describe(ctx, engine.DB())
	if err != nil {
		return []finding{broken("database", err, mend)}
	}
	found := []finding{
		file,
		fine("CDM", fmt.Sprintf("version %s, %d people, %s to %s", orUnknown(d.Version), d.Persons, d.FirstDate, d.LastDate)),
	}
	if d.Persons == 0 {
		found[1] = broken("CDM", errors.New("there is nobody in it: the person table is empty or missing"), mend)
	}
	for _, f := range d.Findings {
		found = append(found, worth("CDM", f.Message))
	}
	return append(found, c.examineVocabulary(ctx))
}

func (c *call) examineVocabulary(ctx context.Context) finding {
	mend := "download one from athena.ohdsi.org, then: askomop vocab load ZIP"
	v, err := c.app.Vocabulary(ctx)
	if err != nil {
		return broken("vocabulary", err, mend)
	}
	i := v.Info()
	f := fine("vocabulary", fmt.Sprintf("%s, %d concepts, %d names; index %s", orUnknown(i.Version), i.Concepts, i.Terms, i.IndexFile))
	if i.Hierarchy == vocab.HierarchyNone {
		f.State = stateNote
		f.Found += "\nit has no hierarchy: concept sets will lack descendants"
		f.Mend = "load the CDM again with CONCEPT_ANCESTOR.csv"
	}
	return f
}

func (c *call) examineLibrary(ctx context.Context) finding {
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return broken("library", err, "mend the file that is named, in "+c.app.OwnLibrary())
	}
	return fine("library", fmt.Sprintf("%d pairs; yours go to %s", len(pairs), c.app.OwnLibrary()))
}
