package page_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/needs"
)

// browser is a real one with the page open in it.
type browser struct {
	t   *testing.T
	ctx context.Context
	at  string
}

// browse opens the page of the demo database. What the browser complains about, such as a script that its policy
// forbids, fails the test.
func browse(t *testing.T) *browser {
	t.Helper()
	return browseOver(t, demo(t))
}

func browseOver(t *testing.T, a *app.App) *browser {
	t.Helper()
	return browseAt(t, serve(t, a).URL)
}

// browseAt opens the page at an address. The browser may complain of what is named.
func browseAt(t *testing.T, at string, mayFail ...string) *browser {
	t.Helper()
	dir := needs.Env(t, "ASKOMOP_TEST_BROWSER", "the folder of a Chromium and axe-core, which .ci/browser makes")
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), chromedp.ExecPath(filepath.Join(dir, "chromium")), chromedp.Headless, chromedp.NoSandbox,
		chromedp.UserDataDir(t.TempDir()), chromedp.Flag("hide-scrollbars", true))
	t.Cleanup(cancelAlloc)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	b := &browser{t, ctx, at}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			why := ""
			if e.ExceptionDetails.Exception != nil {
				why = e.ExceptionDetails.Exception.Description
			}
			t.Errorf("the browser: %s %s", e.ExceptionDetails.Text, why)
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError && !slices.ContainsFunc(append(mayFail, "status of 4"), func(s string) bool { return strings.Contains(e.Entry.Text, s) }) {
				t.Errorf("the browser: %s %s", e.Entry.Text, e.Entry.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	b.act(chromedp.Navigate(b.at+"/open?token="+token), chromedp.WaitVisible(css("#words")))
	return b
}

func css(selector string) chromedp.CSS { return chromedp.CSS(selector) }

// act does things in the browser, none of which may take a minute.
func (b *browser) act(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 40*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatalf("%v\n%s", err, b.says("body"))
	}
}

// says is the text of a part of the page.
func (b *browser) says(selector string) string {
	b.t.Helper()
	return strings.TrimSpace(eval[string](b, `(document.querySelector(`+"`"+selector+"`"+`) || {innerText: ""}).innerText`))
}

func eval[T any](b *browser, script string, opts ...chromedp.EvaluateOption) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 40*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, opts...))
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// until waits for a condition in the page.
func (b *browser) until(condition string) {
	b.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if eval[bool](b, condition) {
			return
		}
	}
	b.t.Fatalf("it did not come true: %s\n%s", condition, b.says("body"))
}

// ask types a question and waits for its answer.
func (b *browser) ask(words string) {
	b.t.Helper()
	b.settle()
	b.act(chromedp.Evaluate[chromedp.Void](`document.querySelector("#words").value = ""; document.querySelector("main").dataset.old = "yes"`),
		chromedp.SendKeys(css("#words"), words+kb.Enter))
	b.until(`document.querySelector("[data-old]") === null && document.querySelector("#answer") !== null`)
	if asked := eval[string](b, `document.querySelector("#words").value`); asked != words {
		b.t.Fatalf("%q was asked, and %q was typed", asked, words)
	}
}

// settle waits until the page stands still: what is typed before would be lost with the old page.
func (b *browser) settle() {
	b.t.Helper()
	b.until(`document.readyState === "complete" && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")`)
	time.Sleep(100 * time.Millisecond)
}

