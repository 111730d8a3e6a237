// Package prompt fills the templates of what models are asked. Every text of someone else's is written so that it
// stays inside its tags. The templates lie beside this file.
package prompt

import (
	"embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

//go:embed *.tmpl
var promptFiles embed.FS

// prompts are the templates of all prompts. They are embedded and tested, so an
// error in them is a mistake of the build, and panics like a bad regexp.MustCompile.
var prompts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"data": asData, "dataList": asDataList, "query": asQuery, "numbered": numbered, "near": near,
		"join": strings.Join,
	}).ParseFS(promptFiles, "*.tmpl"))
})

// Fill makes a request of a template of standing instructions and one of the task.
func Fill(system, task string, view any) (llm.Request, error) {
	var texts [2]strings.Builder
	for i, name := range []string{system, task} {
		if err := prompts().ExecuteTemplate(&texts[i], name, view); err != nil {
			return llm.Request{}, fmt.Errorf("filling the prompt: %w", err)
		}
	}
	return llm.Request{System: strings.TrimSpace(texts[0].String()) + "\n",
		User: strings.TrimSpace(texts[1].String()) + "\n"}, nil
}

// tagStart is what could open or close a tag, also to a reader who takes signs that
// look like it for one: "age <60" is none.
var tagStart = lazyregexp.New(`[<＜﹤‹〈⟨〈˂≺]\s*([\pL/!?|<])`)

// promptTag is one of the tags that prompts are made of, in SQL, where < is also a comparison.
var promptTag = lazyregexp.New(`(?i)[<＜﹤‹〈⟨〈˂≺](\s*/?\s*(?:question|entities|limits|example|note|query|error|cause|system|user|assistant|instructions?|task)\b)`)

// fenceMarks are what could begin or end a block.
var fenceMarks = lazyregexp.New("```+|~~~+")

// asData writes a text of someone else's so that it stays on its line and inside
// its tags: what could be a tag, a block or a heading of the prompt is none any more.
func asData(s string) string {
	s = fenceMarks.ReplaceAllString(llm.Plain(s), "'''")
	for tagStart.MatchString(s) {
		s = tagStart.ReplaceAllString(s, "&lt;$1")
	}
	return s
}

func asDataList(all []string) string {
	shown := make([]string, len(all))
	for i, s := range all {
		shown[i] = asData(s)
	}
	return strings.Join(shown, ", ")
}

// asQuery writes SQL, whose lines and signs have to stay: only what could be a tag or a block is broken.
func asQuery(sql string) string {
	lines := strings.Split(strings.TrimSpace(sql), "\n")
	for i, line := range lines {
		line = fenceMarks.ReplaceAllString(llm.Plain(line), "'''")
		lines[i] = strings.ReplaceAll(promptTag.ReplaceAllString(line, "&lt;$1"), "</", "< /")
	}
	return strings.Join(lines, "\n")
}

// numbered is SQL with the numbers of its lines, by which errors name their place.
func numbered(sql string) string {
	lines := strings.Split(asQuery(sql), "\n")
	for i, line := range lines {
		lines[i] = fmt.Sprintf("%2d  %s", i+1, line)
	}
	return strings.Join(lines, "\n")
}

// nearLines is how many lines are shown on either side of an error.
const nearLines = 2

// near shows the lines around the error of a fix, the line itself marked; nothing where the place is not known.
func near(fix *rag.Fix) string {
	lines := strings.Split(asQuery(fix.Written()), "\n")
	if fix.Translation() != "" || fix.Line < 1 || fix.Line > len(lines) || len(lines) == 1 {
		return ""
	}
	var b strings.Builder
	for n := max(1, fix.Line-nearLines); n <= min(len(lines), fix.Line+nearLines); n++ {
		mark := " "
		if n == fix.Line {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s%2d  %s\n", mark, n, lines[n-1])
	}
	return strings.TrimRight(b.String(), "\n")
}

// Named puts the model's name into an error about its answer.
func Named(err error, model string) error {
	var e *llm.Error
	if errors.As(err, &e) && e.Model == "" {
		own := *e
		own.Model = model
		return &own
	}
	return err
}

// Unusable is the error of an answer that says nothing that can be used.
func Unusable(model, format string, args ...any) error {
	return &llm.Error{Model: model, Kind: llm.ErrInvalid, Detail: fmt.Sprintf(format, args...)}
}

// Clip cuts a text after at most n bytes, between words.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	if at := strings.LastIndexByte(s[:n], ' '); at > 0 {
		n = at
	}
	return strings.ToValidUTF8(s[:n], "") + " …"
}
