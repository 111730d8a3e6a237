package coding

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"github.com/askomop/askomop/vocab"
)

// Readings searched for one mention: the words are looked up by likeness as often.
const searchedReadings = 6

// Search returns at most k concepts that a mention may mean, the likeliest first, each once with its best
// term: what its words name, in full or as shorthand, misspelt or cut short, and then what
// is similar to any of its readings. With no domain in the filter it is read as of every domain.
func (r *Rules) Search(ctx context.Context, text string, f vocab.Filter, k int) ([]vocab.Hit, error) {
	domains := f.Domains
	if len(domains) == 0 {
		domains = []string{"Condition", "Drug", "Procedure", "Measurement"}
	}
	known, bar := &lookups{}, &bar{hits: k, tests: onlyTests(f)}
	found := make([]map[int64]vocab.Hit, len(domains))
	g, ctx := errgroup.WithContext(ctx)
	for i, d := range domains {
		g.Go(func() (err error) {
			s := &session{Rules: r, entity: Entity{Domain: strings.ToLower(d), Text: text}, domain: d, found: known}
			found[i], err = s.search(ctx, f, 2*k, bar)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	best := found[0]
	for _, of := range found[1:] {
		for _, h := range of {
			keepBest(best, h)
		}
	}
	hits := make([]vocab.Hit, 0, len(best))
	for _, h := range best {
		hits = append(hits, h)
	}
	slices.SortFunc(hits, func(a, b vocab.Hit) int {
		return cmp.Or(
			cmp.Compare(b.Score, a.Score),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(standing(a.Concept), standing(b.Concept)),
			cmp.Compare(a.Concept.ID, b.Concept.ID),
		)
	})
	return hits[:min(k, len(hits))], nil
}

// keepBest keeps a hit where no other of its concept is as good.
func keepBest(best map[int64]vocab.Hit, h vocab.Hit) {
	if old, ok := best[h.Concept.ID]; !ok || h.Score > old.Score {
		best[h.Concept.ID] = h
	}
}

// search returns what the readings find, the best hit of each concept; what lies below the bar may be left out.
func (s *session) search(ctx context.Context, f vocab.Filter, k int, bar *bar) (map[int64]vocab.Hit, error) {
	best := map[int64]vocab.Hit{}
	numbers := numbersOf(s.entity.Text)
	add := func(h vocab.Hit, factor float64) {
		h.Score *= factor
		if s.domain == "Drug" && h.Concept.Class != "Ingredient" && len(numbers) > 0 {
			h.Score *= 1 - otherStrength*(1-shareHeld(numbers, h.Concept.Name))
		}
		if f.Admits(h.Concept) {
			keepBest(best, h)
		}
	}
	for _, h := range s.lookup(vocab.Normalize(s.entity.Text)) {
		if h.Kind <= vocab.KindSynonym { // what is written out is not a shorthand, whatever else its words may be
			for _, e := range s.equivalents(h) {
				add(e, 1)
			}
		}
	}
	for i, r := range s.readings() {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("search %q: %w", s.entity.Text, err)
		}
		tests, _ := s.labTests(r.text)
		for k, c := range tests {
			add(
				vocab.Hit{
					Concept: c.concept,
					Term:    c.concept.Name,
					Kind:    vocab.KindClass,
					Score:   c.score - float64(k)/1000,
				},
				1-r.cost,
			)
		}
		for _, h := range s.named(r) {
			factor := 1 - r.cost
			if h.Kind == vocab.KindClass {
				factor *= behindTests
			}
			for n, e := range s.equivalents(h) {
				if n > 0 && s.domain == "Drug" && !s.writtenOnce().weak {
					add(e, factor*wholeIngredient)
				} else {
					add(e, factor)
				}
			}
		}
		if s.domain == "Drug" && s.narrows(r) {
			products, _ := s.asWritten(s.pools(r), strings.Contains(r.text, " / "))
			score, w := 1-r.cost/2, s.writtenOnce()
			sure := w.sure(products) && r.guess == 0
			if !w.sure(products) && (len(w.amounts) > 0 || !strings.Contains(r.text, " / ")) {
				score = (1 - r.cost) * wholeIngredient // behind the ingredient
			}
			for _, p := range products {
				h := vocab.Hit{Concept: p.Concept, Term: p.Name, Kind: vocab.KindProduct, Score: 1}
				if sure && f.Admits(p.Concept) { // of the strength that is written, in whatever unit
					keepBest(best, h)
				} else {
					add(h, score)
				}
			}
		}
		if i >= searchedReadings {
			continue
		}
		bar.raise(best)
		for _, h := range s.similarTo(r.text, f, k, bar) {
			s.addSimilar(h, 1-r.cost, bar, add)
		}
	}
	for n, other := 0, true; n < likenessSearches && other; n++ {
		var may [][]vocab.Alternative
		may, other = s.alternatives(writings(s.entity.Text, s.domain)[0].text, n)
		if len(may) == 0 || n == 0 && len(may) == 1 && len(may[0]) == 1 { // the word itself has been looked up
			continue
		}
		bar.raise(best)
		similar := s.found.similarWords.once(
			fmt.Sprint(may),
			func() []vocab.Hit { // most words may be the same in every domain
				return s.likened(s.vocabulary.SearchWords(may, f, k, bar.least()), may, likeliest(may), bar.tests)
			},
		)
		for _, h := range similar {
			s.addSimilar(h, 1, bar, add)
		}
	}
	return best, s.fuse(ctx, best, f, k)
}

// similarTo are the terms similar to a reading. Those that cannot reach the bar may be left out, also of a search that
// another domain has made: the bar only rises.
func (s *session) similarTo(text string, f vocab.Filter, k int, bar *bar) []vocab.Hit {
	return s.found.similar.once(text, func() []vocab.Hit {
		return s.likened(s.vocabulary.SearchAbove(text, f, k, bar.least()), asWords(text), text, bar.tests)
	})
}

// likened scores terms similar to some words by what the words alone do not show, too.
func (s *session) likened(hits []vocab.Hit, words [][]vocab.Alternative, text string, tests bool) []vocab.Hit {
	for i, h := range hits {
		term := vocab.Normalize(h.Term)
		if tests {
			hits[i].Score = s.covered(h.Score, words, term) * penalty(text, term) * inOrder(words, term)
		} else {
			hits[i].Score = h.Score * min(1, penalty(text, term)*fits(words, term))
		}
	}
	return hits
}

// addSimilar adds a similar term where it can reach the bar.
func (s *session) addSimilar(h vocab.Hit, factor float64, bar *bar, add func(vocab.Hit, float64)) {
	if h.Score*similarity*factor < bar.height() {
		return
	}
	for n, e := range s.equivalents(h) {
		add(e, (similarity-ofSimilar*float64(min(n, 1)))*factor) // the ingredient of a similar product stands behind it
	}
}

// numbersOf are the numbers in a text, as written.
func numbersOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsDigit(c) && c != '.' })
}

