package sparql

// path reads alternatives of sequences of steps: a/b|^c.
func (p *parser) path() Path {
	defer p.nest()()
	choices := []Path{p.sequence()}
	for p.acceptSign("|") {
		choices = append(choices, p.sequence())
	}
	if len(choices) == 1 {
		return choices[0]
	}
	return &PathAlt{choices}
}

func (p *parser) sequence() Path {
	steps := []Path{p.step()}
	for p.acceptSign("/") {
		steps = append(steps, p.step())
	}
	if len(steps) == 1 {
		return steps[0]
	}
	return &PathSeq{steps}
}

func (p *parser) step() Path {
	if p.acceptSign("^") {
		return &PathInverse{p.repeated()}
	}
	return p.repeated()
}

func (p *parser) repeated() Path {
	at := p.tok.start
	path := p.pathPrimary()
	for _, op := range []string{"?", "*", "+"} {
		if p.isSign(op) {
			p.advance()
			return &PathRepeat{at, path, op}
		}
	}
	return path
}

func (p *parser) pathPrimary() Path {
	at := p.tok.start
	switch {
	case p.acceptWord("a"):
		return &IRI{at, RDFType}
	case p.tok.kind == tokIRI || p.tok.kind == tokName:
		return p.iri()
	case p.acceptSign("("):
		path := p.path()
		p.expectSign(")", "behind a path")
		return path
	case p.isSign("!"):
		p.fail("not supported here: ! (everything but a property); name the properties that are meant")
	}
	p.fail("a property is missing before %s", p.found())
	return nil
}
