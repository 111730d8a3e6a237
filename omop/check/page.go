package check

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/askomop/askomop/omop"
)

//go:embed page.md.tmpl
var pageText string

// Page is the documentation of the rules, in Markdown.
func Page() (string, error) {
	examples, err := Examples()
	if err != nil {
		return "", err
	}
	t, err := template.New("page").Funcs(template.FuncMap{
		"severity": severityText,
		"example": func(id string) string {
			e, ok := examples[id]
			if !ok {
				return ""
			}
			return "\n" + e.markdown()
		},
		"sql": func(s string) string { return "```sql\n" + strings.TrimSpace(s) + "\n```" },
	}).Parse(pageText)
	if err != nil {
		return "", fmt.Errorf("read the rules' page: %w", err)
	}
	type group struct {
		Name  string
		Rules []Rule
	}
	var groups []*group
	for _, r := range Rules() {
		if len(groups) == 0 || groups[len(groups)-1].Name != r.Group {
			groups = append(groups, &group{Name: r.Group})
		}
		last := groups[len(groups)-1]
		last.Rules = append(last.Rules, r)
	}
	var out strings.Builder
	if err := t.Execute(&out, groups); err != nil {
		return "", fmt.Errorf("write the rules' page: %w", err)
	}
	return out.String(), nil
}

func severityText(r Rule) string {
	text := string(r.Severity)
	if r.Generated != "" && r.Generated != r.Severity {
		text += fmt.Sprintf(" (%s in SQL that a program wrote)", r.Generated)
	}
	if r.Vocabulary {
		text += ", with a vocabulary"
	}
	return text
}

// Severities are those that a configuration can give a rule.
func Severities() []omop.Severity {
	return []omop.Severity{Off, omop.SeverityInfo, omop.SeverityWarning, omop.SeverityError}
}
