package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// HomeDir is the folder for what askomop itself keeps: the one that was asked
// for, else askomop in the user's data folder. It need not exist.
func HomeDir(asked string) (string, error) {
	if asked != "" {
		return filepath.Abs(asked)
	}
	data, err := dataDir(runtime.GOOS, os.Getenv, os.UserHomeDir)
	if err != nil {
		return "", fmt.Errorf("finding the user's data folder: %w; name a folder with --home DIR or ASKOMOP_HOME", err)
	}
	return filepath.Join(data, "askomop"), nil
}

// dataDir is where programs keep the data of a user, by the habit of the system.
func dataDir(system string, getenv func(string) string, userHome func() (string, error)) (string, error) {
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) { // the standard says to ignore relative paths
		return dir, nil
	}
	if dir := getenv("LocalAppData"); system == "windows" && dir != "" {
		return dir, nil
	}
	home, err := userHome()
	if err != nil {
		return "", err
	}
	switch system {
	case "windows":
		return filepath.Join(home, "AppData", "Local"), nil
	case "darwin":
		return filepath.Join(home, "Library", "Application Support"), nil
	default:
		return filepath.Join(home, ".local", "share"), nil
	}
}

// makeOnce returns when path exists, written by write, once: of several processes
// that want the same file one writes it and the others wait. write gets a path in a
// folder of its own to write to, which takes the wanted name when it has succeeded.
// What an interrupted run left is removed.
func makeOnce(ctx context.Context, path string, write func(ctx context.Context, path string) error) (err error) {
	if exists(path) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("making the folder of %s: %w; choose another with --home DIR", path, err)
	}
	lock := flock.New(path + ".lock")
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return fmt.Errorf("waiting for another askomop that makes %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if exists(path) {
		return nil
	}
	scratch := path + ".making"
	if err := os.RemoveAll(scratch); err != nil {
		return fmt.Errorf("removing what an interrupted run left: %w", err)
	}
	if err := os.Mkdir(scratch, 0o700); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	half := filepath.Join(scratch, filepath.Base(path))
	if err := write(ctx, half); err != nil {
		return err
	}
	return os.Rename(half, path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
