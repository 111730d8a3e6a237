package load

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop/schema"
)

// prefixes are words that people put before the names of tables.
var prefixes = []string{"cdm", "omop", "athena", "part", "vocab", "raw"}

// TableOf finds the table that a file's name means: "DEVICES_EXPOSURE",
// "conceptAncestor", "2b_concept", "cdm_person", "measurement_01".
func TableOf(stem string) (string, bool) { return tableNamed(nameWords(stem)) }

// tableNamed is TableOf for the words of a name: before a table's own there may be prefixes, behind it the number of a
// part.
func tableNamed(words []string) (string, bool) {
	for {
		for own := words; ; own = own[:len(own)-1] {
			if t, ok := tableOfWords(own); ok {
				return t, true
			}
			if len(own) < 2 || !startsWithDigit(own[len(own)-1]) && own[len(own)-1] != "part" {
				break
			}
		}
		if len(words) < 2 || !slices.Contains(prefixes, words[0]) && !startsWithDigit(words[0]) {
			return "", false
		}
		words = words[1:]
	}
}

// exactName tells whether the name is the table's, but for case, plural and separators.
func exactName(stem, table string) bool {
	t, ok := tableOfWords(nameWords(stem))
	return ok && t == table
}

func tableOfWords(words []string) (string, bool) {
	key := strings.Join(words, "")
	for _, name := range schema.TableNames() {
		if strings.Join(nameWords(name), "") == key {
			return name, true
		}
	}
	return "", false
}

// nameWords cuts a name at underscores, blanks, dashes, dots and humps, lower case,
// without the plural.
func nameWords(name string) []string {
	var b strings.Builder
	var before rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		words[i] = strings.TrimSuffix(w, "s")
	}
	return words
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// fileTables finds the table of each member: by its name, by its folder's, as in measurement/part-0001.parquet, or
// behind a prefix that the files have in common. Members of none are ignored.
func (s *source) fileTables() {
	var strangers []*member
	for _, m := range s.members {
		var ok bool
		if m.table, ok = TableOf(m.stem); !ok || isPartitioned(m) && tableFolder(m) != "" {
			if m.table = tableFolder(m); m.table == "" {
				strangers = append(strangers, m)
			}
		}
	}
	adoptPrefixed(strangers, len(s.members))
	s.members = slices.DeleteFunc(s.members, func(m *member) bool {
		if m.table == "" {
			s.ignore(m.name, "")
		}
		return m.table == ""
	})
}

// enoughAlike is the number of files that make a prefix of theirs one: what two files share may be chance.
const enoughAlike = 3

// adoptPrefixed finds the tables of files that have a prefix in common behind which all names are tables':
// "hosp1_person", "hosp1_death", "hosp1_concept".
func adoptPrefixed(strangers []*member, all int) {
	for length := 1; length <= 3; length++ {
		byPrefix := map[string][]*member{}
		for _, m := range strangers {
			if words := nameWords(m.stem); len(words) > length {
				if _, ok := tableNamed(words[length:]); ok {
					prefix := strings.Join(words[:length], "_")
					byPrefix[prefix] = append(byPrefix[prefix], m)
				}
			}
		}
		for _, members := range byPrefix {
			if len(members) < enoughAlike && len(members) < all {
				continue
			}
			for _, m := range members {
				if m.table == "" {
					m.table, _ = tableNamed(nameWords(m.stem)[length:])
				}
			}
		}
	}
}

// keepVocabulary leaves out what is not a table of the vocabulary.
func (s *source) keepVocabulary() {
	s.members = slices.DeleteFunc(s.members, func(m *member) bool { return !isVocabulary(m.table) })
}

// choose settles which files make each table. Numbered parts of one name go together;
// otherwise the plain name beats a decorated one, and the file higher up beats the one
// in a sub-folder. Two files with equal claims are an error: loading both would count
// every row twice.
func (s *source) choose() error {
	byTable := map[string][]*member{}
	for _, m := range s.members {
		byTable[m.table] = append(byTable[m.table], m)
	}
	s.members = nil
	for _, table := range schema.TableNames() {
		files, losers, err := pick(table, byTable[table])
		if err != nil {
			return err
		}
		s.members = append(s.members, files...)
		for _, m := range losers {
			s.ignore(m.name, lostTo(m, files[0]))
		}
	}
	return nil
}

