package commands

import (
	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

// retrievalFlags are the global flags about retrieval.
func retrievalFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:  "embedder",
			Usage: "what turns questions into vectors, `NAME` being " + app.EmbedderForms,
			Value: app.Lexical,
		},
		&cli.StringFlag{
			Name: "entity-embedder",
			Usage: "what finds concepts by meaning beside their names, `NAME` being " + app.NoEmbedder + ", " +
				app.EmbedderForms + "; before: vocab index",
			Value: app.NoEmbedder,
		},
		&cli.StringFlag{
			Name:  "onnx-library",
			Usage: "`FILE` of ONNX Runtime, which runs models of onnx: (default: beside the model, then where the system looks)",
		},
		&cli.StringFlag{
			Name:  "onnx-pooling",
			Usage: "how a model of onnx: makes one vector of a text, cls or mean (default: what its folder says)",
		},
		&cli.StringFlag{Name: "entity-onnx-pooling", Usage: "the same for a model of --entity-embedder onnx:"},
		&cli.StringFlag{
			Name:  "store",
			Usage: "where the vectors of the library and of concepts are, memory or the `URL` of a PostgreSQL with pgvector, " + app.StoreForm,
			Value: app.InMemory,
		},
	}
}

func readRetrievalSettings(c *cli.Context) app.Retrieval {
	return app.Retrieval{
		Embedder: c.String("embedder"), Entities: c.String("entity-embedder"), Store: c.String("store"),
		ONNXLibrary: c.String(
			"onnx-library",
		), Pooling: c.String("onnx-pooling"), EntityPool: c.String("entity-onnx-pooling"),
	}
}
