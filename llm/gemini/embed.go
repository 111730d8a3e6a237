package gemini

import (
	"context"
	"slices"
	"strconv"

	"github.com/askomop/askomop/llm"
)

// MaxBatch is the most texts that the API takes in one request.
const MaxBatch = 100

// Embedder implements llm.Embedder.
type Embedder struct {
	server *server
	dim    int
}

// NewEmbedder returns the embedder. It finds the model's dimension out by embedding one word.
func NewEmbedder(ctx context.Context, cfg Config) (*Embedder, error) {
	s, err := cfg.open()
	if err != nil {
		return nil, err
	}
	m := &Embedder{server: s}
	vecs, err := m.request(ctx, []string{"dimension"})
	if err != nil {
		return nil, err
	}
	if len(vecs[0]) == 0 {
		return nil, &llm.Error{Model: s.client.Model, Kind: llm.ErrInvalid, Detail: "it holds no vector",
			Fix: "check that the model is one that embeds"}
	}
	m.dim = len(vecs[0])
	return m, nil
}

// Name implements llm.Embedder.
func (m *Embedder) Name() string { return m.server.client.Model + ":" + strconv.Itoa(m.dim) }

// Embed implements llm.Embedder. Texts without content get a zero vector.
func (m *Embedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	return llm.EmbedFilled(m.Name(), m.dim, texts, func(filled []string) ([]llm.Vector, error) {
		var all []llm.Vector
		for part := range slices.Chunk(filled, MaxBatch) {
			vecs, err := m.request(ctx, part)
			if err != nil {
				return nil, err
			}
			all = append(all, vecs...)
		}
		return all, nil
	})
}

// batchRequest is the body of batchEmbedContents.
type batchRequest struct {
	Requests []embedRequest `json:"requests"`
}

type embedRequest struct {
	Model    string  `json:"model"`
	TaskType string  `json:"taskType"`
	Content  content `json:"content"`
}

// request embeds what one request may carry. Questions are compared with questions and
// names with names, so that both sides are embedded for similarity.
func (m *Embedder) request(ctx context.Context, texts []string) ([]llm.Vector, error) {
	body := &batchRequest{}
	for _, t := range texts {
		body.Requests = append(body.Requests,
			embedRequest{Model: m.server.model, TaskType: "SEMANTIC_SIMILARITY",
				Content: content{Parts: []part{{Text: t}}}})
	}
	var answer struct {
		Embeddings []struct{ Values llm.Vector }
	}
	if err := m.server.post(ctx, "batchEmbedContents", body, &answer); err != nil {
		return nil, err
	}
	if len(answer.Embeddings) != len(texts) {
		return nil, &llm.Error{Model: m.server.client.Model, Kind: llm.ErrInvalid,
			Detail: "it has another number of vectors than there were texts", Fix: "try again; if it stays so, check that the model is one that embeds"}
	}
	vecs := make([]llm.Vector, 0, len(answer.Embeddings))
	for _, e := range answer.Embeddings {
		vecs = append(vecs, e.Values)
	}
	return vecs, nil
}
