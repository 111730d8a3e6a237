package page

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
)

// Place is where the page is served.
type Place struct {
	Address   string   // host and port, such as 127.0.0.1:8765
	Token     string   // that opens it [a new one]
	Cert, Key string   // files of a TLS certificate and its key; needed where other machines can ask
	Hosts     []string // names by which other machines ask [those of the address]
}

// Served is a page that listens.
type Served struct {
	Link     string // that opens it, with the token
	listener net.Listener
	server   *http.Server
	page     *Server
	secure   bool
}

// Listen makes the page ready to be served. Beyond this machine it needs TLS, a token that was chosen, and the names
// that it answers to.
func Listen(a *app.App, p Place, version string, log *slog.Logger) (*Served, error) {
	host, _, err := net.SplitHostPort(p.Address)
	if err != nil {
		return nil, app.UsageError{Err: fmt.Errorf("--listen %s: want HOST:PORT, such as 127.0.0.1:8765", p.Address)}
	}
	secure := p.Cert != "" || p.Key != ""
	if err := p.check(host, secure); err != nil {
		return nil, app.UsageError{Err: err}
	}
	if p.Token == "" {
		p.Token = rand.Text()
	}
	hosts := p.Hosts
	if len(hosts) == 0 && !IsLoopback(host) {
		hosts = []string{host}
	}
	s := &Served{secure: secure}
	if s.page, err = New(a,
		Options{Token: p.Token, Version: version, Hosts: hosts, Secure: secure, Log: log}); err != nil {
		return nil, err
	}
	if s.listener, err = net.Listen("tcp", p.Address); err != nil {
		return nil, fmt.Errorf("serve the page: %w; take another port with --listen", err)
	}
	s.server = &http.Server{Handler: s.page, ReadHeaderTimeout: s.page.times.head, IdleTimeout: s.page.times.idle,
		MaxHeaderBytes: largestHead, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	scheme := "http"
	if secure {
		scheme = "https"
		cert, err := tls.LoadX509KeyPair(p.Cert, p.Key)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("serve the page: read the certificate: %w", err), s.listener.Close())
		}
		s.server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	}
	at := s.listener.Addr().String()
	if len(hosts) > 0 {
		_, port, _ := net.SplitHostPort(at)
		at = net.JoinHostPort(hosts[0], port)
	}
	s.Link = fmt.Sprintf("%s://%s/open?token=%s", scheme, at, url.QueryEscape(p.Token))
	return s, nil
}

// shortestToken is the least length of a token that somebody chose.
const shortestToken = 16

func (p Place) check(host string, secure bool) error {
	beyond := !IsLoopback(host)
	any := host == "" || net.ParseIP(host) != nil && net.ParseIP(host).IsUnspecified()
	switch {
	case secure && (p.Cert == "" || p.Key == ""):
		return errors.New("TLS needs both --tls-cert and --tls-key")
	case beyond && !secure:
		return fmt.Errorf("--listen %s: other machines could read what is sent; give --tls-cert and --tls-key, or listen at 127.0.0.1", p.Address)
	case beyond && p.Token == "":
		return errors.New("--listen beyond this machine needs a token of your own: --token or ASKOMOP_SERVE_TOKEN")
	case any && len(p.Hosts) == 0:
		return fmt.Errorf("--listen %s: say with --host by which name the page is asked for", p.Address)
	case p.Token != "" && (len(p.Token) < shortestToken || strings.ContainsAny(p.Token, " \t\r\n")):
		return fmt.Errorf("--token: at least %d letters without spaces are needed", shortestToken)
	}
	return nil
}

// How large a request's head may be, and how long the last answers may take.
const (
	largestHead = 64 << 10
	goodbyeTime = 2 * time.Second
)

// Serve answers requests until ctx ends. Questions under way are stopped then.
func (s *Served) Serve(ctx context.Context) error {
	s.server.BaseContext = func(net.Listener) context.Context { return ctx }
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.page.Close() // ends the streams of events, too
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTime)
		defer cancel()
		if s.server.Shutdown(last) != nil {
			_ = s.server.Close() // what is still open has had its time
		}
	})
	defer func() {
		if !stop() {
			<-stopped
		}
		s.page.Close()
	}()
	serve := s.server.Serve
	if s.secure {
		serve = func(l net.Listener) error { return s.server.ServeTLS(l, "", "") }
	}
	if err := serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the page: %w", err)
	}
	return nil
}

// Warm opens the database.
func (s *Served) Warm(ctx context.Context) error { return s.page.Warm(ctx) }
