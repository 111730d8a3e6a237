// Package wire is what the providers that speak HTTP have in common: posting JSON,
// and turning whatever comes back that is not an answer into an llm.Error that holds
// neither key nor URL.
package wire

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/askomop/askomop/internal/linklocal"
	"github.com/askomop/askomop/llm"
)

// maxAnswer bounds what is read of one answer; 2,048 embeddings of 3,072 dimensions as JSON text stay below.
const maxAnswer = 160 << 20

// Client talks to one provider's endpoint. It is safe for concurrent use.
type Client struct {
	Model string // Model.Name, for errors
	// nil for the default, which refuses link-local addresses; of its own, everything but what it does with redirects
	// counts
	HTTP   *http.Client
	Secret string // the API key, blotted out of whatever the provider says; "" where there is none
	KeyVar string // the environment variable that the key comes from
	Lost   string // what to do where the address leads nowhere; empty for the usual
	// Judge refines the kind of a failed status that the provider explains in its body. It may be nil.
	Judge func(status int, body []byte, e *llm.Error)

	once sync.Once
	http http.Client
}

// open readies the client that all requests share. It follows no redirects: Go would carry
// a key in a header of the provider's own to whatever host it is sent to.
func (c *Client) open() *http.Client {
	c.once.Do(func() {
		if c.HTTP != nil {
			c.http = *c.HTTP
		}
		if c.http.Transport == nil {
			c.http.Transport = linklocal.Transport()
		}
		c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	})
	return &c.http
}

// Post sends body as JSON and decodes the answer's JSON into out. Fields that out does not have are passed over.
func (c *Client) Post(ctx context.Context, address string, header http.Header, body, out any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return &llm.Error{Model: c.Model, Kind: llm.ErrRequest, Err: err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(data))
	if err != nil {
		return &llm.Error{Model: c.Model, Kind: llm.ErrRequest, Detail: "its address is not one",
			Fix: "check the base URL"}
	}
	req.Header = header.Clone()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "askomop")
	answer, err := c.Do(req)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return &llm.Error{Model: c.Model, Kind: llm.ErrInvalid, Detail: "it is not the JSON that this provider speaks",
			Err: err, Fix: "try again; if it stays so, check the base URL"}
	}
	return nil
}

// Do sends a request and returns the body of a successful answer, which is valid JSON.
// Anything else is an *llm.Error, or the context's own where that has ended.
func (c *Client) Do(req *http.Request) ([]byte, error) {
	resp, err := c.open().Do(req)
	if err != nil {
		return nil, c.broken(req, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, c.failed(resp, body)
	}
	if err != nil {
		return nil, c.broken(req, err)
	}
	if !json.Valid(body) {
		return nil, &llm.Error{Model: c.Model, Kind: llm.ErrInvalid, Detail: "it is not JSON, or only half of it came",
			Fix: "try again; if it stays so, check the base URL"}
	}
	return body, nil
}

// broken is the error of a connection that brought no whole answer.
func (c *Client) broken(req *http.Request, err error) error {
	if ended := llm.Interrupted(req.Context(), c.Model); ended != nil {
		return ended
	}
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err // without the URL
	}
	if strings.Contains(err.Error(), "invalid header field value") {
		return &llm.Error{Model: c.Model, Kind: llm.ErrAuth,
			Detail: "the API key holds a line break or another sign that no key has", Fix: c.keyAdvice()}
	}
	e := &llm.Error{Model: c.Model, Err: errors.New(c.redactKey(err.Error()))}
	e.Fix, e.Kind = whyBroken(err, req.URL.Host)
	return e
}

// whyBroken tells what trying again can mend from what is set up wrongly.
func whyBroken(err error, host string) (fix string, kind error) {
	var cert *tls.CertificateVerificationError
	var alert tls.AlertError
	var plain tls.RecordHeaderError
	var op *net.OpError
	var dns *net.DNSError
	switch {
	case errors.Is(err, linklocal.ErrRefused):
		return "check the base URL; where a model of yours is there, allow it with --allow-link-local", llm.ErrRequest
	case errors.As(err, &cert):
		return "check the base URL, and that the machine trusts the server's certificate", llm.ErrRequest
	case errors.Is(err, http.ErrSchemeMismatch), errors.As(err, &plain):
		return "write http:// in place of https:// in the base URL: " + host + " does not encrypt", llm.ErrRequest
	case errors.As(err, &alert):
		return "check the base URL: " + host + " refuses the encrypted connection", llm.ErrRequest
	case err.Error() == http.StatusText(http.StatusProxyAuthRequired):
		return proxyKey, llm.ErrRequest
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return "check the proxy that HTTPS_PROXY names; hosts in NO_PROXY are reached without it", llm.ErrUnavailable
	case errors.As(err, &dns) && dns.IsNotFound:
		return "check the name " + dns.Name + " in the base URL, and the network", llm.ErrUnavailable
	}
	return "check that " + host + " can be reached, and try again", llm.ErrUnavailable
}

const proxyKey = "give the proxy's user and password, as in HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT"

// failed is the error of a status other than success.
func (c *Client) failed(resp *http.Response, body []byte) error {
	e := &llm.Error{Model: c.Model, Status: resp.StatusCode, Detail: c.redactKey(message(body))}
	switch s := resp.StatusCode; {
	case s == http.StatusUnauthorized, s == http.StatusForbidden:
		e.Kind, e.Fix = llm.ErrAuth, c.keyAdvice()
	case s == http.StatusPaymentRequired:
		e.Kind = llm.ErrQuota
	case s == http.StatusTooManyRequests:
		e.Kind = llm.ErrRateLimited
	case s >= 500:
		e.Kind = llm.ErrUnavailable
	case s >= 300 && s < 400:
		e.Kind, e.Fix = llm.ErrRequest, "the address has moved: check the base URL"
	case s == http.StatusProxyAuthRequired:
		e.Kind, e.Fix = llm.ErrRequest, proxyKey
	case s == http.StatusNotFound:
		e.Kind, e.Fix = llm.ErrRequest, cmp.Or(c.Lost, "check the model's name and the base URL")
	case s == http.StatusRequestEntityTooLarge:
		e.Kind, e.Fix = llm.ErrRequest, LongerPrompts
	default:
		e.Kind = llm.ErrRequest
	}
	if e.Kind != llm.ErrRateLimited && tooLong(e.Detail) { // which some say with a status as if it would pass
		e.Kind, e.Fix = llm.ErrRequest, LongerPrompts
	}
	if llm.Retryable(e) {
		e.RetryAfter = RetryAfter(resp.Header, time.Now())
	}
	if c.Judge != nil {
		c.Judge(resp.StatusCode, body, e)
		e.Detail = c.redactKey(e.Detail)
	}
	return e
}

func (c *Client) keyAdvice() string {
	switch {
	case c.KeyVar == "":
		return ""
	case c.Secret == "":
		return fmt.Sprintf("set the environment variable %s to the API key", c.KeyVar)
	}
	return fmt.Sprintf("check the API key in %s and that it may use this model", c.KeyVar)
}
