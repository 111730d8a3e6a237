package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/graph"
)

// ontop is a process that answers from the database by Ontop: a virtual graph, as ours is one.
type ontop struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

func openOntop(ctx context.Context, jars, file string) (*ontop, error) {
	source := filepath.Join("internal", "bench", "graph", "ontop", "Ontop.java")
	o := &ontop{command: exec.CommandContext(ctx, "java", "-cp", filepath.Join(jars, "*"), source, file)}
	var tail strings.Builder
	o.command.Stderr = &tail
	in, err := o.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := o.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	o.in, o.out = in, bufio.NewScanner(out)
	start := time.Now()
	if err := o.command.Start(); err != nil {
		return nil, fmt.Errorf("start Ontop, which needs a JDK: %w", err)
	}
	for o.out.Scan() {
		if o.out.Text() == "ready" {
			fmt.Printf("Ontop ready after %.1f s\n\n", time.Since(start).Seconds())
			return o, nil
		}
	}
	return nil, errors.Join(errors.New("start Ontop: "+tail.String()), o.command.Wait())
}

// ask asks Ontop. It follows no path of any length, so it has the pairs of concept_ancestor as a property of its own.
func (o *ontop) ask(query string, runs int) (time.Duration, string, error) {
	line := ""
	for name, iri := range graph.Prefixes() {
		line += fmt.Sprintf("PREFIX %s: <%s> ", name, iri)
	}
	line += strings.NewReplacer("\n", " ", "/skos:broader*", "/<urn:omop:within>").Replace(query)
	var all []time.Duration
	first := "-"
	for range runs {
		start := time.Now()
		if _, err := fmt.Fprintln(o.in, line); err != nil {
			return 0, "", fmt.Errorf("ask Ontop: %w", err)
		}
		rows := 0
		for ; o.out.Scan() && o.out.Text() != ""; rows++ {
			if rows == 0 {
				first = strings.ReplaceAll(o.out.Text(), "\t", " ")
			}
		}
		if rows == 0 {
			return 0, "", errors.New("ask Ontop: nothing came")
		}
		all = append(all, time.Since(start))
	}
	return median(all), first, nil
}

func (o *ontop) close() {
	o.in.Close()
	if err := o.command.Wait(); err != nil {
		fmt.Fprintln(os.Stderr, "bench graph: Ontop:", err)
	}
}
