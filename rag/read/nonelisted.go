package read

import "slices"

// deny denies what people had. Members of a list that deny what they name themselves stay as they are: "no A and none
// of B", "no A and neither B nor C" is to have none of them, and no denial of the last. Of "never A and a B" it is open
// whether the B is denied, too.
func (p *parser) deny(q *predicate) *predicate {
	if q.kind != allKind && q.kind != anyKind || q.closed {
		return not(q)
	}
	if !slices.ContainsFunc(q.kids, isDenied) {
		if q.kind == allKind && slices.ContainsFunc(q.kids[1:], ownArticle) && !ownArticle(q.kids[0]) {
			p.unclear = "whether what stands behind “and” is what they had, or what they did not have"
		}
		return not(q)
	}
	if q.kind == anyKind {
		p.unclear = "whether one of the things is not there, or none of them"
		return not(q)
	}
	var kids []*predicate
	for _, k := range q.kids {
		if !isDenied(k) {
			k = not(k)
		}
		kids = append(kids, k)
	}
	return all(kids...)
}

func ownArticle(k *predicate) bool { return k.kind == leaf && k.ev.ownArticle }

// isDenied reports whether a member of a list denies all that it names.
func isDenied(k *predicate) bool {
	return k.kind == notKind ||
		k.kind == allKind && !slices.ContainsFunc(k.kids, func(m *predicate) bool { return !isDenied(m) })
}
