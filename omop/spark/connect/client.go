// Package connect runs statements on Spark over Spark Connect, by the published protocol. It sends what it is given:
// the gate that judges a statement stands before it, in package spark.
package connect

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

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
	conn     *grpc.ClientConn
	service  wire.SparkConnectServiceClient
	opt      Options
	mu       sync.Mutex
	id       string // of the session; "" until there is one
	observed string // the server's own name of it, which changes when the server has been started anew
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
	secure := insecure.NewCredentials()
	if opt.TLS {
		secure = credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12})
	} else if opt.Token != "" {
		return nil, errors.New("a token is not sent without TLS: add tls=true to the address")
	}
	conn, err := grpc.NewClient(
		"passthrough:///"+opt.Address,
		grpc.WithTransportCredentials(secure),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
	)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, service: wire.NewSparkConnectServiceClient(conn), opt: opt}, nil
}

// Close ends the session.
func (c *Client) Close() error {
	if c.id != "" {
		ctx, cancel := context.WithTimeout(c.with(context.Background()), interrupting)
		defer cancel()
		_, _ = c.service.ReleaseSession(
			ctx,
			&wire.ReleaseSessionRequest{SessionId: c.id, UserContext: c.user()},
		) // it would end by itself
	}
	return c.conn.Close()
}

func (c *Client) user() *wire.UserContext {
	return &wire.UserContext{UserId: c.opt.User, UserName: c.opt.User}
}

func (c *Client) with(ctx context.Context) context.Context {
	if c.opt.Token == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.opt.Token)
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
	answer, err := c.service.Config(ctx, &wire.ConfigRequest{
		SessionId: id, UserContext: c.user(), ClientType: &name,
		Operation: &wire.ConfigRequest_Operation{OpType: &wire.ConfigRequest_Operation_Set{Set: set}},
	})
	if err != nil {
		return "", "", err
	}
	c.id, c.observed = id, answer.GetServerSideSessionId()
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
	ctx = c.with(ctx)
	err, began := c.run(ctx, text, each)
	if !began && isGone(err) { // a session ends when it is not used, and with its server
		err, _ = c.run(ctx, text, each)
	}
	return err
}

// run tells also whether any row has been handed on.
func (c *Client) run(
	ctx context.Context,
	text string,
	each func([]omop.Column, [][]any) error,
) (err error, began bool) {
	id, observed, err := c.session(ctx)
	if err != nil {
		return err, false
	}
	operation, name := newID(), clientName
	request := &wire.ExecutePlanRequest{
		SessionId: id, UserContext: c.user(), ClientType: &name, OperationId: &operation,
		Plan: &wire.Plan{
			OpType: &wire.Plan_Root{Root: &wire.Relation{RelType: &wire.Relation_Sql{Sql: &wire.SQL{Query: text}}}},
		},
	}
	if observed != "" {
		request.ClientObservedServerSideSessionId = &observed
	}
	streaming, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.service.ExecutePlan(streaming, request)
	if err != nil {
		return err, false
	}
	finished := false
	defer func() {
		if !finished {
			c.interrupt(ctx, id, operation)
		}
	}()
	for {
		answer, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			finished = true
			return nil, began
		}
		if err != nil {
			finished = ctx.Err() == nil // what failed by itself needs no stopping
			if isGone(err) {
				c.forget(id)
			}
			return err, began
		}
		if batch := answer.GetArrowBatch(); batch != nil {
			began = true
			if err := cells.Read(batch.GetData(), each); err != nil {
				return err, began
			}
		}
	}
}

// interrupt stops a statement on the server, also where the caller has no time left.
func (c *Client) interrupt(ctx context.Context, session, operation string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), interrupting)
	defer cancel()
	_, _ = c.service.Interrupt(ctx, &wire.InterruptRequest{ // the caller has its error already
		SessionId: session, UserContext: c.user(), InterruptType: wire.InterruptRequest_INTERRUPT_TYPE_OPERATION_ID,
		Interrupt: &wire.InterruptRequest_OperationId{OperationId: operation},
	})
}

// isGone tells whether the server does not know the session any more.
func isGone(err error) bool {
	s, ok := status.FromError(err)
	return ok && s.Code() != codes.OK && strings.Contains(s.Message(), "INVALID_HANDLE")
}

// newID is a random UUID, which the protocol wants for sessions and operations.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
