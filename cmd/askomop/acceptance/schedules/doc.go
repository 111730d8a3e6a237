// Package schedules runs questions by the calendar through the command line, when all is well and when it is not.
package schedules