// inspect lets axe-core judge the page: nothing serious may be wrong with it for who uses a keyboard or a screen
// reader.
func (b *browser) inspect(what string) {
	b.t.Helper()
	script, err := os.ReadFile(filepath.Join(os.Getenv("ASKOMOP_TEST_BROWSER"), "axe.min.js"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.act(chromedp.Evaluate[chromedp.Void](string(script)))
	doc := eval[string](b, `axe.run().then(r => JSON.stringify({Violations: r.violations, Passes: r.passes.length}))`, chromedp.EvalAwaitPromise)
	var found struct {
		Passes     int
		Violations []struct {
			ID, Impact, Help string
			Nodes            []struct{ HTML, FailureSummary string }
		}
	}
	if err := json.Unmarshal([]byte(doc), &found); err != nil {
		b.t.Fatal(err)
	}
	if found.Passes < 10 {
		b.t.Errorf("%s: axe looked at %d rules only", what, found.Passes)
	}
	for _, v := range found.Violations {
		report := b.t.Logf
		if v.Impact == "serious" || v.Impact == "critical" {
			report = b.t.Errorf
		}
		report("%s: %s (%s): %s\n%s\n%s", what, v.ID, v.Impact, v.Help, v.Nodes[0].HTML, v.Nodes[0].FailureSummary)
	}
}

// picture keeps what the window shows, where ASKOMOP_PICTURES names a folder.
func (b *browser) picture(name string) {
	b.t.Helper()
	dir := os.Getenv("ASKOMOP_PICTURES")
	if dir == "" {
		return
	}
	time.Sleep(300 * time.Millisecond) // what fades in
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// window sets its size, and whether it is dark.
func (b *browser) window(wide, tall int64, dark bool) {
	b.t.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[dark]
	b.act(chromedp.EmulateViewport(wide, tall), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
}

// What is looked at: a desk, a desk in the dark, a phone.
var windows = []struct {
	name       string
	wide, tall int64
	dark       bool
}{{"desk", 1180, 1400, false}, {"dark", 1180, 1400, true}, {"phone", 390, 1500, false}}

func TestThePageInABrowser(t *testing.T) {
	b := browse(t)
	for _, w := range windows {
		b.window(w.wide, w.tall, w.dark)
		look := func(what string) {
			t.Helper()
			b.settle()
			if over := eval[float64](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s, %s: the page is %g pixels wider than the window", w.name, what, over)
			}
			b.inspect(w.name + ", " + what)
			b.picture(w.name + "-" + what)
		}
		b.act(chromedp.Navigate(b.at+"/"), chromedp.WaitVisible(css("#words")))
		look("home")
		b.ask("What percentage of patients with atrial fibrillation started warfarin within 90 days of diagnosis, by sex?")
		look("share")
		b.act(chromedp.Click(chromedp.Search(`//button[@class="part" and text()="90"]`)), chromedp.WaitVisible(css(`.choices:popover-open`)))
		look("change")
		b.act(chromedp.SendKeys(css(`.choices:popover-open input[name=value]`), kb.End+kb.Backspace+kb.Backspace+"365"+kb.Enter))
		b.until(`[...document.querySelectorAll(".part")].some(p => p.textContent === "365")`)
		b.ask("How many patients were newly diagnosed with heart failure by year and sex?")
		look("lines")
		b.ask("What are the 10 most common conditions?")
		look("bars")
		b.ask("How many patients with severe gout are happy?")
		look("refusal")
		for _, place := range []string{"library", "history", "cohorts", "schedules"} {
			b.act(chromedp.Navigate(b.at+"/"+place), chromedp.WaitVisible(css("h1")))
			look(place)
		}
	}
}

// Everything can be done without a mouse: a suggestion taken, a part of the sentence changed, a choice closed.
func TestThePageByKeyboard(t *testing.T) {
	b := browse(t)
	b.settle()
	b.act(chromedp.SendKeys(css("#words"), "How many patients with heart fail"))
	b.until(`document.querySelectorAll("#suggestions [role=option]").length > 2`)
	b.act(chromedp.SendKeys(css("#words"), kb.ArrowDown))
	wanted := eval[string](b, `document.querySelector('#suggestions [aria-selected="true"]').dataset.text`)
	if active := eval[string](b, `document.querySelector("#words").getAttribute("aria-activedescendant")`); active != "suggestion-0" {
		t.Errorf("the reader of a screen is told of %q", active)
	}
	b.act(chromedp.SendKeys(css("#words"), kb.Enter))
	if got := eval[string](b, `document.querySelector("#words").value`); got != wanted || !strings.Contains(strings.ToLower(got), "heart fail") {
		t.Errorf("the box holds %q, and %q was chosen", got, wanted)
	}
	b.act(chromedp.SendKeys(css("#words"), kb.Enter))
	b.until(`document.querySelector("#answer") !== null`)
	b.settle()
	if at := eval[string](b, `document.activeElement.id`); at != "main" {
		t.Errorf("after the answer the keyboard is at %q", at)
	}
	b.ask("How many women with type 2 diabetes took metformin?")
	b.settle()
	before := b.says(".number strong")
	b.act(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".part")].find(p => p.textContent === "women").focus()`))
	press := func(key string) { t.Helper(); b.act(chromedp.KeyEvent(key)) }
	opened := `document.querySelector(".choices:popover-open") !== null && document.activeElement.closest(".choices") !== null`
	press(kb.Enter)
	b.until(opened)
	press(kb.Escape)
	b.until(`document.querySelector(".choices:popover-open") === null && document.activeElement.textContent === "women"`)
	press(kb.Enter)
	b.until(opened) // the first choice has the keyboard a moment after they are seen
	for range 5 {
		if eval[bool](b, `document.activeElement.textContent === "men"`) {
			break
		}
		press(kb.Tab)
	}
	press(kb.Enter)
	b.until(`[...document.querySelectorAll(".part")].some(p => p.textContent === "men")`)
	b.settle()
	if after := b.says(".number strong"); after == before || after == "" {
		t.Errorf("men are %q, women were %q", after, before)
	}
}

// A question under way says where it is, and its button ends it.
func TestStopInABrowser(t *testing.T) {
	b := browseOver(t, bombs(t))
	b.settle()
	b.act(chromedp.SendKeys(css("#words"), "a long question"+kb.Enter), chromedp.WaitVisible(css("button.stop")))
	b.until(`document.querySelector("[data-stage]").textContent === "Counting"`)
	elapsed := func() int {
		return int(eval[float64](b, `parseInt(document.querySelector("[data-elapsed]").textContent) || 0`))
	}
	for elapsed() < 2 {
		time.Sleep(50 * time.Millisecond)
	}
	before := elapsed()
	b.act(chromedp.Reload(), chromedp.WaitVisible(css("button.stop")))
	b.until(`document.querySelector("[data-elapsed]").textContent !== ""`)
	if after := elapsed(); after < before {
		t.Errorf("after the page is loaded again, %d s have passed, and %d had before", after, before)
	}
	b.inspect("under way")
	b.picture("desk-under-way")
	b.act(chromedp.Click(css("button.stop")))
	b.until(`document.body.innerText.includes("Stopped. Nothing runs any more.")`)
	b.settle()
	b.inspect("stopped")
}

// The picture of the README is made by this test where PICTURE names its file: task picture.
func TestThePictureOfTheReadme(t *testing.T) {
	b := browse(t)
	b.window(1000, 860, false)
	b.ask("What percentage of patients with atrial fibrillation started warfarin within 90 days of diagnosis, by sex?")
	b.act(chromedp.Click(chromedp.Search(`//button[@class="part" and text()="first ever"]`)), chromedp.WaitVisible(css(`.choices:popover-open`)))
	b.settle()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if most := 200_000; len(png) > most || len(png) < 20_000 {
		t.Errorf("the picture has %d bytes", len(png))
	}
	if file := os.Getenv("PICTURE"); file != "" {
		if err := os.WriteFile(file, png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
