// Package data brings data as owners have them (CSV files, deliveries, vocabularies) through the command line.
package data
