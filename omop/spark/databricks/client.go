// Package databricks runs statements on a SQL warehouse of Databricks by its SQL Statement Execution interface
// (POST /api/2.0/sql/statements). It sends what it is given: the gate that judges a statement stands before it, in
// package spark.
package databricks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/askomop/askomop/omop"
)

// Options says where the warehouse is and who asks.
type Options struct {
	Host      string // host, or host:port
	Warehouse string // its id
	TLS       bool
	Token     string // a personal access token, or one of OAuth
	HTTP      *http.Client
}

// Client speaks to one warehouse. It is safe for concurrent use.
type Client struct {
	base string
	opt  Options
}

// Failure is what the warehouse says of a statement that failed.
type Failure struct{ Code, Message string }

func (f *Failure) Error() string { return f.Message }

const (
	// firstWait is how long the warehouse waits for a statement before it answers: not at all, since without the
	// answer's id a statement can't be stopped.
	firstWait = "0s"
	// Between two looks at a statement under way.
	shortestLook, longestLook = 100 * time.Millisecond, 2 * time.Second
	// cancelling bounds the call that stops a statement.
	cancelling = 5 * time.Second
	// tries of a request that the warehouse had no time for.
	tries = 5
	// maxAnswer bounds one answer. Inline results are at most 25 MiB as a whole.
	maxAnswer = 64 << 20
)

// New returns a client. Nothing is asked yet.
func New(opt Options) (*Client, error) {
	if opt.Token == "" {
		return nil, errors.New("a token is missing: put it into DATABRICKS_TOKEN")
	}
	if opt.HTTP == nil {
		opt.HTTP = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the server sends the token elsewhere") }}
	}
	scheme := "http://"
	if opt.TLS {
		scheme = "https://"
	}
	return &Client{scheme + opt.Host + "/api/2.0/sql/statements", opt}, nil
}

// Close closes idle connections.
func (c *Client) Close() error {
	c.opt.HTTP.CloseIdleConnections()
	return nil
}

