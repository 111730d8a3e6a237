// Package importtest tests rules that hold in the whole repository: which package may import which, that docs name
// files that are there, how wide lines are, how many dependencies there are. It has tests only.
package importtest
