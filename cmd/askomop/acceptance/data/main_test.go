package data

import (
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
)

func TestMain(m *testing.M) { cmdtest.Main(m, nil) }
