package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Schema is the part of JSON Schema that every provider understands. A Request.Schema
// is one at its root of type object.
type Schema struct {
	Type        string             `json:"type"` // object, array, string, number, integer or boolean
	Description string             `json:"description,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	Enum        []string           `json:"enum,omitempty"` // of a string
	// AdditionalProperties is false on every object of a parsed schema: providers demand it for strict answers.
	AdditionalProperties *bool `json:"additionalProperties,omitempty"`
}

// ParseSchema reads a Request.Schema. Keywords other than Schema's are an error, since
// some provider would pass over them in silence.
func ParseSchema(text string) (*Schema, error) {
	var s Schema
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("reading the schema of an answer: %w", err)
	}
	if s.Type != "object" {
		return nil, fmt.Errorf("reading the schema of an answer: its root is of type %q and must be an object", s.Type)
	}
	if err := s.prepare("$"); err != nil {
		return nil, fmt.Errorf("reading the schema of an answer: %w", err)
	}
	return &s, nil
}

// prepare checks a schema below its root and closes its objects.
func (s *Schema) prepare(at string) error {
	switch s.Type {
	case "object":
		closed := false
		s.AdditionalProperties = &closed
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			if s.Properties[name] == nil {
				return fmt.Errorf("%s.%s is null", at, name)
			}
			if err := s.Properties[name].prepare(at + "." + name); err != nil {
				return err
			}
		}
		for _, name := range s.Required {
			if s.Properties[name] == nil {
				return fmt.Errorf("%s requires %q, which it does not describe", at, name)
			}
		}
	case "array":
		if s.Items == nil {
			return fmt.Errorf("%s is a list of unknown items", at)
		}
		return s.Items.prepare(at + "[]")
	case "string", "number", "integer", "boolean":
	default:
		return fmt.Errorf("%s is of type %q; use object, array, string, number, integer or boolean", at, s.Type)
	}
	return nil
}

// Strict reports whether every object requires all its properties, as OpenAI's strict answers demand.
func (s *Schema) Strict() bool {
	if s.Items != nil && !s.Items.Strict() {
		return false
	}
	for name, p := range s.Properties {
		if !slices.Contains(s.Required, name) || !p.Strict() {
			return false
		}
	}
	return true
}

// Check reports the first place where a JSON value does not fit. Properties that
// the schema does not name are let pass: models on servers without strict answers add some.
func (s *Schema) Check(value []byte) error {
	dec := json.NewDecoder(bytes.NewReader(value))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	return s.check("$", v)
}

func (s *Schema) check(at string, v any) error {
	switch v := v.(type) {
	case map[string]any:
		if s.Type != "object" {
			return s.wrong(at, "an object")
		}
		return s.checkObject(at, v)
	case []any:
		if s.Type != "array" {
			return s.wrong(at, "a list")
		}
		for i, item := range v {
			if err := s.Items.check(fmt.Sprintf("%s[%d]", at, i), item); err != nil {
				return err
			}
		}
	case string:
		if s.Type != "string" {
			return s.wrong(at, "a string")
		}
		if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
			return fmt.Errorf("%s is none of %s", at, strings.Join(s.Enum, ", "))
		}
	case json.Number:
		_, err := v.Int64()
		if s.Type != "number" && (s.Type != "integer" || err != nil) {
			return s.wrong(at, "the number "+v.String())
		}
	case bool:
		if s.Type != "boolean" {
			return s.wrong(at, "true or false")
		}
	default:
		return s.wrong(at, "null")
	}
	return nil
}

func (s *Schema) checkObject(at string, v map[string]any) error {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("%s has no %q", at, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if p := s.Properties[name]; p != nil {
			if err := p.check(at+"."+name, v[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Schema) wrong(at, found string) error {
	return fmt.Errorf("%s should be of type %s and is %s", at, s.Type, found)
}
