package cohort

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/omop/study"
)

// Saved is a cohort that is kept as what is asked: its people are found where somebody names it.
type Saved struct {
	Name        string       `json:"name"`  // in [cohort@NAME]
	Title       string       `json:"title"` // by which words find it
	Description string       `json:"description,omitempty"`
	Origin      string       `json:"origin"` // the file that it was read from
	At          time.Time    `json:"at"`
	Cohort      study.Cohort `json:"cohort"`
}

// Definitions are kept in a folder, a file each. Several processes may use it at once.
type Definitions struct{ Dir string }

// ErrNotDefined is wrapped where there is no definition of a name or of words.
var ErrNotDefined = errors.New("no such cohort definition")

// Save keeps a definition under its name, in the place of an earlier one.
func (d Definitions) Save(def Saved) error {
	text, err := json.MarshalIndent(def, "", "  ")
	if err != nil {
		return err
	}
	if err := wholefile.Write(d.file(def.Name), text); err != nil {
		return fmt.Errorf("keep the cohort definition %s: %w", def.Name, err)
	}
	return nil
}

func (d Definitions) file(name string) string { return filepath.Join(d.Dir, name+".json") }

// Load returns the definition of a name.
func (d Definitions) Load(name string) (Saved, error) {
	var def Saved
	if Slug(name) != name {
		return def, fmt.Errorf("%q: %w", name, ErrNotDefined)
	}
	text, err := os.ReadFile(d.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return def, fmt.Errorf("%q: %w", name, ErrNotDefined)
	}
	if err == nil {
		err = json.Unmarshal(text, &def)
	}
	if err != nil {
		return def, fmt.Errorf("read the cohort definition %s: %w", name, err)
	}
	return def, nil
}

// Remove forgets a definition; one that is not there is no error.
func (d Definitions) Remove(name string) error {
	if err := os.Remove(d.file(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List returns the definitions by name.
func (d Definitions) List() ([]Saved, error) {
	files, err := os.ReadDir(d.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the cohort definitions: %w", err)
	}
	var all []Saved
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), ".json")
		if !ok || strings.HasPrefix(name, ".") {
			continue
		}
		def, err := d.Load(name)
		if err != nil {
			return nil, err
		}
		all = append(all, def)
	}
	return all, nil
}

// AmbiguousError says that words fit several definitions.
type AmbiguousError struct {
	Words string
	Names []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits several cohorts: %s; name one", e.Words, strings.Join(e.Names, ", "))
}

// Find returns the name of the definition that words mean: its name or title, or the only title that has all of the
// words of one of the wordings. The error wraps ErrNotDefined, or is an *AmbiguousError.
func (d Definitions) Find(wordings ...string) (string, error) {
	all, err := d.List()
	if err != nil {
		return "", err
	}
	for _, words := range wordings {
		if i := slices.IndexFunc(all, func(def Saved) bool { return def.Name == Slug(words) }); i >= 0 {
			return all[i].Name, nil
		}
	}
	var fit []string
	for _, words := range wordings {
		for _, def := range all {
			if Slug(def.Title) == Slug(words) && !slices.Contains(fit, def.Name) {
				fit = append(fit, def.Name)
			}
		}
	}
	if len(fit) > 0 {
		return only(wordings[0], fit)
	}
	for _, words := range wordings {
		asked := strings.Split(Slug(words), "-")
		for _, def := range all {
			title := strings.Split(Slug(def.Title), "-")
			if !slices.ContainsFunc(asked, func(w string) bool { return !slices.Contains(title, w) }) &&
				!slices.Contains(fit, def.Name) {
				fit = append(fit, def.Name)
			}
		}
	}
	if len(fit) == 0 {
		return "", fmt.Errorf("%q: %w", strings.Join(wordings[:1], ""), ErrNotDefined)
	}
	return only(wordings[0], fit)
}

func only(words string, fit []string) (string, error) {
	if len(fit) > 1 {
		return "", &AmbiguousError{words, fit}
	}
	return fit[0], nil
}

var notOfNames = lazyregexp.New(`[^a-z0-9]+`)

// mostOfName bounds the length of names made of titles.
const mostOfName = 60

// Slug is a title as a name: small letters, digits and hyphens.
func Slug(title string) string {
	name := strings.Trim(notOfNames.ReplaceAllString(strings.ToLower(title), "-"), "-")
	if len(name) > mostOfName {
		name = strings.TrimRight(name[:mostOfName], "-")
	}
	return name
}
