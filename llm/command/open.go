package command

import (
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
)

// Open is the provider.Opener of command: programs.
func Open(line string, s provider.Settings) (llm.Model, error) {
	m, err := New(Config{Line: line, Format: s.CommandFormat})
	if err != nil {
		return nil, err
	}
	return m, nil
}
