package llm

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// SQLBlock finds the SQL in a model's answer: the last ```sql block, or else the
// last block without a language that begins as a query does, or else the whole answer
// where it is nothing but a query. A block that is opened and never closed is a cut-off answer and an
// error, since half a query can be a valid one with another meaning.
func SQLBlock(answer string) (string, error) {
	return queryBlock(answer, "sql", sqlLanguage, isQuery)
}

// SPARQLBlock finds the SPARQL in a model's answer, as SQLBlock does.
func SPARQLBlock(answer string) (string, error) {
	return queryBlock(answer, "sparql", sparqlLanguage, isSPARQL)
}

// queryBlock finds a query in an answer: in a block of one of the languages, or where the language is not said by how it begins.
func queryBlock(answer, language string, languages map[string]bool, begins func(string) bool) (string, error) {
	text := withoutThoughts(answer)
	found, open := fences(text)
	if open {
		return "", noBlock("a code block is not closed")
	}
	for _, query := range slices.Backward(found) {
		if query.text != "" && (languages[query.language] || query.language == "" && begins(query.text)) {
			return query.text, nil
		}
	}
	if text = strings.TrimSpace(text); len(found) == 0 && begins(text) {
		return text, nil
	}
	return "", noBlock("it holds no ```" + language + " block")
}

// JSONBlock decodes the JSON value in a model's answer into v: the whole answer, or
// else the last ```json block, or else the longest object or list in its text. Fields that v
// does not have are passed over.
func JSONBlock(answer string, v any) error {
	raw, err := jsonBlock(answer)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return &Error{Kind: ErrInvalid, Detail: "its JSON is not of the wanted form", Err: err}
	}
	return nil
}

func jsonBlock(answer string) (json.RawMessage, error) {
	text := strings.TrimSpace(withoutThoughts(answer))
	if text != "" && json.Valid([]byte(text)) {
		return json.RawMessage(text), nil
	}
	found, open := fences(text)
	for _, b := range slices.Backward(found) {
		if (b.language == "" || b.language == "json") && b.text != "" && json.Valid([]byte(b.text)) {
			return json.RawMessage(b.text), nil
		}
	}
	if !open {
		if raw := longestValue(text); raw != nil {
			return raw, nil
		}
	}
	return nil, noBlock("it holds no whole JSON value")
}

func noBlock(why string) error {
	return &Error{Kind: ErrInvalid, Detail: why}
}

var sqlLanguage = map[string]bool{"sql": true, "duckdb": true, "postgresql": true, "postgres": true, "pgsql": true, "tsql": true}

var sparqlLanguage = map[string]bool{"sparql": true, "rq": true}

// isSPARQL reports whether a text begins as a query of SPARQL does, after comments.
func isSPARQL(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word := line[:len(line)-len(strings.TrimLeftFunc(line, unicode.IsLetter))]
		return strings.EqualFold(word, "select") || strings.EqualFold(word, "prefix") || strings.EqualFold(word, "base")
	}
	return false
}

// isQuery reports whether a text begins as a query does, after comments and opening parentheses.
func isQuery(text string) bool {
	for {
		text = strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '(' })
		end := ""
		switch {
		case strings.HasPrefix(text, "--"):
			end = "\n"
		case strings.HasPrefix(text, "/*"):
			end = "*/"
		default:
			i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
			return i > 0 && (strings.EqualFold(text[:i], "select") || strings.EqualFold(text[:i], "with"))
		}
		_, rest, ok := strings.Cut(text, end)
		if !ok {
			return false
		}
		text = rest
	}
}

// fence is a fenced code block: its language in small letters, and its text.
type fence struct{ language, text string }

// fences returns the closed blocks in order, and whether one is open at the end. A
// block ends at a line of at least as many of the same marks as began it.
func fences(text string) (found []fence, open bool) {
	var mark, language string
	var body []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		bare := strings.TrimSpace(line)
		m := fenceMark(bare)
		switch {
		case mark == "" && m != "":
			mark, body = m, nil
			language, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(bare[len(m):])), " ")
		case mark != "" && bare == m && strings.HasPrefix(m, mark):
			found = append(found, fence{language, strings.TrimSpace(strings.Join(body, "\n"))})
			mark = ""
		case mark != "":
			body = append(body, line)
		}
	}
	return found, mark != ""
}

// fenceMark is the run of three or more ` or ~ that a line begins with.
func fenceMark(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return "" // the second is code within a line
	}
	return line[:n]
}

// tries bounds the work on a text with many brackets that begin nothing.
const tries = 64

// longestValue is the longest JSON object or list in a text, nil for none.
func longestValue(text string) json.RawMessage {
	var best json.RawMessage
	rest := []byte(text)
	for range tries {
		i := bytes.IndexAny(rest, "{[")
		if i < 0 {
			break
		}
		rest = rest[i:]
		var v json.RawMessage
		if err := json.NewDecoder(bytes.NewReader(rest)).Decode(&v); err != nil {
			rest = rest[1:]
			continue
		}
		if len(v) > len(best) {
			best = v
		}
		rest = rest[len(v):]
	}
	return best
}
