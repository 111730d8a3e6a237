package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/omop/postgres"
	"github.com/askomop/askomop/vocab"
)

// Health is one line of the doctor's: what was looked at, how it is, and the
// command that mends it.
type Health struct {
	What  string `json:"what"`
	State string `json:"state"` // ok, note or broken
	Found string `json:"found"`
	Mend  string `json:"mend"`
	Path  string `json:"path,omitempty"` // of what was found, where it is a file
}

// fine, worth and broken are findings of the three states.
func fine(what, found string) Health { return Health{What: what, State: StateOK, Found: found} }

func worth(what, found string) Health { return Health{What: what, State: StateNote, Found: found} }

func broken(what string, err error, mend string) Health {
	return Health{What: what, State: StateBroken, Found: err.Error(), Mend: mend}
}

const (
	StateOK     = "ok"
	StateNote   = "note" // works without
	StateBroken = "broken"
)

// Doctor says what is configured, what is reachable, what is missing and the command that mends it.
// configFile is the file that the settings were read from, or empty.
func (a *App) Doctor(ctx context.Context, configFile string) ([]Health, error) {
	found := []Health{fine("version", a.build.Version), examineHome(a.build.Home), a.examineConfig(configFile)}
	found = append(found, a.examineDatabase(ctx)...)
	found = append(found, a.examineLibrary(ctx))
	found = append(found, a.examineRetrieval(ctx)...)
	found = append(found, a.examineModel(ctx))
	return found, ctx.Err()
}

// examineHome tries to write where askomop keeps what it makes.
func examineHome(home string) Health {
	mend := "name a folder that you can write to: --home DIR or " + "ASKOMOP_HOME"
	if err := os.MkdirAll(home, 0o700); err != nil {
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

func (a *App) examineConfig(file string) Health {
	if file == "" {
		return fine("configuration", "no file ("+filepath.Join(a.build.Home, "config.yaml")+" would be read)")
	}
	return fine("configuration", file)
}

// examineDatabase opens the database and looks at what questions need of it.
func (a *App) examineDatabase(ctx context.Context) []Health {
	mend := "askomop db load SRC --to FILE, then --db FILE"
	db, err := a.database(ctx)
	if err != nil {
		return []Health{broken("database", err, mend)}
	}
	file := fine("database", db.path)
	file.Path = db.path
	if a.build.DB == "" {
		file.Found = "the demo database, " + db.path
	}
	d, err := info.Describe(ctx, db.engine.Reader())
	if err != nil {
		return []Health{broken("database", err, mend)}
	}
	d.Hide(a.MinCell())
	found := []Health{
		file,
		fine("CDM", fmt.Sprintf("version %s, %d people, %s to %s", orUnknown(d.Version), d.Persons, d.FirstDate,
			d.LastDate)),
	}
	if d.Persons == 0 {
		found[1] = broken("CDM", errors.New("there is nobody in it: the person table is empty or missing"), mend)
	}
	for _, f := range d.Findings {
		found = append(found, worth("CDM", f.Message))
	}
	if db.server != nil {
		found = append(found, examineRole(ctx, db.server)...)
	}
	return append(found, a.examineVocabulary(ctx))
}

// examineRole looks whether the role that asks a server can do more than read.
func examineRole(ctx context.Context, on server) []Health {
	e, ok := on.(*postgres.Engine)
	if !ok {
		return nil
	}
	rights, err := e.Rights(ctx)
	switch {
	case err != nil:
		return []Health{broken("role", err, "")}
	case rights.Plain():
		return []Health{fine("role", rights.String())}
	}
	could := worth("role", rights.String()+": askomop only reads, but a role that can do no more is safer")
	could.Mend = rights.Advice()
	return []Health{could}
}

func (a *App) examineVocabulary(ctx context.Context) Health {
	mend := "download one from athena.ohdsi.org, then: askomop vocab load ZIP"
	v, err := a.Vocabulary(ctx)
	if err != nil {
		return broken("vocabulary", err, mend)
	}
	if err := v.Verify(); err != nil {
		return broken("vocabulary", err, "delete that file: it is built anew")
	}
	i := v.Info()
	f := fine("vocabulary", fmt.Sprintf("%s, %d concepts, %d names; index %s", orUnknown(i.Version), i.Concepts,
		i.Terms, i.IndexFile))
	if i.Hierarchy == vocab.HierarchyNone {
		f.State = StateNote
		f.Found += "\nit has no hierarchy: concept sets will lack descendants"
		f.Mend = "load the CDM again with CONCEPT_ANCESTOR.csv"
	}
	return f
}

func (a *App) examineLibrary(ctx context.Context) Health {
	pairs, err := a.Library(ctx)
	if err != nil {
		return broken("library", err, "mend the file that is named, in "+a.build.ownLibrary())
	}
	return fine("library", fmt.Sprintf("%d pairs; yours go to %s", len(pairs), a.build.ownLibrary()))
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown version"
	}
	return s
}
