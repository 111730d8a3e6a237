package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// From which date a question looks, to which side, and along whose records.

// judgeWashoutAfter reports records that must not be there after an event where the question wants none before it.
//
// Example: of "with no other era starting in the 365 days before it", ANTI JOIN drug_era AS w ON w.drug_era_start_date
// - e.drug_era_start_date BETWEEN 1 AND 365.
func (p *pass) judgeWashoutAfter() {
	if !p.asks("before", "prior", "preceding", "previous", "previously", "earlier") ||
		p.asks("after", "later", "following", "subsequent", "thereafter", "afterwards", "next") {
		return
	}
	missing := func(r *relation) bool { return p.isNegative(r.Scope) || p.absent(r) || r.Semi && isAnti(r) }
	for _, b := range p.deepBounds {
		if b.op == ">" || b.op == ">=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		if b.op[0] != '<' || b.op == "<>" || !b.fixed || b.absolute || b.days < 2 ||
			b.test.not { // first - second <= days
			continue
		}
		event, index := p.Origins(b.first), p.Origins(b.second)
		if !all(event, isStart) || !all(index, isStart) || event[0].Relation == index[0].Relation ||
			event[0].Relation.Table != index[0].Relation.Table || !missing(event[0].Relation) ||
			missing(index[0].Relation) {
			continue
		}
		if p.closedAt(b.first, b.second, true) || p.startsLater(b) {
			p.report(b.test.expr, "the question wants none before, and this leaves out who has one after: subtract the other way round")
			return
		}
	}
}

// startsLater reports whether another condition lets the window of a bound begin a day or more after its index:
// w.start - e.start >= 1.
func (p *pass) startsLater(b bound) bool {
	return slices.ContainsFunc(p.deepBounds, func(o bound) bool {
		if o.op == "<" || o.op == "<=" {
			o.first, o.second, o.days, o.op = o.second, o.first, -o.days, flipped(o.op)
		}
		return o.op[0] == '>' && o.fixed && !o.absolute && o.days >= 0 && sqltree.Equal(o.first, b.first) &&
			sqltree.Equal(o.second, b.second)
	})
}

// judgeNearestOfBothSides reports the record nearest to a date, before or after it, where the question is of the last
// before it or the first after it.
//
// Example: of "the latest HbA1c on or before the first metformin", ORDER BY ABS(measurement_date - start) LIMIT 1.
func (p *pass) judgeNearestOfBothSides() {
	if !p.wordsFor("on one side") || p.wordsFor("either side") || p.asks("closest", "nearest") {
		return
	}
	for _, s := range p.Scopes {
		by := slices.Clone(s.Tree.OrderBy)
		for _, w := range windowsOf(s) {
			by = append(by, w.OrderBy...)
		}
		for _, o := range by {
			d, ok := p.difference(numbered(o.Expr, s))
			if !ok || !d.absolute || p.ordersDates(d.first, d.second) {
				continue
			}
			p.report(o.Expr, "this takes the nearest record on either side, and the question is of one side only; compare the dates in WHERE")
			return
		}
	}
}

// ordersDates reports whether a condition says which of two dates comes first.
func (p *pass) ordersDates(a, b *sqltree.Column) bool {
	return slices.ContainsFunc(p.deepBounds, func(o bound) bool {
		same := func(x, y *sqltree.Column) bool {
			return sqltree.Equal(x, y) || slices.Equal(p.Origins(x), p.Origins(y))
		}
		return !o.absolute && o.op != "=" && (same(o.first, a) && same(o.second, b) || same(o.first, b) &&
			same(o.second, a))
	})
}

// judgeFirstOfProduct reports the first record of each product where the question is of the first of a whole class.
//
// Example: of "their first-ever statin", FIRST_VALUE(d) OVER (PARTITION BY person_id, drug_concept_id ORDER BY d).
func (p *pass) judgeFirstOfProduct() {
	if !p.asks("first", "first ever", "new", "newly") || p.wordsFor("one concept at a time") &&
		!p.wordsFor("of any product") {
		return
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			var person, kind sqltree.Expr
			for _, e := range w.PartitionBy {
				switch from := p.Origins(sqltree.Bare(e)); {
				case identityOf(from) == personKey:
					person = e
				case len(from) == 1 && from[0].TableName() == "drug_exposure" && identityOf(from) == conceptKey:
					kind = e
				}
			}
			looks := isRank(w) || isNamed(w.Func, "first_value", "min", "lag")
			if person == nil || kind == nil || len(w.PartitionBy) != 2 || !looks ||
				!p.choosesClass(p.Origins(sqltree.Bare(kind))[0]) {
				continue
			}
			p.report(kind, "this is the first record of each product, and the question is of the first of them all; leave the concept out of PARTITION BY")
			return
		}
	}
}

