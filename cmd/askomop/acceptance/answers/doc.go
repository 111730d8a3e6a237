// Package answers asks whole questions through the command line and compares the answers with what is found otherwise.
package answers
