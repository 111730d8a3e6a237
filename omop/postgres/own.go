package postgres

import (
	"context"
	"database/sql/driver"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// own makes the connections of Reader: the driver's, whose errors say what a user can do, and which are looked at
// before they are used anew, so that one that the server has ended is replaced.
type own struct{ driver.Connector }

func newOwn(config pgx.ConnConfig) own {
	return own{stdlib.GetConnector(config, stdlib.OptionResetSession(func(ctx context.Context, conn *pgx.Conn) error {
		if conn.Ping(ctx) != nil {
			return driver.ErrBadConn
		}
		return nil
	}))}
}

// Connect implements driver.Connector.
func (o own) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := o.Connector.Connect(ctx)
	if err != nil {
		return nil, explainOwn(err)
	}
	return ownConn{conn.(*stdlib.Conn)}, nil
}

type ownConn struct{ *stdlib.Conn }

// QueryContext implements driver.QueryerContext.
func (c ownConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := c.Conn.QueryContext(ctx, query, args)
	if err != nil {
		return nil, explainOwn(err)
	}
	return ownRows{rows}, nil
}

type ownRows struct{ driver.Rows }

// Next implements driver.Rows.
func (r ownRows) Next(into []driver.Value) error { return explainOwn(r.Rows.Next(into)) }

func explainOwn(err error) error {
	if err == io.EOF || err == driver.ErrBadConn { // database/sql compares them
		return err
	}
	return explainConnect(err)
}
