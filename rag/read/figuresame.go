package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
)

// A further figure may be the first one of another thing, of which it says no more than what differs: "How many people
// had a bleed after starting A, and how many after starting B?", "How many appendectomies were done in men, and how
// many in women?". Or it is of all the others: "…, and how many did not?".

// onceMore reads a figure that is the first one once more: of each of its groups, of another thing, or of the others.
func (r *Reader) onceMore(ctx context.Context, before []figure, said string) (found *Reading, open bool) {
	first := before[0]
	if newParser(ctx, r, said).ofEach() && first.Question.Measure.Kind == study.Share {
		return first.Reading, false
	}
	if found, open = r.ofAnother(ctx, before, said); found != nil || open || len(before) > 1 {
		return found, open
	}
	if q := r.theOthers(ctx, first.Question, said); q != nil {
		return &Reading{Question: q}, false
	}
	return nil, false
}

// ofAnother reads such a figure; nil where it is none, or where what it says could stand in several places. It is open
// where it may be of some of those before it: "how many on A had a stroke, and how many on B?"
func (r *Reader) ofAnother(ctx context.Context, before []figure, said string) (found *Reading, open bool) {
	first := before[0]
	for _, f := range before[1:] {
		if !sameButNames(ofEither(f.Question), ofEither(first.Question)) {
			return nil, false
		}
	}
	whole := newParser(ctx, r, first.said+" , "+said)
	k := len(newParser(ctx, r, first.said).toks)
	rest := stretch{k + 1, len(whole.toks)}
	whole.pos = rest.from
	whole.is("and")
	asks, n := whole.longest(whole.pos, "howmany", "share", "samefigure")
	rest.from = whole.pos + n
	for rest.to > rest.from && isSign(whole.toks[rest.to-1].low) {
		rest.to--
	}
	if n == 0 || rest.from >= rest.to {
		return nil, false
	}
	if whole.seq(rest.from, "of") && whole.arePeople(stretch{rest.from + 1, rest.to}) {
		rest.from++
	}
	shape := whole.shapeOfOne(rest)
	named, sex := whole.shape(rest) != nil, slices.Contains(shape, "#sex")
	whom := asks.cat != "howmany" && named && whole.arePeople(rest)
	if named && first.Question.Outcome == nil || sex && asks.cat == "share" && !whole.seq(0, "what|which") ||
		!whom && !whole.seq(rest.from, placing) && (isDated(first.Question) || isTimed(first.Question.Outcome)) ||
		!whom && asks.cat == "samefigure" {
		return nil, false // "took A in 2009, and how many took B": then, perhaps
	}
	ways := whole.inItsPlace(k, rest, named && !whom)
	open = whole.seq(rest.from, placing) && len(whole.inItsPlace(k, rest, false)) > 0
	if asks.cat != "samefigure" && !whole.saysAny(stretch{0, k}, asks.cat) {
		return nil, open
	}
	for _, way := range ways {
		next := r.readPlainly(ctx, way)
		if next == nil || next.Question.Equal(first.Question) ||
			!sameButNames(ofEither(next.Question), ofEither(first.Question)) &&
				!(slices.Contains(shape, "#number") && sameButNumbers(next.Question, first.Question)) ||
			found != nil && !found.Question.Equal(next.Question) {
			return nil, open
		}
		found = next
	}
	return found, found == nil && open
}

// numbersIn are the numbers of a question's JSON.
var numbersIn = lazyregexp.New(`:-?[0-9.]+`)

// sameButNumbers reports whether two questions differ in nothing but numbers.
func sameButNumbers(a, b *study.Question) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil &&
		numbersIn.ReplaceAllString(string(x), ":0") == numbersIn.ReplaceAllString(string(y), ":0")
}

// arePeople reports whether a stretch is of people alone: "A starters", "people with A".
func (p *parser) arePeople(s stretch) bool {
	if s.from >= s.to {
		return false
	}
	if _, n := p.longest(s.from, "people", "usersof"); n > 0 {
		return true
	}
	_, n := p.longest(s.to-1, "people")
	_, m := p.longest(max(s.from, s.to-2), "people")
	return n == 1 || m == 2
}

// placing begin what says of whom or when a figure is.
const placing = "on|with|in|among|after|for|using|taking"

// inItsPlace are the ways of asking what stands before token k of what a stretch behind it says; last where it is that
// with which it ends: of "how many people on A had a stroke, and how many on B" B may be of those on A.
func (p *parser) inItsPlace(k int, other stretch, last bool) (ways []string) {
	shape := p.shapeOfOne(other)
	for i := range k {
		for j := i + 1; j <= k && shape != nil; j++ {
			if (j == k || !last) && !isArticle[p.toks[i].low] && slices.Equal(p.shapeOfOne(stretch{i, j}), shape) {
				ways = append(ways, p.text[:p.toks[i].start]+p.textOf(other)+p.text[p.toks[j-1].end:p.toks[k-1].end])
			}
		}
	}
	return ways
}

