package eval

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/rag/library"
)

// Refusal is a question that must be refused.
type Refusal struct {
	ID       string // the reason and a number
	Reason   string // one of RefusalReasons
	Question string
}

// RefusalReasons are why a question must be refused.
func RefusalReasons() []string {
	return []string{
		"no-such-person-or-place", // in the data
		"outside-knowledge",       // guidelines, doses, prognosis: no database of records holds it
		"not-in-cdm",              // genomes, rooms, schedules, images
		"ambiguous",               // means nothing definite without a definition
		"identities",              // asks who somebody is
		"changes-data",
		"made-up", // a drug, disease or test that does not exist
		"hidden-instructions",
	}
}

// refusalID is the form of a refusal's id.
var refusalID = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// ParseRefusals reads questions that must be refused: a line each of id, reason and
// question, separated by tabs; empty lines and those that begin with # are passed
// over. It reads on past faulty lines and returns the good ones in the order of the
// text with all faults joined, each a *rag.PairError. An id or a question given twice,
// in whatever case, is a fault.
func ParseRefusals(file, text string) ([]Refusal, error) {
	var refusals []Refusal
	var faults []error
	seen := map[string]int{}
	for n, fields := range tsv.Rows(text) {
		r, err := parseRefusal(fields)
		if err == nil {
			err = once(seen, n, "id "+r.ID, "question "+strings.ToLower(r.Question))
		}
		if err != nil {
			faults = append(faults, &library.PairError{File: file, Line: n, Msg: err.Error()})
			continue
		}
		refusals = append(refusals, r)
	}
	return refusals, errors.Join(faults...)
}

func parseRefusal(fields []string) (Refusal, error) {
	if len(fields) != 3 {
		return Refusal{}, fmt.Errorf("a line is id, reason and question separated by tabs; this one has %d fields",
			len(fields))
	}
	r := Refusal{ID: fields[0], Reason: fields[1], Question: fields[2]}
	switch {
	case !refusalID.MatchString(r.ID):
		return r, fmt.Errorf("id %q is not lower-case words joined by hyphens", r.ID)
	case !slices.Contains(RefusalReasons(), r.Reason):
		return r, fmt.Errorf("unknown reason %q; the reasons are %s", r.Reason, strings.Join(RefusalReasons(), ", "))
	case r.Question == "" || r.Question != strings.TrimSpace(r.Question):
		return r, errors.New("the question is empty or has blanks around it")
	}
	return r, nil
}

// once notes the keys as seen on a line, or tells which was seen before.
func once(seen map[string]int, line int, keys ...string) error {
	for _, k := range keys {
		if at := seen[k]; at > 0 {
			return fmt.Errorf("%s is given on line %d already", k, at)
		}
		seen[k] = line
	}
	return nil
}
