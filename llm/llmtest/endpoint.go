package llmtest

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
)

// Caller opens a provider's model or embedder at a base URL with a client, and sends it one request.
type Caller func(ctx context.Context, base string, client *http.Client) error

// TestEndpoint runs what every provider that speaks HTTP has in common: whatever stands between it
// and its server ends soon, in an error that says what to do and holds neither key nor path.
func TestEndpoint(t *testing.T, call Caller) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			t.Error("a redirect was followed, with the key")
		}
		http.Redirect(w, r, "/moved?key="+Key, http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	encrypted := httptest.NewUnstartedServer(http.NotFoundHandler())
	encrypted.Config.ErrorLog = log.New(io.Discard, "", 0) // of the handshake that fails
	encrypted.StartTLS()
	defer encrypted.Close()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	defer proxy.Close()
	secret := strings.Replace(closedPort(t), "://", "://me:"+Key+"@", 1)
	for _, c := range []struct {
		name, base string
		client     *http.Client
		kind       error
		says       string
	}{
		{"nothing listens", closedPort(t), nil, llm.ErrUnavailable, "can be reached"},
		{"a name that there is not", "http://no-such-host.invalid", nil, llm.ErrUnavailable, "no-such-host.invalid"},
		{"a certificate that nobody trusts", encrypted.URL, nil, llm.ErrRequest, "trusts the server's certificate"},
		{"encrypted where the server is not", strings.Replace(server.URL, "http:", "https:", 1), nil, llm.ErrRequest,
			"http:// in place of https://"},
		{"encrypted where no server of the web is", mailServer(t), nil, llm.ErrRequest, "http:// in place of https://"},
		{"a redirect", server.URL, nil, llm.ErrRequest, "has moved"},
		{"a proxy that is not there", "https://model.example", through(secret), llm.ErrUnavailable, "HTTPS_PROXY"},
		{"a proxy that wants a password", "https://model.example", through(proxy.URL), llm.ErrRequest, "USER:PASSWORD"},
		{"a proxy that wants a password, unencrypted", "http://model.example", through(proxy.URL), llm.ErrRequest,
			"USER:PASSWORD"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			start := time.Now()
			err := call(ctx, c.base, c.client)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) ||
				!strings.Contains(err.Error(), "; ") {
				t.Fatalf("err = %v, want %v that says %q", err, c.kind, c.says)
			}
			for _, hidden := range []string{Key, "/v1", "/moved"} {
				if strings.Contains(err.Error(), hidden) {
					t.Errorf("%q is in the error: %v", hidden, err)
				}
			}
		})
	}
}

// closedPort is an address at which nothing listens.
func closedPort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return "http://" + l.Addr().String()
}

// mailServer is the address of something else, as if it were encrypted.
func mailServer(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(conn, "220 mail.example ready\r\n")
			defer conn.Close()
		}
	}()
	return "https://" + l.Addr().String()
}

func through(proxy string) *http.Client {
	at, err := url.Parse(proxy)
	if err != nil {
		panic(err)
	}
	return &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(at)}}
}
