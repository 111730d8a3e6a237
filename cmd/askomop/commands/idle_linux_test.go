package commands

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

func TestOnlyUnwrittenPagesOfTheProgramAreLetGo(t *testing.T) {
	entry := func(head, dirty, anonymous string) string {
		return head + "\nSize: 100 kB\nRss: 50 kB\nPrivate_Dirty: " + dirty + " kB\nReferenced: 1 kB\nAnonymous: " + anonymous + " kB\nVmFlags: rd ex\n"
	}
	smaps := entry("00400000-00500000 r-xp 00000000 fe:00 1 /bin/askomop", "0", "0") +
		entry("00500000-00600000 r--p 00000000 fe:00 1 /bin/askomop", "4", "4") + // relocated when it was loaded
		entry("00600000-00700000 rw-p 00000000 fe:00 1 /bin/askomop", "0", "0") +
		entry("00700000-00800000 r-xp 00000000 fe:00 2 /lib/libc.so", "0", "0") +
		entry("00800000-00900000 rw-p 00000000 00:00 0", "0", "0") +
		entry("00900000-00a00000 r--p 00000000 fe:00 1 /bin/askomop", "0", "0")
	got := cleanMappings(bufio.NewScanner(strings.NewReader(smaps)), "/bin/askomop")
	if want := []mapping{{0x400000, 0x500000}, {0x900000, 0xa00000}}; !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	shrink() // the test goes on
}
