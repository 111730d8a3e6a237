// Command askomop answers questions from a database in the OMOP Common Data Model.
//
// It exits with 0 when a question was answered, 1 when something failed, 2 when it
// was used wrongly and 3 when it abstained. Results go to standard output,
// everything else to standard error. Its commands are in package commands.
package main

import (
	"os"
	_ "time/tzdata" // schedules name time zones, and not every system has their data

	"github.com/askomop/askomop/cmd/askomop/commands"
)

func main() { os.Exit(commands.RunProcess()) }
