// Package answers asks whole questions through the command line and compares the answers with what is found otherwise:
// an independent calculation (testdata/oracle.py), the library's own SQL, counts by hand on the public samples, and
// what the tutorial says.
package answers
