package conceptset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// Decisions are what a person has decided about concepts, in a file to which lines are only ever
// added, so that several processes can decide at once and nothing is lost.
type Decisions struct{ path string }

// NewDecisions returns the decisions of a file, which need not exist.
func NewDecisions(path string) *Decisions { return &Decisions{path} }

// Decision says that words of a domain mean a concept, or never mean it.
type Decision struct {
	Number  int       `json:"number"` // counted from 1 in the file
	At      time.Time `json:"at"`
	Domain  string    `json:"domain"`           // as in placeholders
	Text    string    `json:"text"`             // the words as they were written; empty for all words
	Concept int64     `json:"concept"`          // decided about
	Name    string    `json:"name"`             // of the concept
	Never   bool      `json:"never"`            // it and what lies below it are left out
	Undoes  int       `json:"undoes,omitempty"` // the number of a decision that no longer holds
}

// Add writes a decision down. Its number comes with the next List.
func (d *Decisions) Add(decision Decision) error {
	line, err := json.Marshal(decision)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(d.path), 0o700); err != nil {
		return fmt.Errorf("remember a decision: %w", err)
	}
	f, err := os.OpenFile(d.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("remember a decision: %w", err)
	}
	_, err = f.Write(append(line, '\n')) // one write of one line: writers at the same time do not mix
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("remember a decision: %w", err)
	}
	return nil
}

// List returns the decisions that hold, oldest first. A later one about the same words and concept replaces an earlier.
func (d *Decisions) List() ([]Decision, error) {
	text, err := os.ReadFile(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the remembered decisions: %w", err)
	}
	var all []Decision
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		var one Decision
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("read the remembered decisions: %s, line %d: %w; mend or remove the line", d.path, n,
				err)
		}
		one.Number = n
		all = slices.DeleteFunc(all, func(o Decision) bool {
			return o.Number == one.Undoes || one.Undoes == 0 && o.key() == one.key()
		})
		if one.Undoes == 0 {
			all = append(all, one)
		}
	}
	return all, lines.Err()
}

// decisionKey is what only one decision can be about.
type decisionKey struct {
	domain, text string
	concept      int64
}

func (d Decision) key() decisionKey { return decisionKey{d.Domain, vocab.Normalize(d.Text), d.Concept} }

// Undo takes a decision back. The error names the numbers that there are where it is none of them.
func (d *Decisions) Undo(number int) (Decision, error) {
	all, err := d.List()
	if err != nil {
		return Decision{}, err
	}
	i := slices.IndexFunc(all, func(o Decision) bool { return o.Number == number })
	if i < 0 {
		return Decision{}, fmt.Errorf("there is no decision %d; askomop code decisions lists those that hold", number)
	}
	return all[i], d.Add(Decision{At: time.Now(), Undoes: number})
}

// About returns the decisions about an entity: those of its words, and those of all words of its domain.
func (d *Decisions) About(e coding.Entity) ([]Decision, error) {
	if d == nil {
		return nil, nil
	}
	all, err := d.List()
	if err != nil {
		return nil, err
	}
	text := vocab.Normalize(e.Text)
	return slices.DeleteFunc(all, func(o Decision) bool {
		return o.Domain != e.Domain || o.Text != "" && vocab.Normalize(o.Text) != text
	}), nil
}