// choosesClass reports whether the concepts of a column are those below one or several others.
func (p *pass) choosesClass(column origin) bool {
	return p.mindsUnmapped(column) &&
		slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "concept_ancestor" })
}

// judgeOwnRecords reports a window along the records of a concept, whosesoever they are, where the question is of each
// person's own.
//
// Example: of "after their own first record", FIRST_VALUE(d) OVER (PARTITION BY condition_concept_id ORDER BY d).
func (p *pass) judgeOwnRecords() {
	if !p.wordsFor("each person") &&
		!p.asks("their", "their own", "own", "his or her", "person s", "patient s", "whose", "same person") {
		return
	}
	for _, s := range p.Scopes {
		if !p.mixesPeople(s) || !p.putsOutPeople(s) {
			continue
		}
		for _, w := range windowsOf(s) {
			other := func(e sqltree.Expr) bool { return identityOf(p.Origins(sqltree.Bare(e))) != conceptKey }
			dated := isNamed(w.Func, "first_value", "last_value", "min", "max", "lag", "lead") &&
				len(w.Func.Args) > 0 &&
				all(p.Origins(sqltree.Bare(w.Func.Args[0])), isStart)
			if dated && len(w.PartitionBy) > 0 && !slices.ContainsFunc(w.PartitionBy, other) {
				p.report(w, "this looks along the records of a concept, whosesoever they are, and the question is of each person's own; write PARTITION BY person_id")
				return
			}
		}
	}
}

// judgeFromDischarge reports days that are counted from one admission to the next where the question's begin with the
// discharge.
func (p *pass) judgeFromDischarge() {
	if !p.wordsFor("from discharge") || p.asks("after admission", "from admission", "admission to admission") {
		return
	}
	var found sqltree.Expr
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) || len(f.Args) < 2 {
			continue
		}
		args := f.Args[len(f.Args)-2:]
		from, to := p.datesBehind(args[0]), p.datesBehind(args[1])
		stays := func(list []origin, is func(origin) bool) bool {
			return all(list, func(o origin) bool { return o.TableName() == "visit_occurrence" && is(o) })
		}
		switch {
		case stays(from, isEnd) || stays(to, isEnd):
			return
		case stays(from, isStart) && stays(to, isStart):
			found = f
		}
	}
	ends := func(b bound) bool {
		return slices.ContainsFunc(append(p.Origins(b.first), p.Origins(b.second)...), func(o origin) bool {
			return o.TableName() == "visit_occurrence" && isEnd(o)
		})
	}
	if found != nil && !slices.ContainsFunc(p.deepBounds, ends) {
		p.report(found, "the days are counted from one admission to the next, and the question's begin with the discharge; count from visit_end_date")
	}
}

// datesBehind is where a date comes from, also one of the record beside, which LEAD or LAG reads.
func (p *pass) datesBehind(e sqltree.Expr) []origin {
	switch x := p.Follow(sqltree.Bare(e)).(type) {
	case *sqltree.Window:
		if len(x.Func.Args) > 0 {
			return p.Origins(sqltree.Bare(x.Func.Args[0]))
		}
	case *sqltree.Func:
		if isNamed(x, "min", "max") && len(x.Args) == 1 {
			return p.Origins(sqltree.Bare(x.Args[0]))
		}
	}
	return p.Origins(sqltree.Bare(e))
}

