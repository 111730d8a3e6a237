package vocab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// builder makes an index in bounded memory: rows come in portions ordered by id, what must be sorted goes through
// files, and sections grow in files of their own. What it holds for each concept are its id and two bytes.
type builder struct {
	dir      string // for everything on the way
	out      [sectionCount]*sectionFile
	meta     indexMeta
	progress func(stage string, rows int)

	ids      []int64 // ascending; the place is the concept's ordinal
	standing []uint8 // by ordinal: rank in the lower bits, and usable
	domain   []uint8 // by ordinal: place in meta.Domains
	numbers  map[string]uint16
	domains  map[string]uint8
	systems  map[string]bool // vocabulary_id of the concepts

	codes   *sorter
	terms   *sorter
	watched *watched
	curated []curatedTerm
	maps    []uint64   // "Maps to": ordinals, from in the upper half
	edges   [][2]int64 // one concept directly above another
}

// usable marks a concept that a curated wording may stand for, if its domain fits.
const usable = 1 << 2

func newBuilder(dir string, progress func(string, int)) (*builder, error) {
	b := &builder{
		dir: dir, progress: progress, numbers: map[string]uint16{}, domains: map[string]uint8{},
		systems: map[string]bool{},
		codes:   newSorter(dir), terms: newSorter(dir), curated: curatedTerms(),
	}
	b.watched = newWatched(b.curated)
	for i := range b.out {
		f, err := newSectionFile(dir, i)
		if err != nil {
			return nil, errors.Join(err, b.close())
		}
		b.out[i] = f
	}
	return b, nil
}

// close closes the files of the sections; the folder is the caller's.
func (b *builder) close() error {
	var err error
	for _, f := range b.out {
		if f != nil {
			err = errors.Join(err, f.close())
		}
	}
	return errors.Join(err, b.codes.wait(), b.terms.wait())
}

// store adds a string to the blob and returns its place. More than fits shows in write.
func (b *builder) store(s string) uint32 {
	at := b.out[secBlob].size
	b.out[secBlob].append([]byte(s))
	return uint32(at)
}

// addConcept takes the next concept; ids ascend, and one that repeats is passed over. It returns its ordinal and the
// place of its name in the blob.
func (b *builder) addConcept(c Concept) (ordinal, name uint32, fresh bool, err error) {
	if n := len(b.ids); n > 0 && b.ids[n-1] == c.ID {
		return 0, 0, false, nil
	}
	ordinal, name = uint32(len(b.ids)), b.store(c.Name)
	record := appendConcept(nil, c, name, b.store(c.Code), b.number(c.Domain), b.number(c.Vocabulary),
		b.number(c.Class))
	if len(b.meta.Strings) > 1<<16 {
		return 0, 0, false, fmt.Errorf("%d different domains, vocabularies and classes", len(b.meta.Strings))
	}
	b.out[secConcepts].append(record)
	b.ids = append(b.ids, c.ID)
	b.systems[c.Vocabulary] = true
	b.standing = append(b.standing, standingOf(c))
	b.domain = append(b.domain, b.domainNumber(c.Domain))
	key := append([]byte(codeKey(c.Code)), 0)
	return ordinal, name, true, b.codes.add(appendOrdinal(key, ordinal))
}

func (b *builder) number(s string) uint16 {
	n, ok := b.numbers[s]
	if !ok {
		n = uint16(len(b.meta.Strings))
		b.numbers[s] = n
		b.meta.Strings = append(b.meta.Strings, s)
	}
	return n
}

func (b *builder) domainNumber(s string) uint8 {
	n, ok := b.domains[s]
	if !ok {
		n = uint8(min(len(b.meta.Domains), math.MaxUint8))
		b.domains[s] = n
		b.meta.Domains = append(b.meta.Domains, s)
	}
	return n
}

// standingOf ranks valid standard concepts first, then standard, then valid ones.
func standingOf(c Concept) uint8 {
	var s uint8
	if !c.IsStandard() {
		s += 2
	}
	if c.Invalid != "" {
		s++
	}
	if c.Standard != "C" && c.Class != "Brand Name" && c.Class != "Dose Form" {
		s |= usable
	}
	return s
}

func (b *builder) rank(concept uint32) uint8 { return b.standing[concept] &^ usable }

// stands reports whether a concept is a valid standard concept of the domain, or one that may map to such.
func (b *builder) stands(concept uint32, domain string) bool {
	n, ok := b.domains[domain]
	return ok && b.domain[concept] == n && b.standing[concept]&usable != 0
}

func (b *builder) isDrug(concept uint32) bool { return b.meta.Domains[b.domain[concept]] == "Drug" }

// told tells of progress now and then.
func (b *builder) told(stage string, rows int) {
	if rows%10_000 == 0 {
		b.progress(stage, rows)
	}
}

// ordinal finds a concept by id; all are there.
func (b *builder) ordinal(id int64) (uint32, bool) {
	i, ok := slices.BinarySearch(b.ids, id)
	return uint32(i), ok
}

func (b *builder) addMap(from, to int64) {
	f, ok := b.ordinal(from)
	if t, ok2 := b.ordinal(to); ok && ok2 {
		b.maps = append(b.maps, uint64(f)<<32|uint64(t))
	}
}

// write finishes the sections and writes the index.
func (b *builder) write(ctx context.Context, w io.Writer) error {
	if err := b.addCurated(); err != nil {
		return err
	}
	if err := b.writeCodes(ctx); err != nil {
		return err
	}
	if err := b.writeTexts(ctx); err != nil {
		return err
	}
	b.writeMaps()
	b.writeEdges()
	b.meta.Vocabularies = slices.Sorted(maps.Keys(b.systems))
	meta, err := json.Marshal(b.meta)
	if err != nil {
		return err
	}
	b.out[secMeta].append(meta)
	for i, what := range map[int]string{secBlob: "names", secPostings: "postings", secTriWords: "trigrams"} {
		if b.out[i].size > math.MaxUint32 {
			return fmt.Errorf("more than 4 GiB of %s", what)
		}
	}
	b.progress("writing the index", 0)
	return writeIndex(w, &b.out)
}

func (b *builder) writeCodes(ctx context.Context) error {
	b.progress("sorting codes", len(b.ids))
	return b.codes.each(ctx, func(rec []byte) error {
		b.out[secCodes].append(appendU32(nil, ordinalOf(rec[len(rec)-4:])))
		return nil
	})
}

func (b *builder) writeMaps() {
	slices.Sort(b.maps)
	b.maps = slices.Compact(b.maps)
	next := 0
	for i := range b.ids {
		b.out[secMapsFrom].append(appendU32(nil, uint32(next)))
		for ; next < len(b.maps) && b.maps[next]>>32 == uint64(i); next++ {
			b.out[secMapsTo].append(appendU32(nil, uint32(b.maps[next])))
		}
	}
	b.out[secMapsFrom].append(appendU32(nil, uint32(next)))
}

func (b *builder) writeEdges() {
	slices.SortFunc(b.edges, func(p, q [2]int64) int {
		return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
	})
	b.edges = slices.Compact(b.edges)
	children := make([]int64, 0, len(b.edges))
	for _, e := range b.edges {
		b.out[secEdges].append(appendID(appendID(nil, e[0]), e[1]))
		children = append(children, e[1])
	}
	slices.Sort(children)
	for _, id := range slices.Compact(children) {
		b.out[secChildren].append(appendID(nil, id))
	}
}
