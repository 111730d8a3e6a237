package commands

import (
	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag/write"
)

// modelFlags are the global flags about the language model.
func modelFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "llm",
			Usage: "language model, `PROVIDER:MODEL`, of the providers " + app.Providers() +
				"; MODEL@URL for another endpoint",
			Value: app.NoModel,
		},
		&cli.StringFlag{
			Name:  "llm-command-format",
			Usage: "what command:PROGRAM reads and writes, text or json",
			Value: "text",
		},
		&cli.DurationFlag{Name: "llm-timeout", Usage: "`TIME` that one request may take", Value: llm.DefaultTimeout},
		&cli.IntFlag{Name: "llm-per-minute", Usage: "begin at most `N` requests a minute; 0 is no limit"},
		&cli.StringFlag{
			Name:  "writer",
			Usage: "what the model writes: question (a form, which is compiled), sql, or both, of which two readings have to agree; sparql and both-sparql write SPARQL in the place of SQL",
			Value: pipeline.MethodBoth,
		},
		&cli.IntFlag{
			Name:  "votes",
			Usage: "where readings differ, have the SQL written `N` times and count the results; 1 for none (default: 3 under both)",
		},
		&cli.StringFlag{
			Name:  "abstain-at",
			Usage: "show answers of less agreement than this `PART` of the readings as readings only; calibrated goes by what eval calibrate has learned of the model",
		},
		&cli.IntFlag{
			Name:  "agent-steps",
			Usage: "let the agent take `N` steps at most for one reading of a question",
			Value: write.AgentSteps,
		},
		&cli.IntFlag{Name: "agent-tokens", Usage: "let it spend `N` tokens at most", Value: write.AgentTokens},
		&cli.DurationFlag{Name: "agent-time", Usage: "let it take `TIME` at most", Value: write.AgentTime},
		&cli.Float64Flag{
			Name:  "agent-money",
			Usage: "let it spend `AMOUNT` at most, in the currency of the model's price; 0 is no limit",
		},
		&cli.StringFlag{
			Name:  "masker",
			Usage: "who finds a question's entities, vocabulary or llm",
			Value: app.MaskerVocabulary,
		},
		&cli.StringFlag{
			Name:  "prompt",
			Usage: "how much the model is told, simple or advanced",
			Value: string(write.Advanced),
		},
		&cli.StringFlag{
			Name:  "cache",
			Usage: "answers of the model on disk: off, read or write",
			Value: string(llm.CacheOff),
		},
		&cli.IntFlag{Name: "budget-tokens", Usage: "stop before `N` tokens are spent; 0 is no limit"},
		&cli.Float64Flag{
			Name:  "budget-money",
			Usage: "stop before `AMOUNT` is spent, in the currency of the model's price; 0 is no limit",
		},
		&cli.BoolFlag{
			Name:  "allow-link-local",
			Usage: "let models and embedders be reached at link-local addresses (169.254.0.0/16, fe80::/10), where clouds keep a machine's keys",
		},
		&cli.StringFlag{Name: "prices", Usage: "`FILE` of prices beside those that are known"},
	}
}

func readModelSettings(c *cli.Context) app.Model {
	return app.Model{
		LLM: c.String("llm"), CommandFormat: c.String("llm-command-format"),
		Writer: c.String("writer"), Votes: c.Int("votes"), AbstainAt: c.String("abstain-at"),
		Agent: write.AgentLimits{
			Steps:  c.Int("agent-steps"),
			Tokens: c.Int("agent-tokens"),
			Time:   c.Duration("agent-time"),
			Money:  c.Float64("agent-money"),
		},
		Masker: c.String("masker"), Prompt: c.String("prompt"), Cache: c.String("cache"),
		BudgetTokens: c.Int("budget-tokens"), BudgetMoney: c.Float64("budget-money"), PricesFile: c.String("prices"),
		PerMinute: c.Int("llm-per-minute"), Timeout: c.Duration("llm-timeout"), LinkLocal: c.Bool("allow-link-local"),
	}
}