// shapeOfOne is what a stretch consists of, whatever the one name, sex, year or number that it has: "in men" is "in
// women", "for 30 days" is "for 90 days".
func (p *parser) shapeOfOne(s stretch) []string {
	if shape := p.shape(s); shape != nil {
		return shape
	}
	var shape []string
	ones := 0
	for i := s.from; i < s.to; i++ {
		low := p.toks[i].low
		if ph, n := p.longest(i, "people"); n == 1 && (ph.value == "female" || ph.value == "male") {
			low = "#sex"
			ones++
		} else if p.toks[i].isNum && len(low) == 4 && (low[:2] == "19" || low[:2] == "20") {
			low = "#year"
			ones++
		} else if p.toks[i].isNum {
			low = "#number"
			ones++
		}
		if n, _ := p.itemAt(i); n > 0 {
			return nil
		}
		if !isArticle[low] {
			shape = append(shape, low)
		}
	}
	if ones != 1 {
		return nil
	}
	return shape
}

// ofEither is a question of either sex, where it is of one, and of any time, where it is of one.
func ofEither(q *study.Question) *study.Question {
	q = q.Clone()
	for i := range q.Population.Criteria {
		if is := q.Population.Criteria[i].Is; is != nil && is.Sex != "" {
			is.Sex = "either"
		}
	}
	for _, s := range spotsOf(q) {
		if s.ev.During != nil {
			s.ev.During = &study.Period{}
		}
	}
	return q
}

// theOthers reads "and how many did not", "what percentage on neither": those of whom what is asked does not hold; nil
// for anything else.
func (r *Reader) theOthers(ctx context.Context, first *study.Question, said string) *study.Question {
	p := newParser(ctx, r, said)
	p.is("and")
	if len(first.Strata) > 0 || first.Top != nil || first.Outcome == nil || first.Outcome.Not != nil ||
		first.Measure.Kind != study.Count && first.Measure.Kind != study.Share {
		return nil
	}
	asks, n := p.longest(p.pos, "howmany", "share")
	if n == 0 || string(asks.cat) == "share" != (first.Measure.Kind == study.Share) {
		return nil
	}
	p.pos += n
	if v, ok := p.lex("people"); ok && v != "" {
		return nil
	}
	for p.is("aux") || p.word("did", "do", "does", "on", "with", "took", "had", "have", "received", "got") {
	}
	either := len(first.Outcome.Any) == 2 || first.Outcome.Has != nil && len(first.Outcome.Has.Event.Concepts) == 2
	if !p.word("not", "never") && !(either && p.word("neither")) {
		return nil
	}
	if strings.Trim(p.text[p.toks[p.pos-1].end:], " ?.!,") != "" {
		return nil
	}
	q := first.Clone()
	q.Outcome = &study.Criterion{Not: q.Outcome}
	q.Canonicalize()
	if q.Validate() != nil {
		return nil
	}
	return q
}

// ofEach reports whether a figure asks once more, of each of the groups that the first one told: "what percentage of
// each has it?".
func (p *parser) ofEach() bool {
	p.is("and")
	if !p.is("share", "howmany") || !p.word("of", "in") || !p.takeOne("each") {
		return false
	}
	for p.word("sex", "group", "one", "of", "them", "these", "those") {
	}
	for p.is("aux") || p.is("verb") || p.word("affected", "it", "them", "so", "diagnosed", "with") {
	}
	return p.end()
}

// shareOfAll reads "and what share of strep throat patients is that?": the share that those who were counted are of
// the people of whom they are counted; nil for anything else.
func (r *Reader) shareOfAll(ctx context.Context, first *study.Question, said string) *study.Question {
	whom := newParser(ctx, r, said).shareOfWhom()
	if whom == "" || first.Measure.Kind != study.Count {
		return nil
	}
	share, all := first.Clone(), r.readPlainly(ctx, "number of "+whom)
	share.Measure.Kind = study.Share
	if all == nil || share.Outcome == nil || share.Validate() != nil || !tells(share, all.Question) {
		return nil
	}
	return share
}

// shareOfWhom reads "what share of all stroke patients is that", and says of whom; "" for anything else.
func (p *parser) shareOfWhom() string {
	p.is("and")
	if !p.is("share") || !p.word("of") {
		return ""
	}
	p.word("all")
	p.skip()
	from := p.pos
	if _, ok := p.people(); !ok || p.pos == from {
		return ""
	}
	whom := p.textOf(stretch{from, p.pos})
	if !p.is("aux") || !p.takeOne("that", "this", "those", "these") || !p.end() {
		return ""
	}
	return whom
}
