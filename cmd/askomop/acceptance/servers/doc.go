// Package servers asks databases on servers, and compares with the same database in a file. It runs the whole library.
package servers
