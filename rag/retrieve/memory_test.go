package retrieve_test

import (
	"testing"

	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/retrieve"
	"github.com/askomop/askomop/rag/storetest"
)

func TestMemoryKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T, dim int) rag.Store { return retrieve.NewMemory() })
}
