package commands

// What the tests from outside read what is printed with.
type (
	FileFinding   = jsonFileFinding
	SARIFDocument = sarifDocument
)
