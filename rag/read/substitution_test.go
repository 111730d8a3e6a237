package read_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag/read"
)

// TestWordsOfOneMeaningAreReadAlike replaces the words of questions by others that mean the same, one role at a time
// and in pairs. Every variant must be read as the question is, or refused; most must be read.
func TestWordsOfOneMeaningAreReadAlike(t *testing.T) {
	roles := thesaurus(t)
	r := reader(t)
	every := 20
	switch {
	case os.Getenv("ASKOMOP_SUBSTITUTIONS") == "all":
		every = 1
	case testing.Short():
		every = 60
	}
	random := rand.New(rand.NewPCG(7, 11))
	by := map[string]*tally{}
	var all tally
	for _, base := range substituted(t) {
		slots := slotForm.FindAllStringSubmatch(base, -1)
		plain := fillSlots(base, roles, make([]int, len(slots)))
		want := meant(t, r, plain)
		if want == nil {
			t.Errorf("%s is not read", plain)
			continue
		}
		try := func(chosen []int) {
			var names []string
			for i, k := range chosen {
				if k > 0 {
					names = append(names, slots[i][1]+"\t"+roles[slots[i][1]][k])
				}
			}
			text := fillSlots(base, roles, chosen)
			got, why := meantOr(t, r, text)
			result := same
			switch {
			case got == nil:
				result = refused
			case !sameMeaning(got, want):
				result = another
				t.Errorf("%s\n  is read as %s\n  but %s\n  as %s", text, got, plain, want)
			}
			all.count(result, "")
			key := names[0]
			if len(names) > 1 {
				key = "two at once\t"
			}
			if by[key] == nil {
				by[key] = &tally{}
			}
			by[key].count(result, text+" | "+why)
		}
		for i, slot := range slots {
			for k := 1; k < len(roles[slot[1]]); k++ {
				if random.IntN(every) > 0 {
					continue
				}
				chosen := make([]int, len(slots))
				chosen[i] = k
				try(chosen)
			}
		}
		for range 30 {
			if len(slots) < 2 || random.IntN(every) > 0 {
				continue
			}
			chosen := make([]int, len(slots))
			for _, i := range random.Perm(len(slots))[:2] {
				chosen[i] = 1 + random.IntN(len(roles[slots[i][1]])-1)
			}
			try(chosen)
		}
	}
	for _, key := range slices.SortedFunc(keysOf(by), func(a, b string) int { return by[b].n[refused] - by[a].n[refused] }) {
		if c := by[key]; c.n[refused] > 0 {
			t.Logf("%s: %d same, %d refused, %d another: %s", key, c.n[same], c.n[refused], c.n[another], c.first)
		}
	}
	total := all.n[same] + all.n[refused] + all.n[another]
	t.Logf("of %d variants %d are read the same, %d are refused, %d are read as another", total, all.n[same],
		all.n[refused], all.n[another])
	if share := float64(all.n[same]) / float64(total); share < leastAlike {
		t.Errorf("%.3f are read the same", share)
	}
}

// leastAlike is the share of the variants that must be read.
const leastAlike = 0.95

const (
	same = iota
	refused
	another
)

type tally struct {
	n     [3]int
	first string // that was refused
}

func (c *tally) count(result int, text string) {
	c.n[result]++
	if result == refused && c.first == "" {
		c.first = text
	}
}

func keysOf(by map[string]*tally) func(func(string) bool) {
	return func(yield func(string) bool) {
		for key := range by {
			if !yield(key) {
				return
			}
		}
	}
}

// slotForm is a role in a base question, with the things that it is said of.
var slotForm = regexp.MustCompile(`\{(\w+)(?::([^;}]*)(?:;([^}]*))?)?\}`)

// fillSlots writes the chosen alternatives into the base question.
func fillSlots(base string, roles map[string][]string, chosen []int) string {
	i := -1
	text := slotForm.ReplaceAllStringFunc(base, func(slot string) string {
		i++
		m := slotForm.FindStringSubmatch(slot)
		says := roles[m[1]][chosen[i]]
		if m[2] != "" && !strings.Contains(says, "~") {
			says += " ~"
		}
		return strings.NewReplacer("_", "", "~", m[2], "^", m[3]).Replace(says)
	})
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer(" ,", ",", " ?", "?").Replace(text)
}

