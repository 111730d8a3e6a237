package sqltree

// Conjuncts lists the terms that have to be true together for e to be true; none where e is nil.
func Conjuncts(e Expr) []Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *And:
		return e.Terms
	}
	return []Expr{e}
}

// Conjoin is the expression that is true where all terms are; nil for none.
func Conjoin(terms []Expr) Expr {
	switch len(terms) {
	case 0:
		return nil
	case 1:
		return terms[0]
	}
	return &And{Terms: terms}
}
