package sparql

import "strings"

// Visible lists the variables to which a group may give a value, in the order of their first mention; blank nodes are
// not among them.
func Visible(g *Group) []string {
	v := &collector{seen: map[string]bool{}}
	v.group(g)
	return v.names
}

// Output lists the variables of a query's solutions.
func (q *Query) Output() []string {
	if q.Star {
		v := &collector{seen: map[string]bool{}}
		v.group(q.Where)
		if q.Values != nil {
			v.add(q.Values.Vars...)
		}
		return v.names
	}
	var names []string
	for _, i := range q.Items {
		names = append(names, i.Var)
	}
	return names
}

type collector struct {
	names []string
	seen  map[string]bool
}

func (c *collector) add(names ...string) {
	for _, n := range names {
		if !c.seen[n] && !strings.HasPrefix(n, "_:") {
			c.seen[n] = true
			c.names = append(c.names, n)
		}
	}
}

func (c *collector) group(g *Group) {
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *Triples:
			for _, t := range e.List {
				c.triple(t)
			}
		case *Optional:
			c.group(e.Group)
		case *Union:
			for _, b := range e.Branches {
				c.group(b)
			}
		case *Bind:
			c.add(e.Var)
		case *Values:
			c.add(e.Vars...)
		case *Query:
			c.add(e.Output()...)
		case *Group:
			c.group(e)
		}
	}
}

func (c *collector) triple(t *Triple) {
	for _, term := range []any{t.Subject, t.Predicate, t.Object} {
		if v, ok := term.(*Var); ok {
			c.add(v.Name)
		}
	}
}

// EachVar calls f for every variable of an expression outside of aggregates and EXISTS.
func EachVar(e Expr, f func(*Var)) {
	each := func(list ...Expr) {
		for _, a := range list {
			EachVar(a, f)
		}
	}
	switch e := e.(type) {
	case *Var:
		f(e)
	case *Op:
		each(e.Args...)
	case *In:
		each(e.Expr)
		each(e.List...)
	case *Call:
		if !e.IsAggregate() {
			each(e.Args...)
		}
	}
}
