package commands_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
)

func TestAnswersAreDrawnIntoFiles(t *testing.T) {
	cmdtest.UseDemo(t)
	for format, begins := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF-"} {
		file := filepath.Join(t.TempDir(), "trend."+format)
		got := cmdtest.OnDemo(t, "ask", "--chart", file, "How many patients with type 2 diabetes by year?")
		text, err := os.ReadFile(file)
		if got.Code != 0 || err != nil || !bytes.HasPrefix(text, []byte(begins)) || !strings.Contains(got.ErrOut, file) {
			t.Errorf("%s: %d, %v, %.40q\n%s", format, got.Code, err, text, got.ErrOut)
		}
		if format == "svg" && !strings.Contains(string(text), ">2009<") {
			t.Errorf("%s", text)
		}
	}
}

func TestASmallPictureStandsBelowTheTable(t *testing.T) {
	cmdtest.UseDemo(t)
	bars := cmdtest.OnDemo(t, "ask", "--chart", "-", "How many patients with hypertension by sex?").Out
	if picture, codes := strings.Index(bars, "Picture"), strings.Index(bars, "Codes"); picture < 0 || codes < picture || !strings.Contains(bars, "█") {
		t.Errorf("%s", bars)
	}
	// One number has the steps by which its people came about.
	flow := cmdtest.OnDemo(t, "ask", "--chart", "-", "How many women with type 2 diabetes took metformin?").Out
	for _, step := range []string{"people in the database: 5,000", "left out: 3,610", "who were female: 723", "who had an exposure to metformin: 455"} {
		if !strings.Contains(flow, step) {
			t.Errorf("%q is not in\n%s", step, flow)
		}
	}
}

// TestACurveHasMoreTimesThanTheQuestion also holds that it shows no number that stands hidden in it.
func TestACurveHasMoreTimesThanTheQuestion(t *testing.T) {
	cmdtest.UseDemo(t)
	file := filepath.Join(t.TempDir(), "curve.svg")
	if got := cmdtest.OnDemo(t, "ask", "--chart", file, "What is the survival of patients with heart failure after 1 and 2 years?"); got.Code != 0 {
		t.Fatal(got.ErrOut)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">365<", ">730<", ">still at risk<", ">806<", ">631<", "<title>365: 95.18</title>"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if n := strings.Count(string(text), `<title>`); n < 8 { // the times, and the title of the whole
		t.Errorf("%d titles: the curve has only the times of the question", n)
	}
}

func TestWhatCannotBeDrawnIsSaid(t *testing.T) {
	cmdtest.UseDemo(t)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"ask", "--chart", "x.gif", "How many people are there?"}, 2, ".svg, .png or .pdf"},
		{[]string{"ask", "--json", "--chart", "-", "How many people are there?"}, 2, "below a table"},
		{[]string{"ask", "--dry-run", "--chart", "x.svg", "How many people are there?"}, 2, "--dry-run"},
		{[]string{"ask", "--chart", filepath.Join(t.TempDir(), "x.svg"), "How many people are there?"}, 1, "no picture"},
		{[]string{"ask", "--chart", "/proc/none/x.svg", "How many patients with hypertension by sex?"}, 1, "write the picture"},
	} {
		if got := cmdtest.OnDemo(t, c.args...); got.Code != c.code || !strings.Contains(got.ErrOut, c.says) {
			t.Errorf("%v: %d, %s", c.args, got.Code, got.ErrOut)
		}
	}
}
