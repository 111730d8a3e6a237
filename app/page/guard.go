package page

import (
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// largestBody is the most that a request may send, in bytes.
const largestBody = 128 << 10

// times bound how long a client may take. Tests make them short.
type times struct {
	head, idle   time.Duration // for a request's head, and without a request
	body, answer time.Duration // for the rest of it, and for what it is sent
}

var patient = times{head: 10 * time.Second, idle: 2 * time.Minute, body: 20 * time.Second, answer: time.Minute}

// policy allows scripts and styles of the page's own files only: text that gets into a page by a fault is not run.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// guarded stands before everything: headers, hosts, origins, sizes, times, and the token.
func (s *Server) guarded(inner http.Handler) http.Handler {
	m := http.NewServeMux()
	m.Handle("GET /static/", cached(static()))
	m.Handle("GET /static/picture.css", cached(http.HandlerFunc(pictureStyles)))
	m.HandleFunc("GET /open", s.open)
	m.HandleFunc("POST /open", s.open)
	m.Handle("/", inner)
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, nil, &refusal{http.StatusForbidden, "This came from a page of another site, and is refused."})
	}))
	protected := sameOrigin.Handler(m)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.setHeaders(w.Header())
		if !s.isHost(r.Host) {
			http.Error(w, "this page answers to its own address only", http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, largestBody)
		now := time.Now()
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(now.Add(s.times.body)) // not every connection of a test has deadlines
		_ = control.SetWriteDeadline(now.Add(s.times.answer))
		protected.ServeHTTP(w, r)
	})
}

func (s *Server) setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
	if s.opt.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// cached lets a browser keep what is the same until the program is another.
func cached(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, max-age=300")
		next.ServeHTTP(w, r)
	})
}

// isHost reports whether a request may name the host. A name that another site has pointed at this machine is none of
// its own.
func (s *Server) isHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if len(s.opt.Hosts) > 0 {
		return slices.ContainsFunc(s.opt.Hosts,
			func(h string) bool { return strings.EqualFold(strings.Trim(h, "[]"), name) })
	}
	return IsLoopback(name)
}

// IsLoopback reports whether a host is this machine under a name that is always its own.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// answering finds the session of a request and shows what goes wrong.
func (s *Server) answering(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := s.sessions.find(r)
		if session == nil {
			s.askForToken(w, r)
			return
		}
		if !session.requests.Allow() {
			w.Header().Set("Retry-After", "5")
			s.fail(w, r, session,
				&refusal{http.StatusTooManyRequests, "These are too many requests at once. Wait a few seconds."})
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			if err := readForm(r); err != nil {
				s.fail(w, r, session, err)
				return
			}
			if !session.sent(r) {
				s.fail(w, r, session, &refusal{http.StatusForbidden, "This form is out of date. Load the page again."})
				return
			}
		}
		if err := h(w, r, session); err != nil {
			s.fail(w, r, session, err)
		}
	})
}

// readForm reads a form of the plain kind; files are not taken.
func readForm(r *http.Request) error {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/x-www-form-urlencoded" {
		return &refusal{http.StatusUnsupportedMediaType, "Only forms are read here."}
	}
	if err := r.ParseForm(); err != nil {
		return refusef(http.StatusRequestEntityTooLarge, "The form can't be read, or is longer than %d bytes.",
			largestBody)
	}
	return nil
}
