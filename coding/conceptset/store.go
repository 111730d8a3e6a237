package conceptset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// Store keeps named sets in a folder: one folder a name, one file a version. Versions are never
// changed; several processes may save and read at once.
type Store struct{ dir string }

// NewStore returns the store of a folder, which need not exist.
func NewStore(dir string) *Store { return &Store{dir} }

// Saved is one version of a named set.
type Saved struct {
	Name       string     `json:"name"`
	Version    int        `json:"version"` // from 1
	At         time.Time  `json:"saved"`
	Domain     string     `json:"domain,omitempty"` // as in placeholders
	Text       string     `json:"text,omitempty"`   // that was coded
	Vocabulary string     `json:"vocabulary"`       // version of the vocabulary that it was resolved on; may be empty
	Expression Expression `json:"expression"`
	Concepts   []int64    `json:"concepts"` // that it came to when it was saved
}

// ErrNotSaved is wrapped where there is no set of a name or version.
var ErrNotSaved = errors.New("no such concept set")

var setName = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$`)

// CheckName reports what is wrong with a name of a set.
func CheckName(name string) error {
	if !setName.MatchString(name) {
		return fmt.Errorf("%q is not a name for a concept set: use letters, digits, dots, hyphens and underscores, at most 80", name)
	}
	return nil
}

// Save stores a set as the next version of its name and returns it. Where the last version has the same
// expression and concepts, that one is returned and nothing is written.
func (s *Store) Save(set Saved) (Saved, error) {
	if err := CheckName(set.Name); err != nil {
		return Saved{}, err
	}
	dir := filepath.Join(s.dir, set.Name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Saved{}, fmt.Errorf("save concept set %s: %w", set.Name, err)
	}
	for range 1000 { // as often as other processes are faster
		last, err := s.Load(set.Name, 0)
		switch {
		case err == nil && same(last, set):
			return last, nil
		case err != nil && !errors.Is(err, ErrNotSaved):
			return Saved{}, err
		}
		set.Version = last.Version + 1
		err = writeNew(filepath.Join(dir, strconv.Itoa(set.Version)+".json"), set)
		if err == nil {
			return set, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return Saved{}, fmt.Errorf("save concept set %s: %w", set.Name, err)
		}
	}
	return Saved{}, fmt.Errorf("save concept set %s: too many others are saving it; try again", set.Name)
}

// same reports whether two versions hold the same.
func same(a, b Saved) bool {
	return slices.Equal(a.Concepts, b.Concepts) &&
		slices.EqualFunc(a.Expression.Items, b.Expression.Items, func(x, y Item) bool {
			return x.Concept.ID == y.Concept.ID && x.Exclude == y.Exclude && x.Descendants == y.Descendants &&
				x.Mapped == y.Mapped
		})
}

// writeNew writes a file that does not exist yet, whole or not at all.
func writeNew(path string, doc any) error {
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".saving-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(append(text, '\n'))
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Link(tmp.Name(), path) // unlike a rename it does not replace what another process has put there
}

// Load returns a version of a set; 0 is the last one. The error wraps ErrNotSaved where there is none.
func (s *Store) Load(name string, version int) (Saved, error) {
	if err := CheckName(name); err != nil {
		return Saved{}, fmt.Errorf("%w: %w", ErrNotSaved, err)
	}
	if version == 0 {
		versions, err := s.Versions(name)
		if err != nil {
			return Saved{}, err
		}
		if len(versions) == 0 {
			return Saved{}, fmt.Errorf("%w: %s; askomop code set list shows those that there are", ErrNotSaved, name)
		}
		version = versions[len(versions)-1]
	}
	path := filepath.Join(s.dir, name, strconv.Itoa(version)+".json")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Saved{}, fmt.Errorf("%w: %s has no version %d; askomop code set show %[2]s lists them", ErrNotSaved,
			name, version)
	}
	if err != nil {
		return Saved{}, fmt.Errorf("read concept set %s: %w", name, err)
	}
	var set Saved
	if err := json.Unmarshal(text, &set); err != nil {
		return Saved{}, fmt.Errorf("read concept set %s: %w", path, err)
	}
	return set, nil
}

// Versions returns the versions of a set, ascending; none where there is no such set.
func (s *Store) Versions(name string) ([]int, error) {
	entries, err := os.ReadDir(filepath.Join(s.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list concept set %s: %w", name, err)
	}
	var versions []int
	for _, e := range entries {
		stem, ok := strings.CutSuffix(e.Name(), ".json")
		if n, err := strconv.Atoi(stem); ok && err == nil && n > 0 {
			versions = append(versions, n)
		}
	}
	slices.Sort(versions)
	return versions, nil
}

// List returns the last version of every set, by name.
func (s *Store) List() ([]Saved, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list concept sets: %w", err)
	}
	var all []Saved
	for _, e := range entries {
		if !e.IsDir() || CheckName(e.Name()) != nil {
			continue
		}
		set, err := s.Load(e.Name(), 0)
		if errors.Is(err, ErrNotSaved) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, set)
	}
	return all, nil
}

// Remove deletes a set with all its versions. The error wraps ErrNotSaved where there is none.
func (s *Store) Remove(name string) error {
	if _, err := s.Load(name, 0); err != nil {
		return err
	}
	// Out of the way in one step, so that nobody meets half a set.
	gone, err := os.MkdirTemp(s.dir, ".removing-")
	if err != nil {
		return fmt.Errorf("remove concept set %s: %w", name, err)
	}
	defer os.RemoveAll(gone)
	if err := os.Rename(filepath.Join(s.dir, name), filepath.Join(gone, name)); err != nil {
		return fmt.Errorf("remove concept set %s: %w", name, err)
	}
	return nil
}
