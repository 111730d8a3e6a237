package gemini

import (
	"encoding/json"
	"errors"
	"math"
	"strings"

	"github.com/askomop/askomop/llm"
)

// candidates are the parts of an answer that say how probable its tokens were; the module knows neither.
type candidates struct {
	Candidates []struct {
		AvgLogprobs    *float64
		LogprobsResult struct {
			ChosenCandidates []struct{ LogProbability float64 }
		}
	}
}

// tokenProbability is how probable a token of the answer was, the geometric mean; 0 where the answer does not tell.
// The mean that the API gives counts where it gives no token by itself.
func tokenProbability(body []byte) float64 {
	var a candidates
	if json.Unmarshal(body, &a) != nil || len(a.Candidates) == 0 {
		return 0
	}
	c := a.Candidates[0]
	if tokens := c.LogprobsResult.ChosenCandidates; len(tokens) > 0 {
		sum := 0.0
		for _, t := range tokens {
			sum += t.LogProbability
		}
		return math.Exp(min(0, sum/float64(len(tokens))))
	}
	if c.AvgLogprobs == nil || math.IsNaN(*c.AvgLogprobs) {
		return 0
	}
	return math.Exp(min(0, *c.AvgLogprobs))
}

// refusesTokens reports whether a model refused a request because it does not tell how probable its tokens are.
func refusesTokens(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && errors.Is(e, llm.ErrRequest) && strings.Contains(strings.ToLower(e.Detail), "logprobs")
}
