// Package connect runs statements on Spark over Spark Connect, by the published protocol. It sends what it is given:
// the gate that judges a statement stands before it, in package spark.
package connect

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	rpc "connectrpc.com/connect"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/spark/cells"
	"github.com/askomop/askomop/omop/spark/connect/wire"
)

// Options says where the server is and who asks.
type Options struct {
	Address  string // host:port
	TLS      bool
	Token    string            // sent as a bearer's, over TLS only
	User     string            // as the server logs it
	Settings map[string]string // of the session
}

// Client is one session of a server. It is safe for concurrent use.
type Client struct {
	transport *http.Transport
	config    *rpc.Client[wire.ConfigRequest, wire.ConfigResponse]
	execute   *rpc.Client[wire.ExecutePlanRequest, wire.ExecutePlanResponse]
	calloff   *rpc.Client[wire.InterruptRequest, wire.InterruptResponse]
	release   *rpc.Client[wire.ReleaseSessionRequest, wire.ReleaseSessionResponse]
	opt       Options
	mu        sync.Mutex
	id        string // of the session; "" until there is one
	observed  string // the server's own name of it, which changes when the server has been started anew
}

const (
	clientName = "askomop"
	// maxMessage bounds one batch of a result. Spark sends up to 4 MiB by default.
	maxMessage = 64 << 20
	// interrupting bounds the call that stops a statement.
	interrupting = 5 * time.Second
)

// New returns a client. It connects when it is first used.
func New(opt Options) (*Client, error) {
	if !opt.TLS && opt.Token != "" {
		return nil, errors.New("a token is not sent without TLS: add tls=true to the address")
	}
	t := &http.Transport{Protocols: new(http.Protocols), Proxy: http.ProxyFromEnvironment,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
	base := "http://" + opt.Address
	if opt.TLS {
		base = "https://" + opt.Address
	}
	t.Protocols.SetHTTP2(opt.TLS)
	t.Protocols.SetUnencryptedHTTP2(!opt.TLS)
	web := &http.Client{Transport: t}
	return &Client{
		transport: t, opt: opt,
		config:  method[wire.ConfigRequest, wire.ConfigResponse](web, base, "Config"),
		execute: method[wire.ExecutePlanRequest, wire.ExecutePlanResponse](web, base, "ExecutePlan"),
		calloff: method[wire.InterruptRequest, wire.InterruptResponse](web, base, "Interrupt"),
		release: method[wire.ReleaseSessionRequest, wire.ReleaseSessionResponse](web, base, "ReleaseSession"),
	}, nil
}

// method is one of the service's methods, by gRPC.
func method[Request, Answer any](web *http.Client, base, name string) *rpc.Client[Request, Answer] {
	return rpc.NewClient[Request, Answer](web, base+"/spark.connect.SparkConnectService/"+name, rpc.WithGRPC(),
		rpc.WithReadMaxBytes(maxMessage))
}

// signed is a request with the token that Options name.
func signed[T any](c *Client, message *T) *rpc.Request[T] {
	r := rpc.NewRequest(message)
	if c.opt.Token != "" {
		r.Header().Set("Authorization", "Bearer "+c.opt.Token)
	}
	return r
}

// Close ends the session.
func (c *Client) Close() error {
	if c.id != "" {
		ctx, cancel := context.WithTimeout(context.Background(), interrupting)
		defer cancel()
		// it would end by itself
		_, _ = c.release.CallUnary(ctx, signed(c, &wire.ReleaseSessionRequest{SessionId: c.id, UserContext: c.user()}))
	}
	c.transport.CloseIdleConnections()
	return nil
}

func (c *Client) user() *wire.UserContext {
	return &wire.UserContext{UserId: c.opt.User, UserName: c.opt.User}
}

// session returns the session's id and the server's name of it, once its settings are made.
func (c *Client) session(ctx context.Context) (id, observed string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.id != "" {
		return c.id, c.observed, nil
	}
	id = newID()
	set := &wire.ConfigRequest_Set{}
	for key, value := range c.opt.Settings {
		set.Pairs = append(set.Pairs, &wire.KeyValue{Key: key, Value: &value})
	}
	name := clientName
	answer, err := c.config.CallUnary(ctx, signed(c, &wire.ConfigRequest{
		SessionId: id, UserContext: c.user(), ClientType: &name,
		Operation: &wire.ConfigRequest_Operation{OpType: &wire.ConfigRequest_Operation_Set{Set: set}},
	}))
	if err != nil {
		return "", "", err
	}
	c.id, c.observed = id, answer.Msg.GetServerSideSessionId()
	return c.id, c.observed, nil
}

// forget lets the next statement begin a session, if this is still the one in use.
func (c *Client) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.id == id {
		c.id = ""
	}
}

// Run runs one statement and hands its rows to each, a batch at a time. When ctx ends or each fails, the server is told
// to stop.
func (c *Client) Run(ctx context.Context, text string, each func([]omop.Column, [][]any) error) error {
	err, began := c.run(ctx, text, each)
	if !began && isGone(err) { // a session ends when it is not used, and with its server
		err, _ = c.run(ctx, text, each)
	}
	return err
}

// run tells also whether any row has been handed on.
func (c *Client) run(ctx context.Context, text string,
	each func([]omop.Column, [][]any) error) (err error, began bool) {
	id, observed, err := c.session(ctx)
	if err != nil {
		return err, false
	}
	operation, name := newID(), clientName
	request := &wire.ExecutePlanRequest{
		SessionId: id, UserContext: c.user(), ClientType: &name, OperationId: &operation,
		Plan: &wire.Plan{OpType: &wire.Plan_Root{
			Root: &wire.Relation{RelType: &wire.Relation_Sql{Sql: &wire.SQL{Query: text}}},
		}},
	}
	if observed != "" {
		request.ClientObservedServerSideSessionId = &observed
	}
	streaming, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.execute.CallServerStream(streaming, signed(c, request))
	if err != nil {
		return err, false
	}
	defer func() {
		cancel() // first: closing would read what is left
		_ = stream.Close()
	}()
	finished := false
	defer func() {
		if !finished {
			c.interrupt(ctx, id, operation)
		}
	}()
	for stream.Receive() {
		if batch := stream.Msg().GetArrowBatch(); batch != nil {
			began = true
			if err := cells.Read(batch.GetData(), each); err != nil {
				return err, began
			}
		}
	}
	err = stream.Err()
	finished = ctx.Err() == nil // what failed by itself needs no stopping
	if isGone(err) {
		c.forget(id)
	}
	return err, began
}

// interrupt stops a statement on the server, also where the caller has no time left.
func (c *Client) interrupt(ctx context.Context, session, operation string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), interrupting)
	defer cancel()
	_, _ = c.calloff.CallUnary(ctx, signed(c, &wire.InterruptRequest{ // the caller has its error already
		SessionId: session, UserContext: c.user(), InterruptType: wire.InterruptRequest_INTERRUPT_TYPE_OPERATION_ID,
		Interrupt: &wire.InterruptRequest_OperationId{OperationId: operation},
	}))
}

// isGone tells whether the server does not know the session any more.
func isGone(err error) bool {
	var failed *rpc.Error
	return errors.As(err, &failed) && strings.Contains(failed.Message(), "INVALID_HANDLE")
}

// newID is a random UUID, which the protocol wants for sessions and operations.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
