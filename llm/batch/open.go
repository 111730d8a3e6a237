package batch

import (
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
)

// Open is the provider.Opener of batch: folders. ASKOMOP_BATCH_FORMAT is openai, mistral, anthropic or
// plain, ASKOMOP_BATCH_MODEL the model that the provider is to ask, and ASKOMOP_BATCH_SAMPLING is off for a
// model that refuses a temperature.
func Open(dir string, s provider.Settings) (llm.Model, error) {
	m, err := New(Config{
		Dir: dir, Format: s.Env("ASKOMOP_BATCH_FORMAT"), Model: s.Env("ASKOMOP_BATCH_MODEL"),
		NoSampling: s.Env("ASKOMOP_BATCH_SAMPLING") == "off",
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}
