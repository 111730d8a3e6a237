package commands

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"
)

// Each script asks the program itself what may come next.
const (
	bashCompletion = `_askomop() {
  local words=("${COMP_WORDS[@]:0:$COMP_CWORD}")
  mapfile -t COMPREPLY < <(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "${COMP_WORDS[$COMP_CWORD]}")
}
complete -o bashdefault -o default -F _askomop askomop
`
	zshCompletion = `#compdef askomop
_askomop() {
  local -a options
  options=("${(@f)$("${words[@]:0:$((CURRENT-1))}" --generate-bash-completion 2>/dev/null)}")
  _describe 'values' options
}
compdef _askomop askomop
`
)

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: "bash: source <(askomop completion bash)\n" +
			"zsh:  source <(askomop completion zsh)\n" +
			"fish: askomop completion fish | source",
		Action: p.action(func(_ context.Context, c *call) error {
			shell, err := oneArgument(c, "shell (bash, zsh or fish)")
			if err != nil {
				return err
			}
			var script string
			switch shell {
			case "bash":
				script = bashCompletion
			case "zsh":
				script = zshCompletion
			case "fish":
				if script, err = c.App.ToFishCompletion(); err != nil {
					return fmt.Errorf("writing the fish completion: %w", err)
				}
			default:
				return usagef("there is no completion for %q; there is bash, zsh and fish", shell)
			}
			_, err = fmt.Fprint(c.Streams.Out, script)
			return err
		}),
	}
}
