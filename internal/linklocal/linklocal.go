// Package linklocal keeps requests away from addresses that only the machine's own network has: there clouds serve the
// machine's keys to whoever asks. What counts is the address that is dialled, whatever name it came from.
package linklocal

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// ErrRefused ends a request to such an address.
var ErrRefused = errors.New("a link-local address, where clouds keep a machine's keys")

// metadata are the addresses of metadata services beside the link-local ones: AWS over IPv6, Alibaba, Oracle.
var metadata = []netip.Addr{netip.MustParseAddr("fd00:ec2::254"), netip.MustParseAddr("100.100.100.200"),
	netip.MustParseAddr("192.0.0.192")}

// Transport is http.DefaultTransport but for such addresses, which it refuses to dial.
func Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
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

// IsRefused reports whether an address is link-local or a metadata service's.
func IsRefused(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsLinkLocalUnicast() || a.IsLinkLocalMulticast() || slices.Contains(metadata, a)
}