// The interface's messages, as far as they are used here.
type (
	request struct {
		Statement   string `json:"statement"`
		Warehouse   string `json:"warehouse_id"`
		WaitTimeout string `json:"wait_timeout"`
		OnTimeout   string `json:"on_wait_timeout"`
		Disposition string `json:"disposition"`
		Format      string `json:"format"`
	}
	answer struct {
		ID       string    `json:"statement_id"`
		Status   state     `json:"status"`
		Manifest *manifest `json:"manifest"`
		Result   *chunk    `json:"result"`
		Code     string    `json:"error_code"` // of a request that was refused
		Message  string    `json:"message"`
	}
	state struct {
		State string `json:"state"`
		Error *struct {
			Code    string `json:"error_code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	manifest struct {
		Schema struct {
			Columns []column `json:"columns"`
		} `json:"schema"`
		Truncated bool `json:"truncated"`
	}
	column struct {
		Name     string `json:"name"`
		TypeText string `json:"type_text"`
		TypeName string `json:"type_name"`
	}
	chunk struct {
		Rows [][]*string `json:"data_array"`
		Next string      `json:"next_chunk_internal_link"`
	}
)

// Run runs one statement and hands its rows to each, a chunk at a time. When ctx ends or each fails, the warehouse is
// told to stop.
func (c *Client) Run(ctx context.Context, text string, each func([]omop.Column, [][]any) error) error {
	var a answer
	ask := request{text, c.opt.Warehouse, firstWait, "CONTINUE", "INLINE", "JSON_ARRAY"}
	if err := c.call(ctx, http.MethodPost, c.base, ask, &a); err != nil {
		return err
	}
	err := c.finish(ctx, &a, each)
	if err != nil && (ctx.Err() != nil || !isFailure(err)) {
		c.cancel(ctx, a.ID)
	}
	return err
}

func isFailure(err error) bool {
	var f *Failure
	return errors.As(err, &f)
}

// finish waits for a statement and reads its chunks.
func (c *Client) finish(ctx context.Context, a *answer, each func([]omop.Column, [][]any) error) error {
	for look := shortestLook; a.Status.State == "PENDING" ||
		a.Status.State == "RUNNING"; look = min(2*look, longestLook) {
		if err := wait(ctx, look); err != nil {
			return err
		}
		if err := c.call(ctx, http.MethodGet, c.base+"/"+url.PathEscape(a.ID), nil, a); err != nil {
			return err
		}
	}
	if a.Status.State != "SUCCEEDED" || a.Manifest == nil {
		f := &Failure{Code: a.Status.State, Message: "the statement ended as " + a.Status.State}
		if a.Status.Error != nil {
			f.Code, f.Message = a.Status.Error.Code, a.Status.Error.Message
		}
		return f
	}
	if a.Manifest.Truncated {
		return fmt.Errorf("%w: the warehouse cut the result short, at 25 MB; ask for fewer columns or rows",
			omop.ErrTooLarge)
	}
	columns, cells := describe(a.Manifest)
	for part := a.Result; ; {
		if part == nil {
			return each(columns, nil)
		}
		rows, err := convert(part.Rows, cells)
		if err != nil {
			return err
		}
		if err := each(columns, rows); err != nil {
			return err
		}
		if part.Next == "" {
			return nil
		}
		next, err := c.link(part.Next)
		if err != nil {
			return err
		}
		part = &chunk{}
		if err := c.call(ctx, http.MethodGet, next, nil, part); err != nil {
			return err
		}
	}
}

// link is the address of a chunk, which has to lie on the same server: the token goes with the request.
func (c *Client) link(path string) (string, error) {
	base, err := url.Parse(c.base)
	if err != nil {
		return "", err
	}
	to, err := url.Parse(path)
	if err != nil || to.Host != "" || to.Scheme != "" {
		return "", errors.New("the warehouse names another server for the rest of the result")
	}
	return base.ResolveReference(to).String(), nil
}

// cancel stops a statement, also where the caller has no time left.
func (c *Client) cancel(ctx context.Context, id string) {
	if id == "" {
		return
	}
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), cancelling)
	defer done()
	// the caller has its error already
	_ = c.call(ctx, http.MethodPost, c.base+"/"+url.PathEscape(id)+"/cancel", struct{}{}, nil)
}

// call sends a request, again where the warehouse had no time for it, and reads the answer.
func (c *Client) call(ctx context.Context, method, address string, body, into any) error {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
	}
	for try := 1; ; try++ {
		again, err := c.send(ctx, method, address, data, into)
		if err == nil || again == 0 || try == tries {
			return err
		}
		if err := wait(ctx, again*time.Duration(try)); err != nil {
			return err
		}
	}
}

// send sends a request once. again is how long to wait before the next try; 0 means that none would help.
func (c *Client) send(ctx context.Context, method, address string, data []byte,
	into any) (again time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer "+c.opt.Token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "askomop")
	response, err := c.opt.HTTP.Do(r)
	if err != nil {
		return 0, fmt.Errorf("the warehouse can't be reached: is the host right? (%w)", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return 0, err
	}
	switch response.StatusCode {
	case http.StatusOK:
		if into == nil {
			return 0, nil
		}
		if err := json.Unmarshal(text, into); err != nil {
			return 0, fmt.Errorf("the warehouse's answer can't be read: %w", err)
		}
		return 0, nil
	case http.StatusUnauthorized, http.StatusForbidden:
		return 0, fmt.Errorf("the warehouse refuses the token (%s): put one that may use it into DATABRICKS_TOKEN",
			response.Status)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		again = time.Second
		if n, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && n > 0 {
			again = time.Duration(min(n, 60)) * time.Second
		}
	}
	var told answer
	if json.Unmarshal(text, &told) != nil || told.Message == "" {
		told.Message = response.Status
	}
	return again, &Failure{told.Code, told.Message}
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
