package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/internal/wholefile"
)

// CacheMode says what WithCache may do.
type CacheMode string

// The modes of a cache.
const (
	CacheOff   CacheMode = "off"   // always ask
	CacheRead  CacheMode = "read"  // take what is there, ask for the rest, keep nothing new
	CacheWrite CacheMode = "write" // take what is there, ask for the rest and keep it
)

// ParseCacheMode reads off, read or write.
func ParseCacheMode(s string) (CacheMode, error) {
	switch m := CacheMode(s); m {
	case CacheOff, CacheRead, CacheWrite:
		return m, nil
	}
	return "", fmt.Errorf("cache mode %q is not known: use off, read or write", s)
}

// WithCache answers requests from files below dir. The key is the model's name with
// every field of the request, so that a changed prompt or parameter asks anew.
// Several processes may share dir. A file that can't be read counts as absent, and
// one that can't be written is told to log (nil discards): a paid answer is never lost.
func WithCache(m Model, dir string, mode CacheMode, log *slog.Logger) Model {
	if mode == CacheOff || mode == "" {
		return m
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return cached{m, dir, mode, log}
}

type cached struct {
	Model
	dir  string
	mode CacheMode
	log  *slog.Logger
}

// cacheEntry is one file. It holds the request too, so that a person can see what was
// asked, and so that no answer is ever given to another request.
type cacheEntry struct {
	Model    string
	Request  Request
	Response Response
}

func (c cached) Generate(ctx context.Context, req Request) (Response, error) {
	if err := Interrupted(ctx, c.Name()); err != nil {
		return Response{}, err
	}
	file := c.file(req)
	if resp, ok := c.read(file, req); ok {
		resp.FromCache = true
		return resp, nil
	}
	resp, err := c.Model.Generate(ctx, req)
	if err == nil && c.mode == CacheWrite {
		if werr := writeFile(file, cacheEntry{c.Name(), req, resp}); werr != nil {
			c.log.WarnContext(ctx, "answer not kept in the cache", "model", c.Name(), "error", werr)
		}
	}
	return resp, err
}

func (c cached) file(req Request) string {
	key := Key(c.Name(), req)
	return filepath.Join(c.dir, key[:2], key+".json")
}

func (c cached) read(file string, req Request) (Response, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.log.Warn("cache not read", "model", c.Name(), "error", err)
		}
		return Response{}, false
	}
	var e cacheEntry
	if err := json.Unmarshal(data, &e); err != nil || e.Model != c.Name() || e.Request != req || e.Response.Text == "" {
		c.log.Warn("damaged answer in the cache; asking again", "model", c.Name(), "file", file)
		return Response{}, false
	}
	return e.Response, true
}

// Key names a request to a model: 64 hexadecimal digits that are the same for the
// same model, parameters and prompt, on every machine.
func Key(model string, req Request) string {
	text, err := json.Marshal(struct {
		Model   string
		Request Request
	}{model, req})
	if err != nil { // strings and numbers; a temperature that is not a number is the one thing that fails
		text = fmt.Appendf(nil, "%q %+v", model, req)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// writeFile writes v whole or not at all, readable by the user alone.
func writeFile(file string, v any) error {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return wholefile.Make(file, false, func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}
