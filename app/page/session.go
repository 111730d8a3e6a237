package page

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// How long sessions and what they asked are kept, and how much a session may do.
const (
	sessionLife    = 12 * time.Hour // without a request
	mostSessions   = 500
	runsKept       = 30 // of a session; what was not looked at for longest is forgotten first
	runsOfSession  = 3  // under way at once
	streamsAtOnce  = 6  // of a session
	requestsPerSec = 20
	requestsBurst  = 120
	asksPerSec     = 1
	asksBurst      = 20
	triesPerSec    = 0.5 // of a token, by anybody
	triesBurst     = 10
)

// session is one browser that has shown the token.
type session struct {
	id, form string // the cookie, and what its forms carry to show that they are the page's
	requests *rate.Limiter
	asks     *rate.Limiter

	mu      sync.Mutex
	seen    time.Time
	runs    []*run // what was looked at last stands last
	streams int
}

// sent reports whether a request came from a form or a script of this session's pages.
func (s *session) sent(r *http.Request) bool {
	given := r.Header.Get("X-Askomop-Form")
	if given == "" {
		given = r.PostForm.Get("form")
	}
	return same(given, s.form)
}

// openStream takes one of the session's streams of events, if one is left.
func (s *session) openStream() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.streams >= streamsAtOnce {
		return false
	}
	s.streams++
	return true
}

func (s *session) closeStream() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.streams--
}

// sessions are all that are open.
type sessions struct {
	mu    sync.Mutex
	all   map[string]*session
	tries *rate.Limiter
}

func newSessions() *sessions {
	return &sessions{all: map[string]*session{}, tries: rate.NewLimiter(triesPerSec, triesBurst)}
}

// start opens a session. Those that were not used for long are closed, and the one that was used least where there are
// too many.
func (s *sessions) start() *session {
	n := &session{id: rand.Text(), form: rand.Text(), seen: time.Now(),
		requests: rate.NewLimiter(requestsPerSec, requestsBurst), asks: rate.NewLimiter(asksPerSec, asksBurst)}
	s.mu.Lock()
	defer s.mu.Unlock()
	var oldest *session
	for id, o := range s.all {
		o.mu.Lock()
		seen := o.seen
		o.mu.Unlock()
		if time.Since(seen) > sessionLife {
			o.stopAll()
			delete(s.all, id)
			continue
		}
		if oldest == nil || seen.Before(oldest.seen) {
			oldest = o
		}
	}
	if len(s.all) >= mostSessions {
		oldest.stopAll()
		delete(s.all, oldest.id)
	}
	s.all[n.id] = n
	return n
}

const cookieName = "askomop"

// find is the session of a request, or nil.
func (s *sessions) find(r *http.Request) *session {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	found := s.all[c.Value]
	s.mu.Unlock()
	if found == nil {
		return nil
	}
	found.mu.Lock()
	defer found.mu.Unlock()
	if time.Since(found.seen) > sessionLife {
		return nil
	}
	found.seen = time.Now()
	return found
}

// open opens a session for who shows the token, by the link that was printed or by the form.
func (s *Server) open(w http.ResponseWriter, r *http.Request) {
	given := r.URL.Query().Get("token")
	if r.Method == http.MethodPost {
		if err := readForm(r); err != nil {
			s.fail(w, r, nil, err)
			return
		}
		given = r.PostForm.Get("token")
	}
	switch {
	case !s.sessions.mayTry(same(given, s.opt.Token)):
		w.Header().Set("Retry-After", "10")
		s.fail(w, r, nil, &refusal{http.StatusTooManyRequests, "These are too many tries. Wait a while."})
	case !same(given, s.opt.Token):
		s.askForToken(w, r)
	default:
		http.SetCookie(w, &http.Cookie{Name: cookieName, Value: s.sessions.start().id, Path: "/", HttpOnly: true,
			Secure: s.opt.Secure, SameSite: http.SameSiteStrictMode})
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		// a redirect would come without the cookie, where the link was clicked on another site's page
		s.render(w, "opened", nil)
	}
}

// mayTry reports whether tokens may be tried now. Wrong ones are counted alone, so that many people can open the page
// at once; once there were too many, the right one has to wait as well, or trying on would tell.
func (s *sessions) mayTry(right bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if right {
		return s.tries.Tokens() >= 1
	}
	return s.tries.Allow()
}

// askForToken shows the form for the token in place of any page.
func (s *Server) askForToken(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusUnauthorized)
	s.render(w, "token", r.URL.Path == "/open" && (r.URL.Query().Has("token") || r.Method == http.MethodPost))
}

// same compares in a time that tells nothing of the secret. Nothing is the same as no secret.
func same(given, secret string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(secret))
	return secret != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
