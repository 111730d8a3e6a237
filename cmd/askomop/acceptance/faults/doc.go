// Package faults breaks what the program works with, and holds that no answer comes of it and nothing is lost.
package faults
