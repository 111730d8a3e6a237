package linklocal

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
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
