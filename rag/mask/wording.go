package mask

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// ReadWording masks one wording of a pair. It needs no vocabulary: the pair's own
// placeholders say which entities there are. Wording by wording, an entity is
// found by the placeholder's text, by its words in another order, or as the words that nothing else explains.
// slots[i] is the index, among distinct placeholders, of entity i.
//
// ok is false where the wording's entities could not be told apart; such a wording serves retrieval only.
func ReadWording(text string, placeholders []sqltree.Placeholder) (m rag.Masked, slots []int, ok bool) {
	ws := split(text)
	f := finder{text: text, ws: ws, taken: make([]bool, len(ws)), found: map[int]run{}}
	order := make([]int, len(placeholders))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(placeholders[b].Text) - len(placeholders[a].Text) })
	for i := range placeholders {
		f.byCode(i, placeholders[i].Text)
	}
	for _, i := range order {
		f.byText(i, placeholders[i].Text)
	}
	for _, i := range order {
		f.byWords(i, placeholders[i].Text)
	}
	f.byRest(placeholders)
	entities, slots := f.mentions(placeholders)
	m = read(text, entities)
	return m, slots, len(f.found) == len(placeholders) && len(m.Reading.Unknown) == 0
}

// Placeholders returns the placeholders of a template, each text once, in order of first appearance.
func Placeholders(sql string) ([]sqltree.Placeholder, error) {
	all, err := sqltree.Placeholders(sql)
	if err != nil {
		return nil, err
	}
	var out []sqltree.Placeholder
	for _, p := range all {
		if !slices.ContainsFunc(out,
			func(q sqltree.Placeholder) bool { return q.Domain == p.Domain && q.Text == p.Text }) {
			out = append(out, p)
		}
	}
	return out, nil
}

// run is a stretch of words, from first to last.
type run struct{ first, last int }

type finder struct {
	text  string
	ws    []word
	norms []string
	taken []bool
	found map[int]run // placeholder → words
	again []repeat
}

// repeat is another stretch of words that says the same placeholder.
type repeat struct {
	holder int
	words  run
}

func (f *finder) take(i int, r run) {
	f.found[i] = r
	for k := r.first; k <= r.last; k++ {
		f.taken[k] = true
	}
}

// byCode finds a source code by its vocabulary and code.
func (f *finder) byCode(i int, text string) {
	if !strings.Contains(text, ":") {
		return
	}
	for _, m := range codeMentions(f.text, nil) {
		if !strings.EqualFold(m.Text, text) {
			continue
		}
		first := slices.IndexFunc(f.ws, func(w word) bool { return w.start >= m.Start })
		last := first
		for last+1 < len(f.ws) && f.ws[last+1].start < m.End {
			last++
		}
		f.take(i, run{first, last})
		return
	}
}

// byText finds the placeholder's own words in order: letter by letter, else normalised.
func (f *finder) byText(i int, text string) {
	if _, done := f.found[i]; done {
		return
	}
	want := split(text)
	exact := func(k, j int) bool { return f.ws[k].text == want[j].text }
	found := f.inOrder(i, len(want), exact)
	norms := make([]string, len(want))
	for j, w := range want {
		norms[j] = vocab.Normalize(w.text)
	}
	f.inOrder(i, len(want), func(k, j int) bool {
		if found && f.ws[k].text[0] != want[j].text[0] {
			return false // again in another number perhaps, hardly in another spelling
		}
		return f.norm(k) == norms[j]
	})
}

// inOrder takes every run of n free words of which all are the same as the
// placeholder's; what a wording says again ("pneumonia records per patient with pneumonia") is the same entity.
func (f *finder) inOrder(i, n int, same func(k, j int) bool) bool {
	for k := 0; n > 0 && k+n <= len(f.ws); k++ {
		j := 0
		for j < n && !f.taken[k+j] && same(k+j, j) {
			j++
		}
		if j < n {
			continue
		}
		r := run{k, k + n - 1}
		if _, done := f.found[i]; done {
			f.again = append(f.again, repeat{i, r})
			for at := r.first; at <= r.last; at++ {
				f.taken[at] = true
			}
		} else {
			f.take(i, r)
		}
	}
	_, done := f.found[i]
	return done
}

// norm is the k-th word, normalised.
func (f *finder) norm(k int) string {
	if f.norms == nil {
		f.norms = make([]string, len(f.ws))
	}
	if f.norms[k] == "" {
		f.norms[k] = vocab.Normalize(f.ws[k].text)
	}
	return f.norms[k]
}

// byWords finds the placeholder's words in another order, with small words between: "fracture of the hip" for "hip
// fracture".
func (f *finder) byWords(i int, text string) {
	if _, done := f.found[i]; done {
		return
	}
	want := strings.Fields(vocab.Normalize(text))
	slices.Sort(want)
	for first := range f.ws {
		var have []string
		for last := first; last < len(f.ws) && last-first < len(want)+3; last++ {
			if f.taken[last] {
				break
			}
			if token, n := words().phrase(f.ws[last:last+1], 0); n == 1 && token == rag.TokenNone && last > first {
				continue
			}
			have = append(have, f.norm(last))
			if sorted := slices.Sorted(slices.Values(have)); slices.Equal(sorted, want) {
				f.take(i, run{first, last})
				return
			}
		}
	}
}

// mentions lists what was found in order of appearance, with the placeholder of each.
func (f *finder) mentions(placeholders []sqltree.Placeholder) ([]rag.Mention, []int) {
	all := slices.Clone(f.again)
	for i, r := range f.found {
		all = append(all, repeat{i, r})
	}
	slices.SortFunc(all, func(a, b repeat) int { return a.words.first - b.words.first })
	ms, slots := make([]rag.Mention, len(all)), make([]int, len(all))
	for k, found := range all {
		start, end := f.ws[found.words.first].start, f.ws[found.words.last].end
		ms[k] = rag.Mention{Domain: string(placeholders[found.holder].Domain), Text: f.text[start:end], Start: start,
			End: end}
		slots[k] = found.holder
	}
	return ms, slots
}

// ReadWordings reads the wordings of the pairs, those of each pair in the order of Wordings, pair after
// pair. The placeholders of a pair say which entities there are; a wording in which not every one can be found is read
// as far as it is understood.
func ReadWordings(pairs []rag.Pair) []rag.Masked {
	var read []rag.Masked
	for _, p := range pairs {
		holders, err := Placeholders(p.SQL)
		for _, w := range p.Wordings() {
			m := rag.Masked{Question: w, Text: w}
			if err == nil {
				m, _, _ = ReadWording(w, holders)
			}
			read = append(read, m)
		}
	}
	return read
}
