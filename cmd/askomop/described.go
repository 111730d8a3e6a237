package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/info"
)

// descriptionForm changes when a description comes to hold something else.
const descriptionForm = 1

// described is what the database holds. It takes as long as a question on large databases, so it is kept in
// the home folder, by the state of the database's file. What cannot be kept is described again next time.
func (p *parts) described(ctx context.Context, engine *duckdb.Engine) (*info.Info, error) {
	path, err := p.Database(ctx)
	if err != nil {
		return nil, err
	}
	state, err := fingerprint(path)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(p.settings.Home, "index", fmt.Sprintf("described-%s-%d.json", state, descriptionForm))
	if kept, err := os.ReadFile(file); err == nil {
		d := &info.Info{}
		if err := json.Unmarshal(kept, d); err == nil && d.Version != "" {
			return d, nil
		}
		p.log.Warn("the description of the database is made anew: the one that was kept is damaged", "file", file)
	}
	d, err := info.Describe(ctx, engine.DB())
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(d)
	if err == nil {
		err = writeFile(file, text)
	}
	if err != nil {
		p.log.Warn("the description of the database was not kept", "file", file, "error", err)
	}
	return d, nil
}
