package llm

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// WithLog records every request: model, sizes, tokens, time, and on a failure its
// kind. Prompts, answers and error texts, which can quote them, are never recorded, nor is
// an API key. A nil log is not a log.
func WithLog(m Model, log *slog.Logger) Model {
	if log == nil {
		return m
	}
	return logged{m, log}
}

type logged struct {
	Model
	log *slog.Logger
}

func (l logged) Generate(ctx context.Context, req Request) (Response, error) {
	start := time.Now()
	resp, err := l.Model.Generate(ctx, req)
	attrs := []slog.Attr{
		slog.String("model", l.Name()),
		slog.Duration("took", time.Since(start)),
		slog.Int("prompt_bytes", len(req.System)+len(req.User)),
		slog.Bool("schema", req.Schema != ""),
	}
	if err != nil {
		l.failed(ctx, attrs, err)
		return resp, err
	}
	attrs = append(attrs, slog.Int("prompt_tokens", resp.PromptTokens), slog.Int("cached_tokens", resp.CachedTokens),
		slog.Int("completion_tokens", resp.CompletionTokens), slog.Bool("from_cache", resp.FromCache))
	l.log.LogAttrs(ctx, slog.LevelInfo, "model answered", attrs...)
	return resp, nil
}

func (l logged) failed(ctx context.Context, attrs []slog.Attr, err error) {
	attrs = append(attrs, slog.String("kind", kindOf(err)))
	var e *Error
	if errors.As(err, &e) {
		attrs = append(attrs, slog.Int("status", e.Status), slog.Duration("retry_after", e.RetryAfter))
	}
	l.log.LogAttrs(ctx, slog.LevelWarn, "model failed", attrs...)
}

// kindOf names the kind of an error without what a provider said about it.
func kindOf(err error) string {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Kind.Error()
	case errors.Is(err, ErrPending):
		return ErrPending.Error()
	case errors.Is(err, context.Canceled):
		return context.Canceled.Error()
	}
	return "other"
}
