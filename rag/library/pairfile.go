// Package library reads curated pairs from their files: one .sql file a pair, its head in comments.
// It knows neither how a question is read nor where pairs are kept.
package library

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/rag"
)

// PairError is a fault in a pair's file, at a line counted from 1.
type PairError struct {
	File string
	Line int
	Msg  string
}

func (e *PairError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

var pairID = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Parse reads one pair: a head of "-- key: value" lines, then one SELECT. The
// keys are id, question, topic, verified (once each), paraphrase and note (any number). A
// file that strays from this is a *PairError.
func Parse(file, text string) (rag.Pair, error) {
	p := rag.Pair{Source: file}
	fail := func(line int, format string, args ...any) (rag.Pair, error) {
		return rag.Pair{}, &PairError{file, line, fmt.Sprintf(format, args...)}
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	n := 0
	for ; n < len(lines); n++ {
		line := strings.TrimRight(lines[n], " \t")
		if n == 0 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line == "" {
			continue
		}
		head, isHead := strings.CutPrefix(line, "--")
		if !isHead {
			break
		}
		key, value, ok := strings.Cut(strings.TrimSpace(head), ":")
		if !ok {
			return fail(n+1, "a head line is \"-- key: value\"; this one has no colon")
		}
		if err := set(&p, strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return fail(n+1, "%v", err)
		}
	}
	p.SQL = strings.TrimSpace(strings.Join(lines[min(n, len(lines)):], "\n"))
	p.SQL = strings.TrimSpace(strings.TrimSuffix(p.SQL, ";"))
	switch {
	case p.ID == "":
		return fail(1, "the head has no id")
	case p.Question == "":
		return fail(1, "the head has no question")
	case p.Topic == "":
		return fail(1, "the head has no topic")
	case len(p.Paraphrases) < 2 && p.Verified == "": // an answer that a person has verified is of use as it is
		return fail(1, "the head has %d paraphrases; at least two are needed, or a line \"-- verified: WHO, WHEN\"",
			len(p.Paraphrases))
	case p.SQL == "":
		return fail(n+1, "there is no SQL after the head")
	}
	return p, nil
}

func set(p *rag.Pair, key, value string) error {
	if value == "" {
		return fmt.Errorf("%s is empty", key)
	}
	once := func(field *string) error {
		if *field != "" {
			return fmt.Errorf("%s is given twice", key)
		}
		*field = value
		return nil
	}
	switch key {
	case "id":
		if !pairID.MatchString(value) {
			return fmt.Errorf("id %q is not lower-case words joined by hyphens", value)
		}
		return once(&p.ID)
	case "question":
		return once(&p.Question)
	case "topic":
		return once(&p.Topic)
	case "verified":
		return once(&p.Verified)
	case "paraphrase":
		for _, w := range p.Wordings() {
			if strings.EqualFold(w, value) {
				return errors.New("this wording is given twice")
			}
		}
		p.Paraphrases = append(p.Paraphrases, value)
	case "note":
		p.Notes = append(p.Notes, value)
	default:
		return fmt.Errorf("unknown key %q; the keys are id, question, paraphrase, topic, note and verified", key)
	}
	return nil
}

// Read reads every .sql file below dir of fsys, sorted by id. It reads on past
// faulty files and returns the good pairs with all faults joined. Two pairs of one id are a fault, and so is a file
// that is not named after its id.
func Read(fsys fs.FS, dir string) ([]rag.Pair, error) {
	var pairs []rag.Pair
	var faults []error
	seen := map[string]string{}
	err := fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".sql" {
			return err
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		p, err := Parse(name, string(text))
		switch {
		case err != nil:
			faults = append(faults, err)
		case strings.TrimSuffix(path.Base(name), ".sql") != p.ID:
			faults = append(faults, &PairError{name, 1,
				fmt.Sprintf("the file is to be named %s.sql after its id", p.ID)})
		case seen[p.ID] != "":
			faults = append(faults, &PairError{name, 1, fmt.Sprintf("the id %s is also that of %s", p.ID, seen[p.ID])})
		default:
			seen[p.ID] = name
			pairs = append(pairs, p)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading pairs: %w", err)
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i].ID < pairs[j].ID })
	return pairs, errors.Join(faults...)
}
