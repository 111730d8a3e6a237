// Command site makes pages of the repository's Markdown: README, CHANGELOG and docs/*.md become a folder of HTML with its pictures, which
// any server of files can show, and a browser without one.
//
//	site -root . -out bin/site
//
// A link to another page of the site leads there, one to any other file of the repository to where that is published. A
// link that leads nowhere is an error, as is a heading that a link names and no page has.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// published is where files are read that are no page of the site.
const published = "https://github.com/askomop/askomop/blob/main/"

//go:embed page.html.tmpl
var pageTemplate string

// page is one page of the site.
type page struct {
	Source string // from the root: docs/privacy.md
	Target string // in the site: docs/privacy.html
	Title  string
	Body   template.HTML

	tree    ast.Node
	text    []byte
	anchors map[string]bool // of its headings
}

func main() {
	root := flag.String("root", ".", "the repository")
	out := flag.String("out", "bin/site", "the folder to write")
	flag.Parse()
	if err := build(*root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build writes the site of a repository.
func build(root, out string) error {
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	pages, err := read(root, markdown)
	if err != nil {
		return err
	}
	s := site{root: root, pages: pages, files: map[string]bool{}}
	for _, p := range pages {
		s.resolve(p)
	}
	if len(s.dead) > 0 {
		return fmt.Errorf("links lead nowhere:\n  %s", strings.Join(s.dead, "\n  "))
	}
	shown, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	for _, p := range pages {
		var body, whole bytes.Buffer
		if err := markdown.Renderer().Render(&body, p.text, p.tree); err != nil {
			return fmt.Errorf("%s: %w", p.Source, err)
		}
		p.Body = template.HTML(body.String()) // of our own Markdown, in which raw HTML is left out
		up := strings.Repeat("../", strings.Count(p.Target, "/"))
		if err := shown.Execute(&whole, map[string]any{"Page": p, "Pages": pages, "Up": up}); err != nil {
			return fmt.Errorf("%s: %w", p.Source, err)
		}
		if err := write(filepath.Join(out, p.Target), whole.Bytes()); err != nil {
			return err
		}
	}
	for name := range s.files {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		if err := write(filepath.Join(out, name), data); err != nil {
			return err
		}
	}
	fmt.Printf("%d pages, %d files beside them in %s\n", len(pages), len(s.files), out)
	return nil
}

// read parses the pages, in the order in which the site lists them.
func read(root string, markdown goldmark.Markdown) ([]*page, error) {
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	sources := []string{"README.md", "docs/tutorial.md"}
	for _, file := range docs {
		if source := "docs/" + filepath.Base(file); !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
	}
	sources = append(sources, "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
	var pages []*page
	for _, source := range sources {
		data, err := os.ReadFile(filepath.Join(root, source))
		if err != nil {
			return nil, err
		}
		p := &page{Source: source, Target: strings.TrimSuffix(source, ".md") + ".html", text: data, anchors: map[string]bool{}}
		if source == "README.md" {
			p.Target = "index.html"
		}
		p.tree = markdown.Parser().Parse(text.NewReader(data))
		p.readHeadings()
		pages = append(pages, p)
	}
	return pages, nil
}

// readHeadings takes the title and the anchors off a page.
func (p *page) readHeadings() {
	_ = ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if id, ok := h.AttributeString("id"); ok {
			p.anchors[string(id.([]byte))] = true
		}
		if p.Title == "" {
			p.Title = plainText(h, p.text)
		}
		return ast.WalkContinue, nil
	})
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(source))
			continue
		}
		b.WriteString(plainText(c, source))
	}
	return b.String()
}

// site is what links are resolved by.
type site struct {
	root  string
	pages []*page
	files map[string]bool // pictures and other files that pages show
	dead  []string        // links that lead nowhere
}

// resolve changes the links of a page into those of the site.
func (s *site) resolve(p *page) {
	_ = ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(s.target(p, string(n.Destination)))
		case *ast.Image:
			name := path.Join(path.Dir(p.Source), string(n.Destination))
			s.files[name] = true
			s.require(p, name)
		}
		return ast.WalkContinue, nil
	})
}

var elsewhere = regexp.MustCompile(`^[a-z]+:`)

// target is where a link of a page leads in the site.
func (s *site) target(p *page, link string) string {
	if elsewhere.MatchString(link) {
		return link
	}
	file, anchor, hasAnchor := strings.Cut(link, "#")
	to := p
	if file != "" {
		name := path.Join(path.Dir(p.Source), file)
		i := slices.IndexFunc(s.pages, func(q *page) bool { return q.Source == name })
		if i < 0 {
			s.require(p, name)
			return published + name
		}
		to = s.pages[i]
	}
	if hasAnchor && !to.anchors[anchor] {
		s.dead = append(s.dead, fmt.Sprintf("%s: %s", p.Source, link))
	}
	if file == "" {
		return link
	}
	relative, err := filepath.Rel(path.Dir(p.Target), to.Target)
	if err != nil {
		s.dead = append(s.dead, fmt.Sprintf("%s: %s: %v", p.Source, link, err))
	}
	if hasAnchor {
		relative += "#" + anchor
	}
	return filepath.ToSlash(relative)
}

// require notes a file that is not there.
func (s *site) require(p *page, name string) {
	if _, err := os.Stat(filepath.Join(s.root, name)); errors.Is(err, fs.ErrNotExist) {
		s.dead = append(s.dead, fmt.Sprintf("%s: %s", p.Source, name))
	}
}

func write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
