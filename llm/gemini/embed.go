package gemini

import (
	"context"
	"strconv"

	"github.com/google/generative-ai-go/genai"

	"github.com/askomop/askomop/llm"
)

// MaxBatch is the most texts that the API takes in one request.
const MaxBatch = 100

// Embedder implements llm.Embedder.
type Embedder struct {
	endpoint *endpoint
	dim      int
}

// NewEmbedder returns the embedder. It finds the model's dimension out by embedding one word.
func NewEmbedder(ctx context.Context, cfg Config) (*Embedder, error) {
	at, err := cfg.open()
	if err != nil {
		return nil, err
	}
	m := &Embedder{endpoint: at}
	vecs, err := m.request(ctx, []string{"dimension"})
	if err != nil {
		return nil, err
	}
	if len(vecs[0]) == 0 {
		return nil, &llm.Error{
			Model:  at.client.Model,
			Kind:   llm.ErrInvalid,
			Detail: "it holds no vector",
			Fix:    "check that the model is one that embeds",
		}
	}
	m.dim = len(vecs[0])
	return m, nil
}

// Name implements llm.Embedder.
func (m *Embedder) Name() string { return m.endpoint.client.Model + ":" + strconv.Itoa(m.dim) }

// Embed implements llm.Embedder. Texts without content get a zero vector.
func (m *Embedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	return llm.EmbedFilled(m.Name(), m.dim, texts, MaxBatch, func(part []string) ([]llm.Vector, error) {
		return m.request(ctx, part)
	})
}

// request embeds what one request may carry. Questions are compared with questions and
// names with names, so that both sides are embedded for similarity.
func (m *Embedder) request(ctx context.Context, texts []string) ([]llm.Vector, error) {
	if err := llm.Interrupted(ctx, m.endpoint.client.Model); err != nil {
		return nil, err
	}
	client, err := m.endpoint.open(nil)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	em := client.EmbeddingModel(m.endpoint.model)
	em.TaskType = genai.TaskTypeSemanticSimilarity
	batch := em.NewBatch()
	for _, t := range texts {
		batch.AddContent(genai.Text(t))
	}
	answer, err := em.BatchEmbedContents(ctx, batch)
	if err != nil {
		return nil, m.endpoint.failure(ctx, err)
	}
	if len(answer.Embeddings) != len(texts) {
		return nil, &llm.Error{Model: m.endpoint.client.Model, Kind: llm.ErrInvalid,
			Detail: "it has another number of vectors than there were texts", Fix: "try again; if it stays so, check that the model is one that embeds"}
	}
	vecs := make([]llm.Vector, 0, len(answer.Embeddings))
	for _, e := range answer.Embeddings {
		vecs = append(vecs, e.Values)
	}
	return vecs, nil
}
