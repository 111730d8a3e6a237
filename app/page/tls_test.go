package page_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/app/page"
)

// selfSigned writes a certificate for this machine and its key, and returns who trusts it.
func selfSigned(t *testing.T) (cert, key string, trust *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "askomop test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, bytes []byte) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	trust = x509.NewCertPool()
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	trust.AddCert(parsed)
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "EC PRIVATE KEY", secret), trust
}

// TestThePageOverTLS serves the page with a certificate on this machine and asks it as a browser does.
func TestThePageOverTLS(t *testing.T) {
	cert, key, trust := selfSigned(t)
	s, err := page.Listen(demo(t), page.Place{Address: "127.0.0.1:0", Token: token, Cert: cert, Key: key}, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx) }()
	defer func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}()
	link, err := url.Parse(s.Link)
	if err != nil || link.Scheme != "https" {
		t.Fatalf("the link is %q, %v", s.Link, err)
	}
	browser := func(settings *tls.Config) *http.Client {
		return &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: settings}}
	}
	trusting := browser(&tls.Config{RootCAs: trust})
	r, err := trusting.Get(s.Link)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK || len(r.Cookies()) != 1 || !r.Cookies()[0].Secure || !r.Cookies()[0].HttpOnly ||
		r.TLS.Version < tls.VersionTLS12 {
		t.Errorf("%s, %+v", r.Status, r.Cookies())
	}
	home := "https://" + link.Host + "/"
	if r, err = trusting.Get(home); err != nil || r.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the cookie: %v %v", r, err)
	}
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, home, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, err := trusting.Get(s.Link)
	if err != nil {
		t.Fatal(err)
	}
	asked.AddCookie(first.Cookies()[0])
	if r, err = trusting.Do(asked); err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("with the cookie: %v %v", r, err)
	} else if _, body := read(t, r); !strings.Contains(body, "Your question") {
		t.Errorf("%s", body)
	}
	if r, err = trusting.Get(home + "open?token=wrong"); err != nil || r.StatusCode != http.StatusUnauthorized {
		t.Errorf("with another token: %v %v", r, err)
	}
	for what, c := range map[string]*http.Client{"a browser that does not know the certificate": browser(nil), "TLS 1.1": browser(&tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11})} {
		if r, err := c.Get(home); err == nil {
			t.Errorf("%s is answered: %s", what, r.Status)
		}
	}
	if r, err := http.Get("http://" + link.Host + "/open?token=" + token); err == nil && (r.StatusCode < 400 || len(r.Cookies()) > 0) {
		t.Errorf("without TLS the token opens the page: %s", r.Status)
	}
}
