package foreign

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Columns maps what a case has to the names of a set's columns or keys. Paraphrase
// may have several; the others have one.
type Columns map[Field][]string

// Field is what a column holds.
type Field string

const (
	ID         Field = "id"
	Question   Field = "question"
	Paraphrase Field = "paraphrase"
	Masked     Field = "masked"
	SQL        Field = "sql"        // with concept ids or other values
	Template   Field = "template"   // SQL with placeholders
	Answerable Field = "answerable" // true, yes or 1; anything else is no
	Topic      Field = "topic"
)

// Fields are all of them.
func Fields() []Field {
	return []Field{ID, Question, Paraphrase, Masked, SQL, Template, Answerable, Topic}
}

// usual are the names under which sets hold a field, in the form that folded gives them.
var usual = map[Field][]string{
	ID:       {"id", "questionid", "queryid", "uid"},
	Question: {"question", "nlquestion", "naturallanguagequestion", "utterance", "nlq", "prompt"},
	Paraphrase: {"paraphrase", "paraphrases", "paraphrase1", "paraphrase2", "paraphrase3", "paraphrase4", "paraphrase5",
		"para1", "para2"},
	Masked:     {"masked", "maskedquestion", "questionmasked", "questiontemplate"},
	SQL:        {"sql", "query", "sqlquery", "goldsql", "referencesql"},
	Template:   {"sqltemplate", "querytemplate", "maskedsql", "sqlwithplaceholders", "querywithplaceholders"},
	Answerable: {"answerable", "isanswerable"},
	Topic:      {"topic", "category", "department"},
}

// ParseColumns reads a mapping such as "question=QUESTION,sql=QUERY". A field given
// twice has several columns, which only paraphrase may.
func ParseColumns(text string) (Columns, error) {
	out := Columns{}
	for entry := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		field, column, ok := strings.Cut(entry, "=")
		f := Field(strings.ToLower(strings.TrimSpace(field)))
		column = strings.TrimSpace(column)
		switch {
		case !ok || column == "":
			return nil, fmt.Errorf("columns are given as field=COLUMN,…; %q is not", entry)
		case !slices.Contains(Fields(), f):
			return nil, fmt.Errorf("unknown field %q; the fields are %s", f, strings.Trim(fmt.Sprint(Fields()), "[]"))
		case f != Paraphrase && out[f] != nil:
			return nil, fmt.Errorf("the field %s is given twice; only paraphrase can be", f)
		}
		out[f] = append(out[f], column)
	}
	return out, nil
}

// layout says at which of a set's columns each field is.
type layout map[Field][]int

// find looks the columns up in a set's header: those asked for, else the usual names.
func (c Columns) find(header []string) (layout, error) {
	out := layout{}
	for _, f := range Fields() {
		names, given := c[f]
		if !given {
			names = usual[f]
		}
		for _, name := range names {
			i := slices.IndexFunc(header, func(h string) bool { return folded(h) == folded(name) })
			switch {
			case i >= 0 && !slices.Contains(out[f], i):
				out[f] = append(out[f], i)
			case given && i < 0:
				return nil, fmt.Errorf("there is no column %q; the columns are %s", name, strings.Join(header, ", "))
			}
			if i >= 0 && f != Paraphrase {
				break
			}
		}
	}
	if out[Question] == nil {
		return nil, fmt.Errorf("none of the columns %s is known to hold the question; name it with question=COLUMN",
			strings.Join(header, ", "))
	}
	return out, nil
}

// folded is a column's name without its case and what parts its words.
func folded(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "", "\ufeff", "").Replace(strings.ToLower(s))
}

// read makes a case of a record.
func (l layout) read(record []string, source string) Case {
	get := func(f Field) string {
		for _, i := range l[f] {
			if i < len(record) {
				return strings.TrimSpace(record[i])
			}
		}
		return ""
	}
	c := Case{ID: get(ID), Question: get(Question), Masked: get(Masked), SQL: noNull(get(SQL)),
		Template: noNull(get(Template)), Topic: get(Topic), Source: source, Answerable: true}
	for _, i := range l[Paraphrase] {
		if i < len(record) && strings.TrimSpace(record[i]) != "" {
			c.Paraphrases = append(c.Paraphrases, strings.TrimSpace(record[i]))
		}
	}
	switch {
	case l[Answerable] != nil:
		c.Answerable = slices.Contains([]string{"true", "yes", "1", "y", "t"}, strings.ToLower(get(Answerable)))
	case l[SQL] != nil || l[Template] != nil:
		c.Answerable = !isNull(get(SQL)) && !isNull(get(Template))
	}
	return c
}

// isNull reports whether a text says that there is no SQL.
func isNull(s string) bool {
	return slices.Contains([]string{"null", "none", "nan"}, strings.ToLower(s))
}

func noNull(s string) string {
	if isNull(s) {
		return ""
	}
	return s
}

func hasPlaceholder(sql string) bool {
	ps, err := sqltree.Placeholders(sql)
	return err == nil && len(ps) > 0
}
