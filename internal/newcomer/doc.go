// Package newcomer holds by tests how many files somebody has to touch who adds an engine, a measure or another face.
package newcomer
