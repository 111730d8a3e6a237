package dialect

// joins writes JOIN without ON or USING, which Snowflake and Spark read as every pair of rows, as CROSS JOIN.
// A scope in which conditions are only collected behind several joins is left as it is.
func (t *translator) joins(nodes []node) []node {
	nodes = t.semiJoins(nodes)
	if !t.is(Snowflake, Spark) || indexOf(nodes, "JOIN") < 0 {
		return nodes
	}
	needed, given := 0, 0
	for i, n := range nodes {
		switch {
		case n.is("JOIN") && !t.joinsAnyway(nodes, i):
			needed++
		case n.is("ON", "USING"):
			given++
		}
	}
	if given >= needed {
		return nodes
	}
	out := append([]node{}, nodes...)
	for i, n := range nodes {
		if n.is("JOIN") && !t.joinsAnyway(nodes, i) && !hasCondition(nodes[i+1:]) {
			out[i] = raw("CROSS JOIN", n.at)
			if k := before(nodes, i); k >= 0 && nodes[k].is("INNER") {
				out[k] = raw("", nodes[k].at)
			}
		}
	}
	return out
}

// semiJoins takes LEFT off Spark's LEFT SEMI JOIN and LEFT ANTI JOIN, which DuckDB calls SEMI JOIN and ANTI JOIN.
func (t *translator) semiJoins(nodes []node) []node {
	if !t.is(Spark) {
		return nodes
	}
	out := nodes
	for i, n := range nodes {
		k := before(nodes, i)
		if !n.is("SEMI", "ANTI") || k < 0 || !nodes[k].is("LEFT") {
			continue
		}
		if &out[0] == &nodes[0] {
			out = append([]node{}, nodes...)
		}
		out[k] = raw("", nodes[k].at)
	}
	return out
}

// joinsAnyway reports whether the JOIN at i wants no condition, or may not do without.
func (t *translator) joinsAnyway(nodes []node, i int) bool {
	k := before(nodes, i)
	return k >= 0 && nodes[k].is("CROSS", "NATURAL", "LEFT", "RIGHT", "FULL", "OUTER", "ASOF")
}

// before is the index of the nearest node before i that is not blank, or -1.
func before(nodes []node, i int) int {
	for i--; i >= 0 && nodes[i].kind == blank; i-- {
	}
	return i
}

// hasCondition reports whether ON or USING comes before what begins the next table or clause.
func hasCondition(rest []node) bool {
	for _, n := range rest {
		switch {
		case n.is("ON", "USING"):
			return true
		case n.isSign(","), n.is("JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "WHERE", "GROUP", "ORDER", "HAVING",
			"LIMIT", "QUALIFY", "UNION", "EXCEPT", "INTERSECT"):
			return false
		}
	}
	return false
}