// lostTo says why a file of a table was left out for another.
func lostTo(m, chosen *member) string {
	if path.Dir(m.name) == path.Dir(chosen.name) && m.parquet == chosen.parquet &&
		strings.ContainsAny(m.stem, "0123456789") {
		return fmt.Sprintf("was not read, because %s has the plain name of the %s table: if both hold rows of it, call them %s_1 and %s_2",
			chosen.name, m.table, m.table, m.table)
	}
	return fmt.Sprintf("was not read: %s was taken for the %s table", chosen.name, m.table)
}

// require looks whether the chosen files are of the kind that was asked for.
func (s *source) require(vocabulary bool) error {
	has := func(table string) bool {
		return slices.ContainsFunc(s.members, func(m *member) bool { return m.table == table })
	}
	switch {
	case len(s.members) == 0 && vocabulary:
		return errors.New("it holds no table of a vocabulary: expected the files of a download from athena.ohdsi.org, CONCEPT.csv, CONCEPT_RELATIONSHIP.csv " +
			"and others, or concept.parquet, at the top or one folder down")
	case len(s.members) == 0:
		return errors.New("it holds no OMOP table: expected files such as person.csv, condition_occurrence.csv or concept.parquet, at the top or one folder down")
	case vocabulary && !has("concept"):
		return errors.New("it has no CONCEPT.csv, so it is not a vocabulary; download one from athena.ohdsi.org")
	case vocabulary || has("person"):
		return nil
	case has("concept"):
		return errors.New("it has no person table, so it is not a patient database; it looks like a vocabulary download, which \"vocab load\" reads")
	}
	return errors.New("it has no person table, so it is not a patient database")
}

func pick(table string, files []*member) (chosen, losers []*member, err error) {
	if len(files) < 2 {
		return files, nil, nil
	}
	rank := func(m *member) int {
		folder, _ := partitioned(path.Dir(m.name))
		r := 2 * strings.Count(path.Join(folder, "file"), "/")
		if !exactName(m.stem, table) {
			r++
		}
		return r
	}
	slices.SortStableFunc(files, func(a, b *member) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return strings.Compare(a.name, b.name)
	})
	n := 1
	for n < len(files) && rank(files[n]) == rank(files[0]) {
		n++
	}
	if n > 1 && !parts(files[:n], table) {
		return nil, nil, fmt.Errorf("%s and %s are both the %s table: keep one of them", files[0].name, files[1].name,
			table)
	}
	return files[:n], files[n:], nil
}

// parts tells whether the files are numbered pieces of one table: alike but for words
// with digits, in one folder and of one kind.
func parts(files []*member, table string) bool {
	name := func(m *member) string {
		words := slices.DeleteFunc(nameWords(m.stem), func(w string) bool { return strings.ContainsAny(w, "0123456789") })
		folder, _ := partitioned(path.Dir(m.name))
		return folder + "/" + strings.Join(words, " ")
	}
	for _, m := range files {
		inTableFolder := tableFolder(m) == table
		if exactName(m.stem, table) && !isPartitioned(m) || m.parquet != files[0].parquet ||
			!inTableFolder && name(m) != name(files[0]) {
			return false
		}
	}
	return true
}

// tableFolder is the table that a member's folder is named after, or "".
func tableFolder(m *member) string {
	folder, _ := partitioned(path.Dir(m.name))
	t, _ := TableOf(path.Base(folder))
	return t
}

// partition is a column whose value is in the name of a folder, by Hive's habit: measurement/year=2010/part-0.parquet.
type partition struct {
	column, value string
	null          bool
}

// partitioned parts the name of a folder into that of the table and the partitions below it, the outermost first.
func partitioned(folder string) (table string, by []partition) {
	for {
		column, value, ok := strings.Cut(path.Base(folder), "=")
		if !ok || column == "" {
			return folder, by
		}
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		by = append([]partition{{column, value, value == "__HIVE_DEFAULT_PARTITION__"}}, by...)
		folder = path.Dir(folder)
	}
}

func isPartitioned(m *member) bool {
	_, by := partitioned(path.Dir(m.name))
	return len(by) > 0
}
