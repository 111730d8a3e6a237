package eval

// HTML returns the report as one self-contained page.
func HTML(rep *Report) ([]byte, error) { return nil, nil }
