package llm

import "strings"

// Accept is the last step of a provider: it holds an answer that came whole to the
// contract of Model. Text is trimmed and without the thoughts that some servers leave in it; with a Request.Schema it
// becomes the one JSON value in it, which must fit. What does not do is ErrInvalid, with the tokens that it cost.
func Accept(model string, req Request, resp Response) (Response, error) {
	said := strings.TrimSpace(resp.Text)
	if resp.Text = strings.TrimSpace(withoutThoughts(said)); resp.Text == "" {
		empty := &Error{Model: model, Kind: ErrInvalid, Detail: "it is empty", Partial: resp}
		if said != "" {
			empty.Detail, empty.Fix = "it holds thoughts and no answer",
				"take a model that thinks less, or on a server of your own allow longer answers"
		}
		return Response{}, empty
	}
	if req.Schema == "" {
		return resp, nil
	}
	schema, err := ParseSchema(req.Schema)
	if err != nil {
		return Response{}, &Error{Model: model, Kind: ErrRequest, Err: err, Partial: resp}
	}
	raw, err := jsonBlock(resp.Text)
	if err == nil {
		err = schema.Check(raw)
	}
	if err != nil {
		return Response{}, &Error{Model: model, Kind: ErrInvalid, Detail: "it does not fit the schema", Err: plain(err),
			Partial: resp}
	}
	resp.Text = string(raw)
	return resp, nil
}

// plain strips an *Error to its detail, so that it does not give its advice within another.
func plain(err error) error {
	if e, ok := err.(*Error); ok {
		return detail(e.Detail)
	}
	return err
}

type detail string

func (d detail) Error() string { return string(d) }

// SchemaPrompt is the request's system text for a provider without structured
// output: it ends with what is wanted.
func SchemaPrompt(req Request) string {
	if req.Schema == "" {
		return req.System
	}
	return strings.TrimSpace(req.System +
		"\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema:\n" + req.Schema)
}
