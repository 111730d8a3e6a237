package report

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"io"
	"sync"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/omop/sqltree"
)

// Templates are the templates of the report, "report", and of its parts, "result" and "table", which a page shows as
// well. Functions are those that they use.
//
//go:embed templates
var Templates embed.FS

//go:embed report.css
var styles string

// Functions are the functions that the templates call.
var Functions = template.FuncMap{
	"layout": sqltree.Layout,
	"when":   func(t time.Time) string { return t.Local().Format("2 Jan 2006, 15:04") },
}

var templates = sync.OnceValues(func() (*template.Template, error) {
	return template.New("report").Funcs(Functions).ParseFS(Templates, "templates/*.html")
})

// Draw adds the picture of an answer and the steps of its population.
func (v *View) Draw(ctx context.Context, a *app.App, answer *app.Answer, opt app.QueryOptions) error {
	main, err := picture.Main(ctx, a, answer, opt)
	if err != nil {
		return err
	}
	steps, err := picture.Steps(ctx, a, answer, opt)
	if err != nil {
		return err
	}
	v.Show(main, steps)
	return nil
}

// Show sets the pictures of the view; nil is none.
func (v *View) Show(main, steps *picture.Picture) {
	v.Picture, v.Attrition = main.HTML("wide"), steps.HTML("wide")
}

// HTML writes the view as one file that needs no other.
func (v *View) HTML(w io.Writer, about *About) error {
	t, err := templates()
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	v.About, v.Styles = about, template.CSS(styles+string(picture.Styles)) // of the program's own files
	if err := t.ExecuteTemplate(w, "report", v); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}
