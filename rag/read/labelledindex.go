package read

import "slices"

// joinIndex takes the part that says which record of the people's is the index together with the part that says who
// they are: "new users of warfarin in 2009, the index date being the first dispensing in that year". Where they must
// have none for some time before, the first of that year need not be the first ever.
func (l *plan) joinIndex() {
	index, said, ok := l.only("index")
	people, whose, once := l.only("people")
	inTime, first := l.firstOfThem(index)
	if !said || !ok || !whose || !once || !first {
		return
	}
	whom := l.ofTheYear(people)
	if whom != nil && inTime && slices.ContainsFunc(l.of("include", "washout"), l.denies) {
		l.whom = whom
	} else if l.asksWho(slices.Concat(order{words("among")}, l.says(people.value, people.to, nil))) == nil {
		return
	}
	l.defined = append(l.defined, index)
	l.parts = slices.DeleteFunc(l.parts, func(o labelPart) bool { return o == index })
}

// firstOfThem reports whether a part names nothing but a first record, and whether it is that of the time of the
// people.
func (l *plan) firstOfThem(one labelPart) (inTime, ok bool) {
	i := one.value
	if i >= one.to {
		return false, false
	}
	for i < one.to && (isArticle[l.p.toks[i].low] || l.p.seq(i, "their|that|date|day|of|his|her")) {
		i++
	}
	ph, n := l.labels.longest(i, "firstone")
	if n == 0 || ph.cat != "firstone" || !l.p.seq(i, "first") {
		return false, false
	}
	i += n
	if l.p.seq(i, "in|of|within|during", "that|the|this", "year|period|time|month|quarter") {
		return true, i+3 == one.to
	}
	return false, i == one.to
}

// ofTheYear says of new users of a drug in a year that they had the first of that year; nil where they are others.
func (l *plan) ofTheYear(people labelPart) order {
	from := people.value
	_, n := l.p.longest(from, "usersof")
	if n == 0 || !l.p.holdsAny(stretch{from, from + n}, []string{"new", "incident", "initiators", "starters"}) {
		return nil
	}
	if n += from; l.p.seq(n, "of") {
		n++
	}
	for i := n + 1; i+1 < people.to; i++ {
		if l.p.seq(i, "in|during") && i+2 == people.to && l.p.toks[i+1].isNum {
			return slices.Concat(order{words("people with their first")}, l.says(n, i, nil),
				order{words("exposure of")}, l.says(i+1, people.to, nil))
		}
	}
	return nil
}
