//go:build race

package schedules

// raceDetector says that the race detector is built in, which takes memory of its own.
const raceDetector = true