func thesaurus(t *testing.T) map[string][]string {
	t.Helper()
	roles := map[string][]string{}
	for _, line := range linesOf(t, "testdata/thesaurus.tsv") {
		role, says, _ := strings.Cut(line, "\t")
		for one := range strings.SplitSeq(says, "|") {
			one = strings.TrimSpace(one)
			if slices.Contains(roles[role], one) {
				t.Errorf("%s: %q stands twice", role, one)
			}
			roles[role] = append(roles[role], one)
		}
	}
	return roles
}

func substituted(t *testing.T) []string { return linesOf(t, "testdata/substitution.txt") }

// linesOf are a file's lines without remarks.
func linesOf(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(data), "\n"), func(line string) bool {
		return line == "" || line[0] == '#'
	})
}

func meant(t *testing.T, r *read.Reader, text string) *study.Question {
	q, _ := meantOr(t, r, text)
	return q
}

// meantOr is what a question means, or why it is refused.
func meantOr(t *testing.T, r *read.Reader, text string) (*study.Question, string) {
	t.Helper()
	reading, err := r.Read(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if reading.Question == nil {
		return nil, reading.Refusal.Why
	}
	return reading.Question, ""
}

// sameMeaning reports whether two questions are the same, in whichever of the forms that give one number.
func sameMeaning(a, b *study.Question) bool { return oneNumber(a).Equal(oneNumber(b)) }

// oneNumber is inOneForm for more questions: at least one is any, more than one is at least two, and groups have no
// order.
func oneNumber(q *study.Question) *study.Question {
	q = inOneForm(q)
	slices.SortFunc(q.Strata, func(a, b study.Stratum) int { return strings.Compare(string(a.Kind), string(b.Kind)) })
	of := q.Population.Criteria
	if q.Outcome != nil {
		of = append(of, *q.Outcome)
	}
	for _, c := range of {
		if c.Has != nil && c.Has.Times != nil {
			if n := c.Has.Times; n.Min != nil && n.MinOpen && n.Max == nil {
				*n = study.Range{Min: ptr(*n.Min + 1)}
			}
			if *c.Has.Times.Min == 1 && c.Has.Times.Max == nil {
				c.Has.Times = nil
			}
		}
	}
	if q.Measure.Kind == study.Count && q.Measure.Of == study.Persons && q.AtRisk == nil && q.Outcome == nil {
		q.Population = eitherWay(q.Population, !slices.ContainsFunc(q.Strata, func(s study.Stratum) bool {
			return s.Kind != study.Sex && s.Kind != study.Race
		}))
	}
	return q
}

func ptr[T any](v T) *T { return &v }

// eitherWay makes a criterion of an entry to which nothing is related. Where nothing asks when, a first record is any.
func eitherWay(c study.Cohort, whole bool) study.Cohort {
	for _, k := range c.Criteria {
		if k.Has != nil && k.Has.Relation == nil {
			anyOf(&k.Has.Event, whole)
		}
	}
	e := c.Entry
	if e == nil || e.Which != study.Any && e.Which != study.First {
		return sorted(c)
	}
	anyOf(e, whole)
	for _, k := range c.Criteria {
		if k.Is == nil && (k.Has == nil || k.Has.Relation != nil) && (k.Not == nil || k.Not.Has == nil ||
			k.Not.Has.Relation != nil) {
			return sorted(c)
		}
	}
	c.Entry, c.Criteria = nil, append(c.Criteria, study.Criterion{Has: &study.Has{Event: *e}})
	return sorted(c)
}

func anyOf(e *study.Event, whole bool) {
	if e.Which == study.First && (e.Domain == study.Death || whole && e.During == nil && e.Age == nil) {
		e.Which = study.Any
	}
}

// sorted puts the criteria, of which all must hold, in one order.
func sorted(c study.Cohort) study.Cohort {
	slices.SortStableFunc(c.Criteria, func(a, b study.Criterion) int {
		return strings.Compare(fmt.Sprint(a.Is == nil, a.Not != nil, said(a)), fmt.Sprint(b.Is == nil, b.Not != nil, said(b)))
	})
	return c
}

func said(c study.Criterion) string {
	j, _ := json.Marshal(c)
	return string(j)
}