// judgeSupplyAdded reports supplies of which only the start is looked at where the question says how long they last.
//
// Example: of "a fill's end (start plus days_supply)", drug_exposure_start_date + 30.
func (p *pass) judgeSupplyAdded() {
	asked := strings.ToLower(p.asked)
	if !strings.Contains(asked, "plus days_supply") && !strings.Contains(asked, "+ days_supply") &&
		!strings.Contains(asked, "days_supply days") {
		return
	}
	supply := func(o origin) bool { return o.Column.Name == "days_supply" }
	lasts := func(f *sqltree.Func) bool {
		return !aggregates[f.Name] && slices.ContainsFunc(p.columnsIn(f), supply)
	}
	interval := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		i, ok := n.(*sqltree.Interval)
		interval = interval || ok && i.Expr != nil
		return !interval
	})
	exposures := slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "drug_exposure" })
	if exposures && !interval && !slices.ContainsFunc(p.Calls, lasts) && !p.calls("sum") {
		p.report(p.main(), "the question's supplies last days_supply days, and nothing here adds them to the start")
	}
}

// judgeLastMidnight reports a datetime that is to lie up to a day which is computed: what comes after its midnight is
// lost. Example: visit_start_datetime <= LAST_DAY(d).
func (p *pass) judgeLastMidnight() {
	day := func(e sqltree.Expr) bool {
		f, ok := p.Follow(sqltree.Bare(e)).(*sqltree.Func)
		return ok && isNamed(f, "last_day", "make_date")
	}
	timed := func(e sqltree.Expr) bool {
		return all(p.Origins(sqltree.Bare(e)), func(o origin) bool {
			return strings.HasSuffix(o.Column.Name,
				"_datetime")
		})
	}
	for _, t := range p.tests {
		var what, high sqltree.Expr
		switch e := t.expr.(type) {
		case *sqltree.Between:
			what, high = e.Expr, e.High
		case *sqltree.Compare:
			switch {
			case e.Op == "<=":
				what, high = e.Left, e.Right
			case e.Op == ">=":
				what, high = e.Right, e.Left
			}
		}
		if what == nil || !day(high) {
			continue
		}
		if _, column := p.Follow(sqltree.Bare(what)).(*sqltree.Column); column && timed(what) {
			p.report(t.expr, "the column has a time of day: what comes after midnight of the last day is lost; cast it to DATE")
			return
		}
	}
}

// judgeBeginsWithin reports drugs or diagnoses that must begin in a time, where the question is who had them on any of
// its days.
//
// Example: of "inside a metformin era on any day of 2009", drug_era_start_date BETWEEN the first day and the last.
func (p *pass) judgeBeginsWithin() {
	if !p.wordsFor("on any of its days") || p.wordsFor("beginning or ending") {
		return
	}
	var since, until []limit
	for _, t := range p.tests {
		for _, l := range p.limits(t) {
			rel := l.at.rel
			if rel == nil || rel.Table == nil || !t.must || t.not || !isEvent(rel.Table) || rel.Table.EndDate == "" ||
				isPeriod(origin{Relation: rel}) || l.at.column != rel.Table.StartDate ||
				p.Mentions(rel, rel.Table.EndDate) {
				continue
			}
			if l.op[0] == '>' {
				since = append(since, l)
			} else if l.op[0] == '<' {
				until = append(until, l)
			}
		}
	}
	if len(since) == 1 && len(until) == 1 && since[0].at.rel == until[0].at.rel {
		p.report(since[0].test.expr, "this finds what begins in the time, and the question is of what was under way on any of its days: it begins before the last day, and ends after the first")
	}
}

// judgeGapsCounted reports the time from a person's first start to the last end where the question leaves out the gaps.
func (p *pass) judgeGapsCounted() {
	if !p.wordsFor("gaps not counted") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) || len(f.Args) < 2 || p.inTest(f) {
			continue
		}
		args := f.Args[len(f.Args)-2:]
		one, ok := p.Follow(sqltree.Bare(args[0])).(*sqltree.Func)
		other, also := p.Follow(sqltree.Bare(args[1])).(*sqltree.Func)
		least := func(f *sqltree.Func) bool { return isNamed(f, "min", "list_min", "array_min") }
		most := func(f *sqltree.Func) bool { return isNamed(f, "max", "list_max", "array_max") }
		if ok && also && (least(one) && most(other) || most(one) && least(other)) &&
			slices.ContainsFunc(p.columnsIn(f), func(o origin) bool { return isEnd(o) && !isPeriod(o) }) {
			p.report(f, "the gaps between a person's records are counted here, and the question leaves them out; add up each record's own days")
			return
		}
	}
}