// shareHeld is the share of the numbers that a name holds.
func shareHeld(numbers []string, name string) float64 {
	in, held := numbersOf(name), 0
	for _, n := range numbers {
		if slices.Contains(in, n) {
			held++
		}
	}
	return float64(held) / float64(len(numbers))
}

// penalty is the factor by which the similarity of a term to a text falls for differences that the words which they
// share hide: a negation, a side of the body. 1 is none.
func penalty(text, term string) float64 {
	left, words := 1.0, listed()
	if words.negations.hasAnyOf(text) != words.negations.hasAnyOf(term) {
		left *= turned
	}
	if words.sides.hasAnyOf(term) && !words.sides.hasAnyOf(text) {
		left *= oneSide
	}
	return left
}

// holdsWord reports whether a normalised text has one of the words.
func holdsWord(text string, words ...string) bool {
	for w := range strings.FieldsSeq(text) {
		if slices.Contains(words, w) {
			return true
		}
	}
	return false
}

// holdsPhrase reports whether a normalised text has the words of a phrase one behind the other.
func holdsPhrase(text, phrase string) bool { return strings.Contains(" "+text+" ", " "+phrase+" ") }

// named are the concepts that a reading names outright.
func (s *session) named(r reading) []vocab.Hit {
	if base := vocab.BaseIngredient(r.text); s.domain == "Drug" && base != r.text {
		if hits := append(s.vocabulary.Lookup(r.text), s.vocabulary.Lookup(base)...); len(hits) > 0 {
			return hits
		}
	}
	return s.lookup(r.text)
}

// equivalents are a hit, and what stands in records for it: the targets of a source concept, and
// the ingredient that all products of a brand share.
func (s *session) equivalents(h vocab.Hit) []vocab.Hit {
	out := []vocab.Hit{h}
	if !h.Concept.IsStandard() {
		for _, target := range s.vocabulary.MapsTo(h.Concept.ID) {
			out = append(
				out,
				vocab.Hit{Concept: target, Term: h.Term, Kind: h.Kind, Score: h.Score, Ambiguous: h.Ambiguous},
			)
		}
	}
	if s.domain != "Drug" || h.Concept.Class == "Ingredient" {
		return out
	}
	for _, name := range vocab.ParseProduct(h.Concept.Name).Ingredients {
		if h.Kind == vocab.KindProduct && !strings.EqualFold(name, h.Term) &&
			!strings.EqualFold(vocab.BaseIngredient(name), vocab.BaseIngredient(h.Term)) {
			continue // what else is in the product was not asked for
		}
		for _, of := range []string{vocab.BaseIngredient(name), name} { // some ingredients are named with their salt
			named := func() []vocab.Hit { return s.vocabulary.Ingredients(vocab.Normalize(of)) }
			for _, i := range s.found.ingredients.once(of, named) {
				if !slices.ContainsFunc(out, func(o vocab.Hit) bool { return o.Concept.ID == i.Concept.ID }) {
					i.Term, i.Kind, i.Score = h.Term, vocab.KindSynonym, h.Score
					out = append(out, i)
				}
			}
		}
	}
	return out
}

func standing(c vocab.Concept) int {
	switch {
	case c.Invalid != "":
		return 2
	case !c.IsStandard():
		return 1
	}
	return 0
}
