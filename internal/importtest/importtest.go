// Package importtest holds the direction of imports between askomop's packages.
// It has tests only.
package importtest
