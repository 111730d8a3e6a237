// Package schedule asks reviewed questions again and again: it freezes an answered
// run, finds what is due, runs it, keeps the history, compares with the run before
// and tells who wants to know.
//
// Everything that has to survive a crash lies in small files of one folder, which
// several processes use at once; results lie in a store of their own (package
// results). It opens no database itself and names no engine: it is given an Opener.
package schedule
