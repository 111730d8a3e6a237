package circe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Part is a part of a definition that the other side cannot say.
type Part struct {
	Path string // in the JSON: "InclusionRules[2].expression.CriteriaList[0].Criteria.Specimen"
	Why  string
}

func (p Part) String() string { return p.Path + ": " + p.Why }

// UnsupportedError names what cannot be said.
type UnsupportedError struct{ Parts []Part }

func (e *UnsupportedError) Error() string {
	var all []string
	for _, p := range e.Parts {
		all = append(all, p.String())
	}
	return "not everything in it can be said: " + strings.Join(all, "; ")
}

// object is a JSON object of which each field is taken once. What is left in the end was not understood.
type object struct {
	im     *reader
	path   string
	fields map[string]json.RawMessage
}

func (im *reader) object(path string, text json.RawMessage) *object {
	o := &object{im: im, path: path, fields: map[string]json.RawMessage{}}
	if isNull(text) {
		return o
	}
	if err := json.Unmarshal(text, &o.fields); err != nil {
		im.refuse(path, "is not a JSON object")
	}
	return o
}

func isNull(text json.RawMessage) bool {
	t := bytes.TrimSpace(text)
	return len(t) == 0 || bytes.Equal(t, []byte("null"))
}

// has reports whether a field is there and not null.
func (o *object) has(name string) bool { return !isNull(o.fields[name]) }

// take decodes a field into a value; it reports whether the field is there.
func (o *object) take(name string, into any) bool {
	text := o.fields[name]
	delete(o.fields, name)
	if isNull(text) {
		return false
	}
	if err := json.Unmarshal(text, into); err != nil {
		o.im.refuse(o.path+"."+name, "has a JSON value of another kind than ATLAS writes")
		return false
	}
	return true
}

// raw takes a field as it is.
func (o *object) raw(name string) json.RawMessage {
	text := o.fields[name]
	delete(o.fields, name)
	return text
}

// list takes a field that is a list.
func (o *object) list(name string) []json.RawMessage {
	var all []json.RawMessage
	o.take(name, &all)
	return all
}

// done refuses what was not taken, unless it says nothing: false, an empty list.
func (o *object) done() {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if t := string(bytes.TrimSpace(o.fields[name])); !slices.Contains([]string{"null", "false", `""`, "[]", "{}"}, t) {
			o.im.refuse(o.path+"."+name, "has no place in a study question")
		}
	}
}

func at(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
