package lsp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// The parts of the protocol that the server speaks. Lines and columns count from 0, columns in units of UTF-16.
type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	textRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	diagnostic struct {
		Range    textRange `json:"range"`
		Severity int       `json:"severity"`
		Code     string    `json:"code"`
		Source   string    `json:"source"`
		Message  string    `json:"message"`
	}
	published struct {
		URI         string       `json:"uri"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	textDocument struct {
		URI  string `json:"uri"`
		Text string `json:"text"`
	}
	inDocument struct {
		TextDocument textDocument `json:"textDocument"`
	}
	didOpen   = inDocument
	didChange struct {
		TextDocument   textDocument `json:"textDocument"`
		ContentChanges []struct {
			Text string `json:"text"`
		} `json:"contentChanges"`
	}
	codeActions struct {
		TextDocument textDocument `json:"textDocument"`
		Range        textRange    `json:"range"`
	}
	textEdit struct {
		Range   textRange `json:"range"`
		NewText string    `json:"newText"`
	}
	workspaceEdit struct {
		Changes map[string][]textEdit `json:"changes"`
	}
	action struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		Diagnostics []diagnostic  `json:"diagnostics"`
		Preferred   bool          `json:"isPreferred"`
		Edit        workspaceEdit `json:"edit"`
	}
	capabilities struct {
		TextDocumentSync   int  `json:"textDocumentSync"` // 1: the whole text at each change
		CodeActionProvider bool `json:"codeActionProvider"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	initialized struct {
		Capabilities capabilities `json:"capabilities"`
		ServerInfo   serverInfo   `json:"serverInfo"`
	}
)

var severities = map[omop.Severity]int{omop.SeverityError: 1, omop.SeverityWarning: 2, omop.SeverityInfo: 3}

// diagnosticOf is a finding with the word at its place, and what to do instead.
func diagnosticOf(text string, f omop.Finding) diagnostic {
	message := f.Message
	for _, r := range check.Rules() {
		if r.ID == f.Rule {
			message += "\n" + r.Instead
		}
	}
	start := offset(text, f.Line, f.Column)
	end := start
	for end < len(text) && !strings.ContainsRune(" \t\r\n(),;", rune(text[end])) {
		end++
	}
	return diagnostic{Range: span(text, start, max(end, min(start+1, len(text)))), Severity: severities[f.Severity],
		Code: f.Rule, Source: "askomop", Message: message}
}

// offset is the byte at which a line and a column of characters, both from 1, begin.
func offset(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return len(text)
		}
		at += n + 1
	}
	for ; column > 1 && at < len(text) && text[at] != '\n'; column-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// span is a part of a text as the protocol counts.
func span(text string, start, end int) textRange {
	return textRange{positionAt(text, start), positionAt(text, end)}
}

func positionAt(text string, at int) position {
	before := text[:min(at, len(text))]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return position{strings.Count(before, "\n"), len(utf16.Encode([]rune(line)))}
}
