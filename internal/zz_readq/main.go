package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/askomop/askomop/app"
)

// stdin: id \t db \t question ; arg x: study question and other readings
func main() {
	x := len(os.Args) > 1 && os.Args[1] == "x"
	apps := map[string]*app.App{}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		f := strings.SplitN(in.Text(), "\t", 3)
		if len(f) < 3 {
			continue
		}
		db := f[1]
		if !strings.Contains(db, "/") {
			db = "/tmp/blind/db/" + db + ".duckdb"
		}
		a := apps[db]
		if a == nil {
			var err error
			a, err = app.New(app.Settings{DB: db, Home: os.Getenv("RQHOME"), NoLog: true, MinCell: app.ShowAll}, app.Host{})
			if err != nil {
				fmt.Println(f[0], "NEW", err)
				continue
			}
			apps[db] = a
		}
		r, err := a.Ask(context.Background(), f[2], app.AskOptions{})
		if err != nil {
			fmt.Printf("%s\tERROR\t%v\t%s\n", f[0], err, f[2])
			continue
		}
		rows := r.Rows
		if len(rows) > 12 {
			rows = rows[:12]
		}
		rj, _ := json.Marshal(rows)
		if r.Status != "answered" {
			fmt.Printf("%s\tREFUSED %s\t%s\t%s\n", f[0], r.Reason, r.Message, f[2])
			continue
		}
		fmt.Printf("%s\t%s\t%s\t%v %s\n", f[0], r.Reading, f[2], r.Columns, rj)
		if x {
			sq, _ := json.Marshal(r.StudyQuestion)
			fmt.Printf("    %s\n", sq)
			for _, o := range r.Readings {
				oj, _ := json.Marshal(o)
				fmt.Printf("    ALSO %s\n", oj)
			}
			fmt.Println("    " + strings.ReplaceAll(r.SQL, "\n", "\n    "))
		}
	}
}
