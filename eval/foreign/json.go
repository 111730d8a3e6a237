package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// json reads a list of objects; {"data": [objects]}, with the SQL beside it as
// EHRSQL's labels; or an object of id → question or object.
func (r *reader) json(name string, data []byte) error {
	var top any
	if err := decodeJSON(data, &top); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	labels, err := r.labels()
	if err != nil {
		return err
	}
	if o, ok := top.(map[string]any); ok {
		for _, key := range []string{"data", "questions", "cases", "examples"} {
			if list, ok := o[key].([]any); ok {
				top = list
				break
			}
		}
	}
	switch top := top.(type) {
	case []any:
		for i, v := range top {
			r.object(v, "", fmt.Sprintf("%s, entry %d", name, i+1), labels)
		}
	case map[string]any:
		for _, id := range sortedKeys(top) {
			v := top[id]
			if q, ok := v.(string); ok {
				v = map[string]any{"question": q}
			}
			r.object(v, id, fmt.Sprintf("%s, %q", name, id), labels)
		}
	default:
		return fmt.Errorf("%s: a set is a list or an object of questions", name)
	}
	return nil
}

// jsonl reads an object a line.
func (r *reader) jsonl(name string, data []byte) error {
	labels, err := r.labels()
	if err != nil {
		return err
	}
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		source := fmt.Sprintf("%s:%d", name, i+1)
		var v any
		if err := decodeJSON(line, &v); err != nil {
			r.fault(source, "%v", err)
			continue
		}
		r.object(v, "", source, labels)
	}
	return nil
}

// labels reads the file of id → SQL or null; nil where there is none.
func (r *reader) labels() (map[string]*string, error) {
	if r.opt.Labels == "" {
		return nil, nil
	}
	data, err := r.read(r.opt.Labels)
	if err != nil {
		return nil, err
	}
	var labels map[string]*string
	if err := json.Unmarshal(data, &labels); err != nil {
		return nil, fmt.Errorf("%s: labels are an object of id to SQL or null: %w", r.opt.Labels, err)
	}
	return labels, nil
}

// object adds a JSON object as a record whose columns are its keys.
func (r *reader) object(v any, id, source string, labels map[string]*string) {
	o, ok := v.(map[string]any)
	if !ok {
		r.fault(source, "an entry is an object with a question")
		return
	}
	header := sortedKeys(o)
	record := make([]string, len(header))
	for i, key := range header {
		record[i] = cell(o[key])
	}
	columns := r.opt.Columns.present(header)
	l, err := columns.find(header)
	if err != nil {
		r.fault(source, "%v", err)
		return
	}
	c := l.read(record, source)
	c.Paraphrases = paraphrases(o, l, header)
	if c.ID == "" {
		c.ID = id
	}
	for _, i := range l[SQL] {
		if o[header[i]] == nil && l[Answerable] == nil {
			c.Answerable = false
		}
	}
	if impossible, ok := o["is_impossible"].(bool); ok && l[Answerable] == nil {
		c.Answerable = !impossible
	}
	c.Problems, c.Doubts = texts(o["problems"]), texts(o["doubts"])
	if labels != nil {
		sql, known := labels[c.ID]
		switch {
		case !known:
			r.fault(source, "the labels have no entry %q", c.ID)
			return
		case sql == nil || isNull(*sql):
			c.SQL, c.Template, c.Answerable = "", "", false
		default:
			c.SQL, c.Answerable = *sql, true
		}
	}
	r.add(c)
}

// present leaves out the columns that an object lacks: keys come and go from object to object. The question stays.
func (c Columns) present(header []string) Columns {
	out := Columns{}
	for f, names := range c {
		out[f] = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return f != Question && !slices.ContainsFunc(header, func(h string) bool {
				return folded(h) == folded(name)
			})
		})
	}
	return out
}

// paraphrases are strings or lists of strings.
func paraphrases(o map[string]any, l layout, header []string) []string {
	var out []string
	for _, i := range l[Paraphrase] {
		out = append(out, texts(o[header[i]])...)
	}
	return out
}

// texts are the texts of a string or of a list of strings, without the empty ones.
func texts(v any) []string {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var out []string
	for _, each := range list {
		if s := strings.TrimSpace(cell(each)); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// cell is a JSON value as a table would hold it.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// decodeJSON reads the one value that data is.
func decodeJSON(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber() // ids may be long numbers
	if err := dec.Decode(v); err != nil {
		return err
	}
	if dec.More() {
		return fmt.Errorf("another value follows at byte %d; a file with an object a line is a .jsonl file",
			dec.InputOffset())
	}
	return nil
}

func sortedKeys(o map[string]any) []string {
	keys := make([]string, 0, len(o))
	for k := range o {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
