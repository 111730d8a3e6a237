package linklocal

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"
)

func TestLinkLocalAddressesAreRefused(t *testing.T) {
	for address, want := range map[string]bool{
		"169.254.169.254": true, "169.254.0.1": true, "::ffff:169.254.169.254": true, "fe80::1": true, "fe80::1%eth0": true, "fd00:ec2::254": true,
		"100.100.100.200": true, "192.0.0.192": true, "127.0.0.1": false, "::1": false, "10.0.0.1": false, "192.168.1.20": false, "8.8.8.8": false, "fd00::1": false,
	} {
		if got := IsRefused(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

// TestTheAddressThatIsDialledCounts asks hosts that are written in other ways than as the address.
func TestTheAddressThatIsDialledCounts(t *testing.T) {
	client := &http.Client{Transport: Transport()}
	for _, url := range []string{"http://169.254.169.254/latest/meta-data/", "http://[::ffff:a9fe:a9fe]/", "http://[fe80::1%25lo]:8080/"} {
		if _, err := client.Get(url); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", url, err)
		}
	}
	here := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer here.Close()
	answer, err := client.Get(here.URL)
	if err != nil || answer.StatusCode != http.StatusNoContent {
		t.Errorf("%v, %v", answer, err)
	}
}

// A proxy is not asked for such an address either: what is dialled is the proxy's own.
func TestAProxyIsNotAskedForThem(t *testing.T) {
	asked := 0
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked++ }))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := Transport()
	transport.Proxy = guarded(http.ProxyURL(at))
	client := &http.Client{Transport: transport}
	for _, to := range []string{"http://169.254.169.254/latest/meta-data/", "http://[::ffff:a9fe:a9fe]/", "http://100.100.100.200/"} {
		if _, err := client.Get(to); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if asked > 0 {
		t.Errorf("the proxy was asked %d times", asked)
	}
	if answer, err := client.Get("http://192.168.1.20/hook"); err != nil || answer.StatusCode != http.StatusOK || asked != 1 {
		t.Errorf("%v, %v, asked %d times", answer, err, asked)
	}
}
