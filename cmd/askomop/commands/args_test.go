package commands

import (
	"slices"
	"strings"
	"testing"
)

func TestArrangePutsFlagsWhereUrfaveReadsThem(t *testing.T) {
	cases := []struct{ in, want string }{
		{"ask Q --json --db x --k 3", "--json --db x ask --k 3 -- Q"},
		{"ask Q -json=true R", "-json=true ask -- Q R"},
		{"vocab --json search a b --k 2", "--json vocab search --k 2 -- a b"},
		{"ask --skip a Q --skip b", "ask --skip a --skip b -- Q"},
		{"ask Q -- --k 3 -- x", "ask -- Q --k 3 -- x"},
		{"ask -", "ask -- -"},
		{"ask --min-cell -1 Q", "--min-cell -1 ask -- Q"},
		{"ask vocab search", "ask -- vocab search"},
		{"ask Q --help", "ask --help"},
		{"--version", "--version"},
		{"", ""},
	}
	for _, c := range cases {
		got, err := arrange(NewApp(Streams{}), append([]string{"askomop"}, strings.Fields(c.in)...))
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if want := append([]string{"askomop"}, strings.Fields(c.want)...); !slices.Equal(got, want) {
			t.Errorf("%s became %q, want %q", c.in, got, want)
		}
	}
}

func TestArrangeRefusesWhatItDoesNotKnow(t *testing.T) {
	for in, want := range map[string]string{
		"ask Q --persons 3": "askomop ask has no flag --persons",
		"--k 3 ask Q":       "askomop has no flag --k",
		"ask Q --db":        "--db needs a value",
		"ask --jsno Q":      "did you mean --json?",
	} {
		if got, err := arrange(NewApp(Streams{}), append([]string{"askomop"}, strings.Fields(in)...)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v; want %q", in, got, err, want)
		}
	}
}

// FuzzArrangeLosesNothing holds that every argument of an accepted line is still there, but for "--" and words beside --help.
func FuzzArrangeLosesNothing(f *testing.F) {
	f.Add("ask How many people? --json --k 3")
	f.Add("vocab search -- --x y")
	f.Add("--db=x db load a --to b -h")
	f.Fuzz(func(t *testing.T, text string) {
		args := append([]string{"askomop"}, strings.Fields(text)...)
		got, err := arrange(NewApp(Streams{}), slices.Clone(args))
		if err != nil || slices.ContainsFunc(got, func(a string) bool { return strings.Contains(a, "-h") }) {
			return
		}
		less := func(all []string) []string {
			all = slices.DeleteFunc(slices.Clone(all), func(a string) bool { return a == "--" })
			slices.Sort(all)
			return all
		}
		if !slices.Equal(less(got), less(args)) {
			t.Errorf("%q became %q", args, got)
		}
	})
}
