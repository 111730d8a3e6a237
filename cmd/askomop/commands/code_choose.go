package commands

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
)

// mostChoices is how many concepts a person is offered.
const mostChoices = 9

// chooseReading lets a person at a terminal choose among the readings of an ambiguous text, else among the nearest
// concepts, and codes what was chosen. Without a terminal, or without a choice, it returns nothing.
func (c *call) chooseReading(ctx context.Context, misses []error) ([]coding.ConceptSet, error) {
	if !c.InTerminal || !c.ErrTerminal {
		return nil, nil
	}
	type reading struct {
		domain string
		member coding.Member
	}
	var readings []reading
	for _, ambiguous := range []bool{true, false} {
		for _, m := range misses {
			var miss *coding.NoConceptError
			if errors.As(m, &miss) && miss.Ambiguous == ambiguous {
				for _, n := range miss.Nearest {
					readings = append(readings, reading{miss.Entity.Domain, n})
				}
			}
		}
		if ambiguous && len(readings) > 1 {
			break
		}
	}
	slices.SortStableFunc(readings, func(a, b reading) int { return cmp.Compare(b.member.Score, a.member.Score) })
	readings = readings[:min(mostChoices, len(readings))]
	if len(readings) == 0 {
		return nil, nil
	}
	fmt.Fprintln(c.Streams.Err, "It is not sure what is meant. What comes nearest:")
	for i, r := range readings {
		fmt.Fprintf(c.Streams.Err, "  %d  %s (%s %d), %s\n", i+1, r.member.Name, r.domain, r.member.ID, r.member.Why)
	}
	n, err := c.readChoice(len(readings))
	if err != nil || n == 0 {
		return nil, err
	}
	chosen := readings[n-1]
	coded, err := c.app.Code(ctx, fmt.Sprintf("concept:%d", chosen.member.ID), "", omop.Domain(chosen.domain))
	if err != nil || len(coded.Sets) == 0 {
		return nil, errors.Join(append(coded.Misses, err)...)
	}
	c.note(
		"To have this choice remembered: askomop code remember --domain %s --yes %d TEXT", chosen.domain,
		chosen.member.ID,
	)
	return coded.Sets, nil
}

// readChoice reads a number from 1 to n; 0 is none of them.
func (c *call) readChoice(n int) (int, error) {
	in := bufio.NewReader(c.In)
	for {
		fmt.Fprintf(c.Streams.Err, "Which one? 1 to %d, or nothing for none: ", n)
		line, err := in.ReadString('\n')
		line = strings.TrimSpace(line)
		if choice, bad := strconv.Atoi(line); bad == nil && choice >= 1 && choice <= n {
			return choice, nil
		}
		switch {
		case line == "" || errors.Is(err, io.EOF):
			return 0, nil
		case err != nil:
			return 0, fmt.Errorf("reading the choice: %w", err)
		}
	}
}
