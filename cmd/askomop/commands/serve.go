package commands

import (
	"context"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app/page"
)

func (p *program) serveCommand() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "show the page: ask in a browser, on this machine",
		Description: "Prints a link that opens the page. It answers on this machine only; for others, give an address,\n" +
			"a certificate and a token:\n" +
			"   askomop serve --listen 0.0.0.0:8765 --host askomop.example.org --tls-cert cert.pem --tls-key key.pem --token …",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name:  "listen",
				Usage: "`ADDRESS` and port; port 0 takes a free one",
				Value: "127.0.0.1:8765",
			},
			&cli.StringFlag{
				Name:    "token",
				Usage:   "the `TOKEN` that opens the page; a new one is made and printed where it is left out",
				EnvVars: []string{"ASKOMOP_SERVE_TOKEN"},
			},
			&cli.StringSliceFlag{
				Name:  "host",
				Usage: "`NAME` by which other machines ask for the page; may be given several times",
			},
			&cli.StringFlag{Name: "tls-cert", Usage: "`FILE` with the certificate, in PEM"},
			&cli.StringFlag{Name: "tls-key", Usage: "`FILE` with its key, in PEM"},
		},
		Action: p.action(p.serve),
	}
}

func (p *program) serve(ctx context.Context, c *call) error {
	if err := noArguments(c); err != nil {
		return err
	}
	served, err := page.Listen(c.app, page.Place{
		Address: c.String(
			"listen",
		), Token: c.String("token"), Hosts: c.StringSlice("host"), Cert: c.String("tls-cert"), Key: c.String("tls-key"),
	}, c.App.Version, c.log)
	if err != nil {
		return err
	}
	if err := served.Warm(ctx); err != nil { // a database that is missing is said now
		return err
	}
	c.note("Open %s\nCtrl-C ends it.", served.Link)
	return served.Serve(ctx)
}
