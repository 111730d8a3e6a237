package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The kinds of failure of a Model or an Embedder. Test for them with errors.Is;
// the *Error that carries one has the particulars.
var (
	ErrRefused     = errors.New("the model refused to answer")
	ErrTruncated   = errors.New("the answer was cut off at its length limit")
	ErrBlocked     = errors.New("the provider's safety filter blocked the request or the answer")
	ErrRateLimited = errors.New("too many requests")
	ErrQuota       = errors.New("the account's quota or credit is used up")
	ErrAuth        = errors.New("the provider did not accept the API key")
	ErrUnavailable = errors.New("the provider is not available")
	ErrTimeout     = errors.New("no answer within the time limit")
	ErrInvalid     = errors.New("the answer can't be used")
	ErrRequest     = errors.New("the request failed")
	ErrBudget      = errors.New("the budget is used up")
	ErrPrice       = errors.New("the model's price is not known, so money can't be limited")
	ErrPending     = errors.New("the answer is not there yet")
)

// Error is a failed request. Its text names the model, what happened and what
// to do next; it never holds an API key or the prompt.
type Error struct {
	Model      string        // Model.Name; empty where a text was read that came from no particular model
	Kind       error         // one of the kinds above
	Status     int           // HTTP status, 0 where there was none
	RetryAfter time.Duration // the wait that the provider asked for, 0 for none
	Detail     string        // the provider's own words, without keys
	Fix        string        // what to do next, where it is not the usual thing for the kind
	Partial    Response      // what came before the failure; its tokens are spent
	Err        error         // the cause, where there is one
}

// Error implements error.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Model != "" {
		b.WriteString(e.Model + ": ")
	}
	detail := strings.TrimRight(e.Detail, ".; \n")
	// no provider was asked that could have accepted a key or not
	if e.Kind == ErrAuth && e.Status == 0 && detail != "" {
		b.WriteString(detail)
	} else {
		b.WriteString(e.Kind.Error())
		if e.Status != 0 {
			fmt.Fprintf(&b, " (HTTP %d)", e.Status)
		}
		if detail != "" {
			b.WriteString(": " + detail)
		}
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if fix := e.advice(); fix != "" {
		b.WriteString("; " + fix)
	}
	return b.String()
}

// Unwrap makes both the kind and the cause visible to errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// advice says what to do next.
func (e *Error) advice() string {
	if e.Fix != "" {
		return e.Fix
	}
	switch e.Kind {
	case ErrRefused:
		return "word the question differently, or take another model"
	case ErrTruncated:
		return "take a model that gives longer answers or thinks less before them; on a server of your own, allow longer ones"
	case ErrBlocked:
		return "word the question differently, or take a provider whose filter allows medical terms"
	case ErrRateLimited:
		if e.RetryAfter > 0 {
			return "wait " + e.RetryAfter.Round(time.Second).String() +
				" and try again, or ask for fewer requests per minute"
		}
		return "wait a minute and try again, or ask for fewer requests per minute"
	case ErrQuota:
		return "look at the account's plan and billing at the provider"
	case ErrAuth:
		return "check the API key and that it may use this model"
	case ErrUnavailable:
		return "try again later, and check the network and the address"
	case ErrTimeout:
		return "try again, or allow more time"
	case ErrInvalid:
		return "try again, or take another model"
	case ErrRequest:
		return "check the model's name and its settings"
	case ErrBudget:
		return "allow more, or go on from what is done"
	case ErrPrice:
		return "add its line to a file of prices (0 for a model that costs nothing), or limit tokens instead"
	}
	return ""
}

// PendingError says that an answer is not there yet: the request waits in a
// file for a batch run or a person. errors.Is(err, ErrPending) holds.
type PendingError struct {
	Model   string
	File    string // the file of the requests that wait, as JSONL
	Waiting int    // how many wait in it
	Sent    bool   // this request is in a file that was already taken away for answering
}

// Error implements error.
func (e *PendingError) Error() string {
	if e.Sent {
		return fmt.Sprintf("%s: %v: the request is in %s; put the answers beside it and run the same command again",
			e.Model, ErrPending, e.File)
	}
	return fmt.Sprintf("%s: %v: %d request(s) wait in %s; rename it to requests-1.jsonl when you send it to be answered, put the answers beside it as JSONL and run the same command again",
		e.Model, ErrPending, e.Waiting, e.File)
}

// Unwrap implements errors.Is.
func (e *PendingError) Unwrap() error { return ErrPending }

// Interrupted is the error of a call whose context has ended: ErrTimeout at a
// deadline, the context's own error on a cancellation. It returns nil while ctx lasts.
func Interrupted(ctx context.Context, model string) error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Model: model, Kind: ErrTimeout, Err: err}
	default:
		return fmt.Errorf("%s: %w", model, err)
	}
}

// Retryable reports whether the same request can be expected to succeed later:
// after 429, a 5xx or a broken connection. A time-out is none of these: what
// took too long once is likely to take too long again.
func Retryable(err error) bool {
	return errors.Is(err, ErrRateLimited) || errors.Is(err, ErrUnavailable)
}
