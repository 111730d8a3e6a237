//go:build race

package main

// raceDetector says that the race detector is built in, which takes memory of its own.
const raceDetector = true
