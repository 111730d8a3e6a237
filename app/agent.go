package app

import (
	"context"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/write"
)

// MethodAgent is the AskOptions.Method by which the model works in steps.
const MethodAgent = pipeline.MethodAgent

// mayUseAgent refuses what an agent can't work with. It sees results, so small counts have to be hidden.
func (a *App) mayUseAgent() error {
	switch m := a.build.Model; {
	case !m.Configured():
		return usagef("--method agent asks a model, and none is configured; name one with --llm PROVIDER:MODEL")
	case a.build.Agent == nil:
		return usagef("--method agent: there are no tools here")
	case a.build.minCell() < 2:
		return usagef("the agent's model sees results, and must not see small counts; allow it with --min-cell 5")
	case m.Agent.Money > 0 && a.PriceOf(m.LLM) == nil:
		return usagef("--agent-money: the price of %s is not known; name it in a file with --prices", m.LLM)
	}
	return nil
}

// agent is the Writer that works in steps. What its tools show of the library passes the filter.
func (a *App) agent(ctx context.Context, reader pipeline.Reader, filter rag.Filter) (rag.Writer, error) {
	model, err := a.Model(ctx)
	if err != nil {
		return nil, err
	}
	facts, err := a.Facts(ctx)
	if err != nil {
		return nil, err
	}
	return a.agentOf(model, facts, reader, filter), nil
}

func (a *App) agentOf(model llm.Model, facts write.Facts, reader pipeline.Reader, filter rag.Filter) rag.Writer {
	limits := a.build.Model.Agent
	limits.Price = a.PriceOf(model.Name())
	agent := write.NewAgent(model, facts, a.build.Agent(a, filter), limits)
	if reader != nil {
		agent.Define(defining(reader))
	}
	return agent
}
