package app_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/app"
)

// A program of one's own asks the demo database. With DB and Home left out, the demo database is made in the
// user's data folder on first use.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "askomop-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)

	db := filepath.Join(folder, "cdm.duckdb")
	askomop, err := app.New(app.Settings{DB: db, Home: folder}, app.Host{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer askomop.Close()
	if err := askomop.MakeDemo(ctx, db, 500, app.DemoSeed); err != nil {
		fmt.Println(err)
		return
	}

	answer, err := askomop.Ask(ctx, "How many women have type 2 diabetes?", app.AskOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, "by", answer.Writer)
	for _, set := range answer.Concepts {
		fmt.Println(set.Placeholder, set.Concepts[0].ID, set.Concepts[0].Name)
	}
	fmt.Println(answer.Answer)

	answer, err = askomop.Ask(ctx, "How many patients took zanthoprazine?", app.AskOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, answer.Reason)
	// Output:
	// answered by compiler
	// [condition@type 2 diabetes] 201826 Type 2 diabetes mellitus
	// 88 patients.
	// abstained no_concept
}
