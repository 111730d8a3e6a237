package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/bounded"
)

// configFile is a configuration file: global flags by name, and under a
// command's name the flags of that command.
//
//	db: /data/cdm.duckdb
//	min-cell: 10
//	ask:
//	  k: 3
type configFile struct {
	path string // empty when there is no file
	root *yaml.Node
}

// readConfig reads the file that --config names, or config.yaml of the home
// folder where there is one, and checks that every key is a flag of the program.
func readConfig(c *cli.Context, home string) (configFile, error) {
	path, named := c.String("config"), true
	if path == "" {
		path, named = filepath.Join(home, "config.yaml"), false
	}
	data, err := bounded.ReadFile(path, maxInput)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return configFile{}, nil
	}
	if err != nil {
		return configFile{}, fmt.Errorf("reading the configuration: %w", err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return configFile{}, fmt.Errorf("reading the configuration %s: %w", path, err)
	}
	f := configFile{path: path}
	if len(doc.Content) > 0 {
		f.root = doc.Content[0]
	}
	forbidden := []string{"config"}
	if !named {
		forbidden = append(forbidden, "home") // it says where this very file is
	}
	return f, f.check(f.root, c.App.Flags, c.App.Commands, forbidden)
}

// check walks a level of the file: each key must be a flag of the level or one of its commands.
func (f configFile) check(node *yaml.Node, flags []cli.Flag, commands []*cli.Command, forbidden []string) error {
	if node == nil || node.Tag == "!!null" {
		return nil
	}
	if node.Kind != yaml.MappingNode {
		return f.errorf(node, "expected names with values, such as \"db: cdm.duckdb\"")
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if slices.Contains(forbidden, key.Value) {
			return f.errorf(
				key, "%q can't be set in this file; use --%s or %s", key.Value, key.Value,
				envName(key.Value),
			)
		}
		if findFlag(flags, key.Value) != nil && key.Value != "help" && key.Value != "version" {
			if _, err := f.values(value); err != nil {
				return err
			}
			continue
		}
		at := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.Name == key.Value })
		if at < 0 {
			return f.unknownKey(key, flags, commands)
		}
		if err := f.check(value, commands[at].Flags, commands[at].Subcommands, nil); err != nil {
			return err
		}
	}
	return nil
}

func (f configFile) unknownKey(key *yaml.Node, flags []cli.Flag, commands []*cli.Command) error {
	known := commandNames(commands)
	for _, flag := range flags {
		known = append(known, flag.Names()[0])
	}
	if near := app.Nearest(key.Value, known); near != "" {
		return f.errorf(key, "unknown key %q; did you mean %q?", key.Value, near)
	}
	return f.errorf(key, "unknown key %q; here go: %s", key.Value, strings.Join(known, ", "))
}

// apply sets the flags that are not set yet: the global ones and the command's own.
func (f configFile) apply(c *cli.Context) error {
	if err := f.set(c, f.root); err != nil {
		return err
	}
	node := f.root
	for _, name := range commandWords(c) {
		if node = child(node, name); node == nil {
			return nil
		}
	}
	return f.set(c, node)
}

func (f configFile) set(c *cli.Context, node *yaml.Node) error {
	if node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if value.Kind == yaml.MappingNode || c.IsSet(key.Value) {
			continue
		}
		values, err := f.values(value)
		if err != nil {
			return err
		}
		for _, v := range values {
			if err := c.Set(key.Value, v); err != nil {
				return f.errorf(value, "%s: %w", key.Value, err)
			}
		}
	}
	return nil
}

// values are the texts of a scalar or of a list of scalars.
func (f configFile) values(node *yaml.Node) ([]string, error) {
	switch node.Kind {
	case yaml.ScalarNode:
		if node.Tag == "!!null" {
			return nil, nil
		}
		return []string{node.Value}, nil
	case yaml.SequenceNode:
		var all []string
		for _, item := range node.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, f.errorf(item, "a list may hold plain values only")
			}
			all = append(all, item.Value)
		}
		return all, nil
	}
	return nil, f.errorf(node, "expected a value")
}

func (f configFile) errorf(node *yaml.Node, format string, args ...any) error {
	return usagef("configuration %s, line %d: %w", f.path, node.Line, fmt.Errorf(format, args...))
}

func child(node *yaml.Node, name string) *yaml.Node {
	if node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == name {
			return node.Content[i+1]
		}
	}
	return nil
}
