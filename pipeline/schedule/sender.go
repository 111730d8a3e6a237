package schedule

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/linklocal"
)

// Headers of a webhook. The signature is the HMAC-SHA256, in hexadecimal, of the
// time, a point and the body, under the secret that both sides know.
const (
	HeaderSignature = "X-Askomop-Signature" // "sha256=…"
	HeaderTime      = "X-Askomop-Time"      // seconds since 1970
	HeaderID        = "X-Askomop-Id"        // of the notice: the same at every attempt
)

// sender delivers letters: again and again, less and less often, until keep has passed.
type sender struct {
	folder Folder
	secret string
	clock  Clock
	log    *slog.Logger
	client *http.Client
}

const (
	firstRetry  = 10 * time.Second
	longestWait = time.Hour
	keep        = 72 * time.Hour
	oneDelivery = 15 * time.Second
)

func newSender(f Folder, secret string, clock Clock, log *slog.Logger) *sender {
	return &sender{folder: f, secret: secret, clock: clock, log: log, client: &http.Client{
		Timeout:       oneDelivery,
		Transport:     linklocal.Transport(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// sendDue delivers what is due for delivery and returns when the next letter is; zero where there is none.
func (c *sender) sendDue(ctx context.Context) time.Time {
	all, err := c.folder.letters()
	if err != nil {
		c.log.Error("alerts were not sent", "error", err)
	}
	var next time.Time
	for _, l := range all {
		if ctx.Err() != nil {
			return time.Time{}
		}
		// or the clock was set back
		if now := c.clock.Now(); !l.Next.After(now) || l.Next.After(now.Add(2*longestWait)) {
			l = c.deliver(ctx, l)
		}
		if l.file != "" && (next.IsZero() || l.Next.Before(next)) {
			next = l.Next
		}
	}
	return next
}

// deliver tries once, and keeps the letter where somebody was not reached. A letter that is done has no file.
func (c *sender) deliver(ctx context.Context, l letter) letter {
	var problems []error
	if l.Webhook != "" {
		if err := c.send(ctx, l); err != nil {
			problems = append(problems, err)
		} else {
			l.Webhook = ""
		}
	}
	if l.Command != "" {
		if err := c.execute(ctx, l); err != nil {
			problems = append(problems, err)
		} else {
			l.Command = ""
		}
	}
	if ctx.Err() != nil {
		return l
	}
	now := c.clock.Now()
	late := now.Sub(l.Written) > keep
	if len(problems) == 0 || late {
		if late && len(problems) > 0 {
			c.log.Error("an alert was given up", "notice", l.Notice.ID, "after", keep, "error",
				errors.Join(problems...))
		}
		if err := os.Remove(l.file); err != nil && !os.IsNotExist(err) {
			c.log.Error("an alert that was sent may be sent again", "notice", l.Notice.ID, "error", err)
		}
		l.file = ""
		return l
	}
	wait := min(firstRetry<<min(l.Attempts, 10), longestWait)
	l.Attempts++
	l.Next, l.Problem = now.Add(wait), errors.Join(problems...).Error()
	c.log.Warn("an alert did not get through and will be sent again", "notice", l.Notice.ID, "in", wait, "error",
		l.Problem)
	if err := c.folder.post(l); err != nil {
		c.log.Error("an alert may be sent again too soon", "error", err)
	}
	return l
}

// send posts the notice to the webhook.
func (c *sender) send(ctx context.Context, l letter) error {
	if c.secret == "" {
		return errors.New("webhook: there is no secret to sign with; set ASKOMOP_WEBHOOK_SECRET for the runner")
	}
	body, err := json.Marshal(l.Notice)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, oneDelivery)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.Webhook, bytes.NewReader(body))
	if err != nil {
		return errors.New("webhook: the address can't be read")
	}
	at := strconv.FormatInt(c.clock.Now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "askomop")
	req.Header.Set(HeaderTime, at)
	req.Header.Set(HeaderID, l.Notice.ID)
	req.Header.Set(HeaderSignature, "sha256="+Sign(c.secret, at, body))
	resp, err := c.client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // the address may hold a token
		}
		return fmt.Errorf("webhook at %s: %w", req.URL.Host, err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("webhook at %s answered %s", req.URL.Host, resp.Status)
	}
	return nil
}

// Sign is the signature of a webhook's body, for those who check it.
func Sign(secret, at string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(at + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// execute runs the command with the notice on its standard input.
func (c *sender) execute(ctx context.Context, l letter) error {
	words := strings.Fields(l.Command)
	body, err := json.Marshal(l.Notice)
	if err != nil || len(words) == 0 {
		return errors.Join(err, errors.New("alert command: there is none"))
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.WaitDelay = 2 * time.Second
	cmd.Stdin = bytes.NewReader(append(body, '\n'))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		said := strings.TrimSpace(out.String())
		return fmt.Errorf("alert command %s: %w: %s", words[0], err,
			cmp.Or(said[max(0, len(said)-200):], "it said nothing"))
	}
	return nil
}

// CheckWebhook refuses an address that nothing can be sent to.
func CheckWebhook(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errors.New("--webhook: write an address such as https://example.org/hook")
	}
	return nil
}
