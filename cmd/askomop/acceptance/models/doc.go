// Package models asks through the command line with models that answer rightly, wrongly, or not at all.
package models
