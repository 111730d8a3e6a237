package studytest

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"reflect"

	"github.com/askomop/askomop/omop/study"
)

// examples are study questions, one a line, that together with those of the library set every field that there is.
//
//go:embed examples.jsonl
var examples []byte

// Examples reads questions that set every field of a study question: our own, and those of the library in a file of
// omop/study/compile.
func Examples(library string) ([]*study.Question, error) {
	pairs, err := os.ReadFile(library)
	if err != nil {
		return nil, err
	}
	var all []*study.Question
	for _, file := range [][]byte{examples, pairs} {
		lines := bufio.NewScanner(bytes.NewReader(file))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			q, err := study.Parse(questionOf(lines.Bytes()))
			if err != nil {
				return nil, fmt.Errorf("%w: %s", err, lines.Bytes())
			}
			all = append(all, q)
		}
	}
	return all, nil
}

// questionOf is the question of a line: the line itself, or in a pair with its id its field question.
func questionOf(line []byte) []byte {
	const field = `"question":`
	if i := bytes.Index(line, []byte(field)); i >= 0 {
		return bytes.TrimSuffix(bytes.TrimSpace(line[i+len(field):]), []byte("}"))
	}
	return line
}

// Place is a field of a study question, or of a part of it, that says something.
type Place struct {
	Field string        // "Event.Moved"
	Value reflect.Value // which can be set
}

// Places are the places of a question.
func Places(q *study.Question) []Place {
	var all []Place
	var look func(v reflect.Value)
	look = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				look(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				look(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Field(i); !f.IsZero() {
					all = append(all, Place{v.Type().Name() + "." + v.Type().Field(i).Name, f})
					look(f)
				}
			}
		}
	}
	look(reflect.ValueOf(q))
	return all
}

// Fields are all that a study question and its parts have.
func Fields() []string {
	var all []string
	seen := map[reflect.Type]bool{}
	var look func(t reflect.Type)
	look = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice:
			look(t.Elem())
		case reflect.Struct:
			if seen[t] {
				return
			}
			seen[t] = true
			for i := range t.NumField() {
				all = append(all, t.Name()+"."+t.Field(i).Name)
				look(t.Field(i).Type)
			}
		}
	}
	look(reflect.TypeFor[study.Question]())
	return all
}
