package commands

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app/mcp"
)

func (p *program) mcpCommand() *cli.Command {
	return &cli.Command{
		Name:  "mcp",
		Usage: "serve agents by the Model Context Protocol, over standard input and output",
		Description: "An agent that speaks the protocol starts this command itself, for instance with\n" +
			"{\"mcpServers\": {\"askomop\": {\"command\": \"askomop\", \"args\": [\"--db\", \"cdm.duckdb\", \"mcp\"]}}}\n" +
			"in its configuration. Everything it can call reads only; small counts stay hidden.",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name:  "http",
				Usage: "serve over HTTP at `ADDRESS` of this machine, such as 127.0.0.1:8808, instead",
			},
			&cli.StringFlag{
				Name:    "token",
				Usage:   "the `TOKEN` that clients over HTTP must send; a new one is made and printed where it is left out",
				EnvVars: []string{"ASKOMOP_MCP_TOKEN"},
			},
		},
		Action: p.action(p.mcp),
	}
}

func (p *program) mcp(ctx context.Context, c *call) error {
	if c.NArg() > 0 {
		return usagef("mcp takes no argument %q", c.Args().First())
	}
	if c.app.MinCell() < leastCell {
		return usagef(
			"mcp hides counts below %d whatever an agent asks: leave --min-cell at %d or above", leastCell,
			leastCell,
		)
	}
	server := mcp.NewServer(c.app, c.App.Version)
	address := c.String("http")
	if address == "" {
		return mcp.Serve(ctx, server)
	}
	token := c.String("token")
	if token == "" {
		token = mcp.NewToken()
	}
	listener, err := listenHere(address)
	if err != nil {
		return err
	}
	c.note("Serving agents at http://%s; clients send \"Authorization: Bearer %s\".", listener.Addr(), token)
	return serveHTTP(ctx, listener, mcp.Handler(server, token))
}

// leastCell is the smallest minimal cell with which agents are served.
const leastCell = 5

// listenHere listens at an address of this machine, and at no other.
func listenHere(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usagef("--http %s: want HOST:PORT, such as 127.0.0.1:8808", address)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, usagef("--http %s: only addresses of this machine are served, such as 127.0.0.1:8808", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen at %s: %w", address, err)
	}
	return l, nil
}

// How long a client may take for its request's head, and how long the last answers may take when the program ends.
const (
	headTime    = 10 * time.Second
	goodbyeTime = 3 * time.Second
)

// serveHTTP answers requests until ctx ends.
func serveHTTP(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headTime,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTime)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close() // what is still open has had its time
		}
	})
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
