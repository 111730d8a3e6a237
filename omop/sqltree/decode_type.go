package sqltree

import (
	"fmt"
	"strings"
)

// typeName writes the type of a cast as SQL; false for one that has no SQL name.
func typeName(o *object) (string, bool) {
	if o == nil {
		return "", false
	}
	id, info := o.str("id"), o.object("type_info")
	if info == nil {
		return id, id != "" && id != "INVALID" && id != "UNKNOWN"
	}
	switch id {
	case "DECIMAL":
		width, okW := info.int("width")
		scale, okS := info.int("scale")
		return fmt.Sprintf("DECIMAL(%d, %d)", width, scale), okW && okS
	case "LIST":
		child, ok := typeName(info.object("child_type"))
		return child + "[]", ok
	case "ARRAY":
		child, ok := typeName(info.object("child_type"))
		size, okSize := info.int("size")
		return fmt.Sprintf("%s[%d]", child, size), ok && okSize
	case "STRUCT":
		fields, ok := structFields(info)
		return "STRUCT(" + strings.Join(fields, ", ") + ")", ok
	case "MAP":
		return mapName(info)
	case "UNBOUND", "USER":
		name := info.str("name")
		info.ignore("type", "catalog", "schema")
		return Ident(name), name != "" && info.complete()
	}
	return "", false
}

func structFields(info *object) ([]string, bool) {
	var out []string
	for _, v := range info.list("child_types") {
		f := asObject(v)
		if f == nil {
			return nil, false
		}
		typ, ok := typeName(f.object("second"))
		if !ok {
			return nil, false
		}
		out = append(out, Ident(f.str("first"))+" "+typ)
	}
	return out, len(out) > 0
}

func mapName(info *object) (string, bool) {
	entry := info.object("child_type")
	if entry == nil {
		return "", false
	}
	pair := entry.object("type_info")
	if pair == nil {
		return "", false
	}
	var types []string
	for _, v := range pair.list("child_types") {
		f := asObject(v)
		if f == nil {
			return "", false
		}
		typ, ok := typeName(f.object("second"))
		if !ok {
			return "", false
		}
		types = append(types, typ)
	}
	return "MAP(" + strings.Join(types, ", ") + ")", len(types) == 2
}
