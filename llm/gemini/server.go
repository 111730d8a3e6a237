package gemini

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/wire"
)

// server is where a model is asked. The key is in a header: in the URL, error texts would print it.
type server struct {
	model  string // with its folder, as in models/gemini-3.5-flash
	base   *url.URL
	header http.Header
	client *wire.Client
}

// post calls a method of the model with body and decodes what it answers into out.
func (s *server) post(ctx context.Context, method string, body, out any) error {
	if err := llm.Interrupted(ctx, s.client.Model); err != nil {
		return err
	}
	return s.client.Post(ctx, s.base.JoinPath("v1beta", s.model+":"+method).String(), s.header, body, out)
}

// judge reads Google's error details: a wrong key comes with status 400, a wait in the body, and a
// day's quota looks like a minute's but for its name.
func judge(keyVar string) func(status int, body []byte, e *llm.Error) {
	return func(_ int, body []byte, e *llm.Error) {
		var f failure
		_ = json.Unmarshal(body, &f) // what is of another form says less, and the status has been read
		for _, d := range f.Error.Details {
			if strings.HasPrefix(d.Reason, "API_KEY") {
				e.Kind, e.Fix = llm.ErrAuth, "check the API key in "+keyVar
			}
			if wait, err := time.ParseDuration(d.RetryDelay); err == nil && llm.Retryable(e) && e.RetryAfter == 0 {
				e.RetryAfter = wait
			}
		}
		if f.daily() {
			e.Kind, e.RetryAfter, e.Fix = llm.ErrQuota, 0,
				"go on tomorrow, or look at the project's plan and billing at Google"
		}
	}
}

// failure is the body of a refusal.
type failure struct {
	Error struct {
		Message string
		Details []struct {
			Reason     string
			RetryDelay string
			Violations []struct{ QuotaID string }
		}
	}
}

// daily reports whether a day's quota is used up.
func (f failure) daily() bool {
	for _, d := range f.Error.Details {
		for _, v := range d.Violations {
			if strings.Contains(v.QuotaID, "PerDay") {
				return true
			}
		}
	}
	return false
}
