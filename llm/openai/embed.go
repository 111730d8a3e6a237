package openai

import (
	"context"
	"slices"
	"strconv"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/wire"
)

// MaxBatch is the most texts of one request; the providers allow from some hundred to 2,048.
const MaxBatch = 256

// Embedder implements llm.Embedder.
type Embedder struct {
	cfg      Config
	endpoint endpoint
	client   *wire.Client
	ask      int // the dimension to ask for, 0 for the model's own
	dim      int
}

// NewEmbedder returns the embedder. dim asks the model for vectors of so many dimensions,
// which not all can give; 0 is the model's own dimension, found out by embedding one word.
func NewEmbedder(ctx context.Context, cfg Config, dim int) (*Embedder, error) {
	e, client, err := cfg.open()
	if err != nil {
		return nil, err
	}
	m := &Embedder{cfg: cfg, endpoint: e, client: client, ask: dim, dim: dim}
	if dim == 0 {
		vecs, err := m.request(ctx, []string{"dimension"})
		if err != nil {
			return nil, err
		}
		m.dim = len(vecs[0])
	}
	return m, nil
}

// Name implements llm.Embedder.
func (m *Embedder) Name() string { return m.client.Model + ":" + strconv.Itoa(m.dim) }

type embedRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions,omitempty"`
}

type embedAnswer struct {
	Data []struct {
		Index     int        `json:"index"`
		Embedding llm.Vector `json:"embedding"`
	} `json:"data"`
}

// Embed implements llm.Embedder. Texts without content get a zero vector.
func (m *Embedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	return llm.EmbedFilled(m.Name(), m.dim, texts, MaxBatch, func(part []string) ([]llm.Vector, error) {
		return m.request(ctx, part)
	})
}

// request embeds what one request may carry; vectors come back in the order of the texts, by their index.
func (m *Embedder) request(ctx context.Context, texts []string) ([]llm.Vector, error) {
	var answer embedAnswer
	body := embedRequest{Model: m.cfg.Model, Input: texts, Dimensions: m.ask}
	if err := m.client.Post(ctx, m.endpoint.url("embeddings"), m.endpoint.header, body, &answer); err != nil {
		return nil, err
	}
	vecs := make([]llm.Vector, len(texts))
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= len(vecs) || vecs[d.Index] != nil {
			return nil, m.invalid("its vectors are numbered wrongly")
		}
		vecs[d.Index] = d.Embedding
	}
	if slices.ContainsFunc(vecs, func(v llm.Vector) bool { return len(v) == 0 }) {
		return nil, m.invalid("a vector is missing")
	}
	return vecs, nil
}

func (m *Embedder) invalid(why string) error {
	return &llm.Error{Model: m.client.Model, Kind: llm.ErrInvalid, Detail: why}
}
