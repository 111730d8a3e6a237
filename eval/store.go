package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/wholefile"
)

// The files of a run's folder.
const (
	planFile       = "plan.json"
	outcomesFile   = "outcomes.jsonl"
	referencesFile = "references.jsonl"
)

// Plan is what a run consists of. It is kept with the run, so that the run can be
// resumed and scored without anything else.
type Plan struct {
	Database string   `json:"database"` // stands for the state of the data: a run goes on only over the same
	Settings []string `json:"settings"` // labels, in the order of reports
	Models   []string `json:"models"`   // of the settings, in their order; "none" for those without
	Cases    []Case   `json:"cases"`

	LeftOut []LeftOut `json:"left_out,omitempty"` // of the set that the cases come from
}

// fingerprint changes with the data and the cases. Settings may be added to a run later.
func (p Plan) fingerprint() string {
	h := sha256.New()
	fmt.Fprintln(h, p.Database)
	_ = json.NewEncoder(h).Encode(p.Cases) // neither strings nor a hash can fail
	return hex.EncodeToString(h.Sum(nil))
}

// Record is a run as it was kept.
type Record struct {
	Name       string
	Plan       Plan
	Outcomes   []Outcome // in the order in which they ended
	References map[string]Reference
}

// Folder is a run being written. It is held by one process at a time.
type Folder struct {
	Record
	done       map[string]bool
	outcomes   *journal
	references *journal
	lock       *flock.Flock
}

var runName = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// ErrOtherPlan says that a run of this name was made of other cases or over other data.
var ErrOtherPlan = errors.New("the run of this name has other cases or another database")

// OpenFolder makes dir or opens it to go on with the run in it. The error wraps
// ErrOtherPlan where the run there cannot be gone on with.
func OpenFolder(dir string, plan Plan) (*Folder, error) {
	if name := filepath.Base(dir); !runName.MatchString(name) {
		return nil, fmt.Errorf("%q can't be the name of a run: letters, digits, dots and hyphens", name)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the run: %w", err)
	}
	f := &Folder{Record: Record{Name: filepath.Base(dir), References: map[string]Reference{}}, done: map[string]bool{},
		lock: flock.New(filepath.Join(dir, "lock"))}
	if held, err := f.lock.TryLock(); err != nil || !held {
		return nil, errors.Join(fmt.Errorf("another askomop writes the run %s; wait for it, or choose another --name",
			f.Name), err)
	}
	if err := f.open(dir, plan); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *Folder) open(dir string, plan Plan) error {
	if err := f.settle(filepath.Join(dir, planFile), plan); err != nil {
		return err
	}
	var err error
	f.outcomes, err = openJournal(filepath.Join(dir, outcomesFile), f.readOutcome)
	if err == nil {
		f.references, err = openJournal(filepath.Join(dir, referencesFile), f.readReference)
	}
	return err
}

// settle compares the plan with the kept one, and keeps it with the settings of both.
func (f *Folder) settle(path string, plan Plan) error {
	kept, err := readPlan(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case kept.fingerprint() != plan.fingerprint():
		return fmt.Errorf("%w; choose another --name, or start it anew with --restart", ErrOtherPlan)
	default:
		for i, s := range plan.Settings {
			if !slices.Contains(kept.Settings, s) {
				kept.Settings, kept.Models = append(kept.Settings, s), append(kept.Models, plan.Models[i])
			}
		}
		plan.Settings, plan.Models = kept.Settings, kept.Models
	}
	f.Plan = plan
	data, err := json.Marshal(plan)
	if err != nil {
		return fmt.Errorf("keeping the plan: %w", err)
	}
	if err := wholefile.Write(path, data); err != nil {
		return fmt.Errorf("keeping the plan: %w", err)
	}
	return nil
}

func readPlan(path string) (Plan, error) {
	var p Plan
	data, err := os.ReadFile(path)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("reading %s: %w", path, err)
	}
	if len(p.Models) != len(p.Settings) {
		return p, fmt.Errorf("reading %s: it names %d settings and %d models", path, len(p.Settings), len(p.Models))
	}
	return p, nil
}

func (r *Record) readOutcome(line []byte) error {
	var o Outcome
	if err := json.Unmarshal(line, &o); err != nil {
		return err
	}
	r.Outcomes = append(r.Outcomes, o)
	return nil
}

func (f *Folder) readOutcome(line []byte) error {
	if err := f.Record.readOutcome(line); err != nil {
		return err
	}
	f.done[f.Outcomes[len(f.Outcomes)-1].Key()] = true
	return nil
}

func (r *Record) readReference(line []byte) error {
	var ref Reference
	if err := json.Unmarshal(line, &ref); err != nil {
		return err
	}
	r.References[ref.Case] = ref
	return nil
}

// Close lets go of the folder.
func (f *Folder) Close() error {
	var err error
	for _, j := range []*journal{f.outcomes, f.references} {
		if j != nil {
			err = errors.Join(err, j.close())
		}
	}
	return errors.Join(err, f.lock.Unlock())
}

// Read returns a run as it is kept in dir, also while it is being written: then as far as it is.
func Read(dir string) (*Record, error) {
	plan, err := readPlan(filepath.Join(dir, planFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no run %s; askomop eval list shows which there are", filepath.Base(dir))
	}
	if err != nil {
		return nil, err
	}
	r := &Record{Name: filepath.Base(dir), Plan: plan, References: map[string]Reference{}}
	for name, each := range map[string]func([]byte) error{
		outcomesFile: r.readOutcome, referencesFile: r.readReference,
	} {
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading the run %s: %w", r.Name, err)
		}
		if err := eachLine(wholeLines(data), path, each); err != nil {
			return nil, fmt.Errorf("reading the run %s: %w", r.Name, err)
		}
	}
	return r, nil
}

// Remove removes a run, unless a process holds it. That there is none is not an error.
func Remove(dir string) error {
	if !runName.MatchString(filepath.Base(dir)) {
		return fmt.Errorf("%q can't be the name of a run: letters, digits, dots and hyphens", filepath.Base(dir))
	}
	if _, err := os.Stat(filepath.Join(dir, planFile)); errors.Is(err, fs.ErrNotExist) {
		return nil // no run: whatever the folder is, it is not ours to remove
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	if held, err := lock.TryLock(); err != nil || !held {
		return errors.Join(fmt.Errorf("another askomop writes the run %s; wait for it", filepath.Base(dir)), err)
	}
	var err error
	for _, name := range []string{outcomesFile, referencesFile, planFile} {
		if e := os.Remove(filepath.Join(dir, name)); !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return errors.Join(err, lock.Unlock())
}
