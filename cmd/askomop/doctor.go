package main

import (
	"context"
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
		{"version", stateOK, c.App.Version, ""},
		examineHome(c.settings.Home),
		examineConfig(c.settings),
	}
	findings = append(findings, c.examineDatabase(ctx)...)
	findings = append(findings, c.examineLibrary(),
		finding{"model", stateNote, "none: questions are answered by the library and the vocabulary alone", ""})
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
	broken := func(err error) finding {
		return finding{"home", stateBroken, err.Error(), "name a folder that you can write to: --home DIR or " + envName("home")}
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		return broken(err)
	}
	f, err := os.CreateTemp(home, ".doctor-*")
	if err != nil {
		return broken(err)
	}
	f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return broken(err)
	}
	return finding{"home", stateOK, home, ""}
}

func examineConfig(s settings) finding {
	if s.Config == "" {
		return finding{"configuration", stateOK, "no file (" + filepath.Join(s.Home, "config.yaml") + " would be read)", ""}
	}
	return finding{"configuration", stateOK, s.Config, ""}
}

// examineDatabase opens the database and looks at what questions need of it.
func (c *call) examineDatabase(ctx context.Context) []finding {
	mend := "askomop db load SRC --to FILE, then --db FILE"
	engine, err := c.parts.Engine(ctx)
	if err != nil {
		return []finding{{"database", stateBroken, err.Error(), mend}}
	}
	path, err := c.parts.Database(ctx)
	if err != nil {
		return []finding{{"database", stateBroken, err.Error(), mend}}
	}
	name := path
	if c.settings.DB == "" {
		name = "the demo database, " + path
	}
	d, err := info.Describe(ctx, engine.DB())
	if err != nil {
		return []finding{{"database", stateBroken, err.Error(), mend}}
	}
	found := []finding{
		{"database", stateOK, name, ""},
		{"CDM", stateOK, fmt.Sprintf("version %s, %d people, %s to %s", orUnknown(d.Version), d.Persons, d.FirstDate, d.LastDate), ""},
	}
	if d.Persons == 0 {
		found[1] = finding{"CDM", stateBroken, "there is nobody in it: the person table is empty or missing", mend}
	}
	for _, f := range d.Findings {
		found = append(found, finding{"CDM", stateNote, f.Message, ""})
	}
	return append(found, c.examineVocabulary(ctx))
}

func (c *call) examineVocabulary(ctx context.Context) finding {
	mend := "download one from athena.ohdsi.org, then: askomop vocab load ZIP"
	v, err := c.parts.Vocabulary(ctx)
	if err != nil {
		return finding{"vocabulary", stateBroken, err.Error(), mend}
	}
	i := v.Info()
	f := finding{"vocabulary", stateOK, fmt.Sprintf("%s, %d concepts, %d names; index %s", orUnknown(i.Version), i.Concepts, i.Terms, i.IndexFile), ""}
	if i.Hierarchy == vocab.HierarchyNone {
		f.State = stateNote
		f.Found += "\nit has no hierarchy: concept sets will lack descendants"
		f.Mend = "load the CDM again with CONCEPT_ANCESTOR.csv"
	}
	return f
}

func (c *call) examineLibrary() finding {
	pairs, err := c.parts.Library()
	if err != nil {
		return finding{"library", stateBroken, err.Error(), "mend the file that is named, in " + c.parts.ownLibrary()}
	}
	return finding{"library", stateOK, fmt.Sprintf("%d pairs; yours go to %s", len(pairs), c.parts.ownLibrary()), ""}
}
