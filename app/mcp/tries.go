package mcp

import (
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mostFailures is how many statements of a session may fail on the data. That a statement fails tells one thing of the
// records which no number has to be shown for (SELECT 1 / (COUNT(*) - 3)), so an agent gets no more tries than
// askomop's own writer has.
const mostFailures = 3

const outOfTries = "run_sql: three statements of this session have failed on the data, and each tells something of single records; ask with ask, or run a study question"

// tries counts the failures of the sessions of a server.
type tries struct {
	mu     sync.Mutex
	failed map[*mcp.ServerSession]int
}

// left reports whether a session may still run SQL.
func (t *tries) left(s *mcp.ServerSession) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed[s] < mostFailures
}

// fail counts a failure. Sessions that have ended are forgotten.
func (t *tries) fail(server *mcp.Server, s *mcp.ServerSession) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed[s]++
	live := map[*mcp.ServerSession]int{s: t.failed[s]}
	for one := range server.Sessions() {
		if n, ok := t.failed[one]; ok {
			live[one] = n
		}
	}
	t.failed = live
}
