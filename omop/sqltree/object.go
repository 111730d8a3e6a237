package sqltree

import (
	"encoding/json"
	"strconv"
)

// object is one JSON object of the parser's tree. It remembers which of its fields
// were read, so that a field this package does not know is not lost in silence.
type object struct {
	fields map[string]any
	read   map[string]bool
}

// asObject returns v as an object, or nil where it is none.
func asObject(v any) *object {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	return &object{fields: m, read: make(map[string]bool, len(m))}
}

func (o *object) get(key string) any {
	o.read[key] = true
	return o.fields[key]
}

func (o *object) object(key string) *object { return asObject(o.get(key)) }

func (o *object) list(key string) []any {
	l, _ := o.get(key).([]any)
	return l
}

func (o *object) str(key string) string {
	s, _ := o.get(key).(string)
	return s
}

func (o *object) bool(key string) bool {
	b, _ := o.get(key).(bool)
	return b
}

func (o *object) int(key string) (int64, bool) { return asInt(o.get(key)) }

// strings returns the strings of a list, and false where it holds anything else.
func (o *object) strings(key string) ([]string, bool) {
	var out []string
	for _, v := range o.list(key) {
		s, ok := v.(string)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// ignore marks fields as read that carry nothing of their own.
func (o *object) ignore(keys ...string) {
	for _, k := range keys {
		o.read[k] = true
	}
}

// complete reports whether every field was read or is empty.
func (o *object) complete() bool {
	for k, v := range o.fields {
		if !o.read[k] && !isEmptyJSON(v) {
			return false
		}
	}
	return true
}

// raw returns the object as JSON again.
func (o *object) raw() []byte {
	data, err := json.Marshal(o.fields)
	if err != nil { // it was JSON a moment ago
		return nil
	}
	return data
}

func isEmptyJSON(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, e := range v {
			if !isEmptyJSON(e) {
				return false
			}
		}
		return true
	}
	return false
}

func asInt(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := strconv.ParseInt(n.String(), 10, 64)
	return i, err == nil
}
