package dialect

// tables drops the catalogues and schemas before the names of tables, and those
// before the tables of columns: a database in the Common Data Model is one schema.
func (t *translator) tables(nodes []node) []node {
	var out []node
	query := indexOf(nodes, "SELECT") >= 0 // EXTRACT(YEAR FROM x.y) has no tables
	source := false                        // whether a table's name comes next
	list := false                          // whether a comma parts tables
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		switch {
		case n.kind == blank:
			out = append(out, n)
			continue
		case n.is("FROM") && query && !t.distinctFrom(out), n.is("JOIN"), n.isSign(",") && list:
			source, list = true, true
			out = append(out, n)
			continue
		case n.is("ON", "WHERE", "GROUP", "ORDER", "HAVING", "QUALIFY", "WINDOW", "LIMIT", "SELECT"):
			list = false
			out = append(out, n)
		case isName(n) || n.isSign("{"):
			path, end := pathAt(nodes, i)
			keep := path
			if source && len(path) > 1 {
				keep = path[len(path)-1:]
			} else if len(path) > 2 {
				keep = path[len(path)-2:]
			}
			if last := len(keep) - 1; source && t.toRead && last >= 0 &&
				len(keep[last].text) > 1 && keep[last].text[0] == '@' { // a table that a parameter names
				keep = []node{raw("parameter."+keep[last].text[1:], keep[last].at)}
			}
			if n.isSign("{") && len(path) < 2 {
				t.problem(n.at, "a template's variable without a value")
				keep, end = []node{n}, i+1
			}
			for k, part := range keep {
				if k > 0 {
					out = append(out, node{kind: sign, text: ".", at: part.at})
				}
				out = append(out, part)
			}
			i = end - 1
		default:
			out = append(out, n)
		}
		source = false
	}
	return out
}

// distinctFrom reports whether the FROM behind the nodes belongs to IS DISTINCT FROM.
func (t *translator) distinctFrom(before []node) bool {
	before = trim(before)
	return len(before) > 0 && before[len(before)-1].is("DISTINCT")
}

// isName reports whether a node can be part of a name; a parameter such as @schema can.
func isName(n node) bool { return n.kind == word || n.kind == quoted }

// pathAt reads a.b.c from i on; {schema} and {{schema}} are parts, too. end is behind it.
func pathAt(nodes []node, i int) (path []node, end int) {
	for i < len(nodes) {
		part, next, ok := partAt(nodes, i)
		if !ok {
			break
		}
		path, end = append(path, part...), next
		if next == len(nodes) || !nodes[next].isSign(".") {
			break
		}
		i = next + 1
	}
	return path, end
}

func partAt(nodes []node, i int) ([]node, int, bool) {
	if isName(nodes[i]) {
		return parted(nodes[i]), i + 1, true
	}
	if !nodes[i].isSign("{") {
		return nil, i, false
	}
	depth := 0
	for j := i; j < len(nodes); j++ {
		switch {
		case nodes[j].isSign("{"):
			depth++
		case nodes[j].isSign("}"):
			if depth--; depth == 0 {
				return []node{nodes[i]}, j + 1, true
			}
		}
	}
	return nil, i, false
}

// parted takes apart a quoted name that holds a whole path.
func parted(n node) []node {
	if n.kind != quoted {
		return []node{n}
	}
	var out []node
	from, inside := 0, false
	for i := 0; i <= len(n.text); i++ {
		switch {
		case i == len(n.text) || n.text[i] == '.' && !inside:
			out = append(out, node{kind: quoted, text: n.text[from:i], at: n.at})
			from = i + 1
		case n.text[i] == '"':
			inside = !inside
		}
	}
	return out
}
