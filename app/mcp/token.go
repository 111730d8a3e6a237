package mcp

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"strings"
)

// NewToken makes a token that nobody guesses.
func NewToken() string { return rand.Text() }

// sameToken compares in a time that tells nothing of the token.
func sameToken(header, token string) bool {
	given, ok := strings.CutPrefix(header, "Bearer ")
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(token))
	return ok && token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
