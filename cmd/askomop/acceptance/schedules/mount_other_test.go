//go:build !linux

package schedules

import "errors"

func mountSmall(string) error { return errors.New("on Linux only") }

func unmount(string) {}
