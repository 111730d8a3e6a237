package models

import (
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
)

func TestMain(m *testing.M) { cmdtest.Main(m, map[string]func(string) error{scriptVar: scriptedModel}) }
