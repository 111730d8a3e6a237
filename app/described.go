package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/omop/info"
)

// descriptionForm changes when a description comes to hold something else.
const descriptionForm = 3

// described is what the database holds. It takes as long as a question on large databases, so it is kept in
// the home folder, by the state of the database's file. What cannot be kept is described again next time.
func (b builder) described(ctx context.Context, db *database) (*info.Info, error) {
	state, err := db.state(ctx)
	if err != nil {
		return nil, err
	}
	if standIn := db.engine.StandIn(); standIn != "" {
		with, err := Fingerprint(standIn)
		if err != nil {
			return nil, err
		}
		state += "-" + with
	}
	file := filepath.Join(b.indexFolder(), fmt.Sprintf("described-%s-%d.json", state, descriptionForm))
	if kept, err := os.ReadFile(file); err == nil {
		if d, err := info.Kept(kept); err == nil {
			return d, nil
		}
		b.Log.Warn("the description of the database is made anew: the one that was kept is damaged", "file", file)
	}
	d, err := info.Describe(ctx, db.engine.Reader())
	if err != nil {
		return nil, err
	}
	text, err := d.Keep()
	if err == nil {
		err = wholefile.Write(file, text)
	}
	if err != nil && !isUnwritable(err) {
		b.Log.Warn("the description of the database was not kept", "file", file, "error", err)
	}
	return d, nil
}
