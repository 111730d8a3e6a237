package llm

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// thoughts are the marks between which models put what they think before they answer, where a server
// leaves it in the text. The first two can end without having begun: their beginning stands in the prompt.
var thoughts = [...]struct{ open, end string }{
	{"<think>", "</think>"}, {"<thinking>", "</thinking>"},
	{"<thought>", "</thought>"}, {"<reasoning>", "</reasoning>"}, {"<seed:think>", "</seed:think>"},
	{"<mm:think>", "</mm:think>"},
	{"[THINK]", "[/THINK]"}, {"<|START_THINKING|>", "<|END_THINKING|>"}, {"◁think▷", "◁/think▷"},
	{"<|channel>thought", "<channel|>"},
}

// The channels of OpenAI's open models: what is said in the last one is the answer.
var (
	finalChannel = lazyregexp.New(`<\|channel\|>final[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>`)
	channelEnd   = lazyregexp.New(`\s*(?:<\|(?:end|return)\|>\s*)+$`)
)

// withoutThoughts cuts off what reasoning models on local servers put before their answer; all of
// it where the thoughts never end.
func withoutThoughts(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "<|channel|>") || strings.HasPrefix(text, "<|start|>") {
		at := finalChannel.FindAllStringIndex(text, -1)
		if at == nil {
			return ""
		}
		return channelEnd.ReplaceAllString(text[at[len(at)-1][1]:], "")
	}
	for i, t := range thoughts {
		begun := strings.HasPrefix(text, t.open)
		if !begun && i > 1 {
			continue
		}
		if at := strings.LastIndex(text, t.end); at >= 0 {
			text = strings.TrimSpace(text[at+len(t.end):])
		} else if begun {
			return ""
		}
	}
	return text
}
