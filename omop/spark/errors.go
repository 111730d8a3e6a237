package spark

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/spark/databricks"
)

// explain says what an error of the server means for the statement.
func explain(ctx context.Context, text string, err error) error {
	asked := func(cause error) error { return &omop.QueryError{SQL: text, Err: cause} }
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded),
		ctx.Err() == nil && status.Code(err) == codes.DeadlineExceeded: // the server's clock was ahead of ours
		return asked(fmt.Errorf("%w; narrow the question or raise the limit", omop.ErrTimeout))
	case ctx.Err() != nil:
		return fmt.Errorf("query: %w", ctx.Err())
	case errors.Is(err, omop.ErrTooLarge):
		return asked(err)
	}
	message, known := serverMessage(err)
	if !known {
		return fmt.Errorf("query: %w", explainConnect(err))
	}
	switch {
	case containsAny(message, "OutOfMemory", "out of memory", "maxResultSize", "RESULT_TOO_LARGE"):
		return asked(fmt.Errorf("%w: the server says: %s", omop.ErrTooLarge, message))
	case containsAny(message, "INSUFFICIENT_PERMISSIONS", "INSUFFICIENT_PRIVILEGES", "PERMISSION_DENIED"):
		return asked(
			fmt.Errorf(
				"the user may not read it (%s): GRANT SELECT on the CDM's schema, and USE on its catalog",
				message,
			),
		)
	}
	return asked(errors.New("Spark: " + message))
}

// serverMessage is the first line of what the server says of a statement that failed.
func serverMessage(err error) (string, bool) {
	var failed *databricks.Failure
	if errors.As(err, &failed) {
		return firstLine(failed.Message), true
	}
	if s, ok := status.FromError(err); ok {
		switch s.Code() {
		case codes.Unavailable, codes.Unauthenticated, codes.Canceled, codes.DeadlineExceeded:
		default:
			return firstLine(s.Message()), true
		}
	}
	return "", false
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// absent says that the server is not to be had, which a while later it may be: schedules try again.
type absent struct{ text string }

func (a *absent) Error() string { return a.text }
func (a *absent) Unwrap() error { return omop.ErrBusy }

// explainConnect says what a user can do about a server that does not answer as it should.
func explainConnect(err error) error {
	s, ok := status.FromError(err)
	if !ok {
		return err
	}
	switch s.Code() {
	case codes.Unavailable:
		return &absent{
			"the server can't be reached, or went away: is Spark Connect running, and are host and port right? (" + firstLine(
				s.Message(),
			) + ")",
		}
	case codes.Unauthenticated, codes.PermissionDenied:
		return fmt.Errorf("the server refuses the token: put it into %s (%s)", SparkToken, firstLine(s.Message()))
	case codes.Unimplemented:
		return fmt.Errorf("the server does not speak Spark Connect (%s)", firstLine(s.Message()))
	case codes.Canceled, codes.DeadlineExceeded:
		return err
	}
	return errors.New(firstLine(s.Message()))
}
