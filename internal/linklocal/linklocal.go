// Package linklocal blocks requests to link-local addresses (169.254.0.0/16, fe80::/10) and to known metadata
// addresses, where machines in a cloud serve their credentials to any local process. It checks the address that is
// dialled, not the name that it came from.
package linklocal

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// ErrRefused ends a request to such an address.
var ErrRefused = errors.New("a link-local address, where clouds keep a machine's keys")

// metadata are the addresses of metadata services beside the link-local ones: AWS over IPv6, Alibaba, Oracle.
var metadata = []netip.Addr{netip.MustParseAddr("fd00:ec2::254"), netip.MustParseAddr("100.100.100.200"),
	netip.MustParseAddr("192.0.0.192")}

// Transport is http.DefaultTransport but for such addresses, which it refuses to dial, and to ask a proxy for.
func Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = guarded(t.Proxy)
	t.DialContext = (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second, Control: control}).DialContext
	return t
}

// control is called with each address that a name stands for, before it is dialled.
func control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("dialling %s: %w", address, err)
	}
	if IsRefused(at.Addr()) {
		return fmt.Errorf("%s is %w", at.Addr(), ErrRefused)
	}
	return nil
}

// guarded looks at what a proxy is asked for, since the address that is dialled is the proxy's own.
func guarded(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		by, err := proxy(r)
		if by == nil || err != nil {
			return by, err
		}
		return by, refusedBehind(r.Context(), r.URL.Hostname())
	}
}

// refusedBehind looks at what a proxy is asked for. A name that only the proxy can resolve is the proxy's to judge.
func refusedBehind(ctx context.Context, host string) error {
	at, err := netip.ParseAddr(host)
	if err == nil && IsRefused(at) {
		return fmt.Errorf("%s is %w", host, ErrRefused)
	}
	if err == nil {
		return nil
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err == nil && slices.ContainsFunc(all, IsRefused) {
		return fmt.Errorf("%s is %w", host, ErrRefused)
	}
	return nil
}

// IsRefused reports whether an address is link-local or a metadata service's.
func IsRefused(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsLinkLocalUnicast() || a.IsLinkLocalMulticast() || slices.Contains(metadata, a)
}
