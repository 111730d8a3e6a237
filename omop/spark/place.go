package spark

import (
	"errors"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
)

// Place is where a CDM lies:
//
//	spark://HOST:PORT?cdm=CATALOG.SCHEMA&vocab=CATALOG.SCHEMA&results=CATALOG.SCHEMA&tls=true
//	databricks://HOST/sql/1.0/warehouses/ID?cdm=CATALOG.SCHEMA&vocab=CATALOG.SCHEMA
type Place struct {
	Databricks bool
	Host       string // host:port
	Warehouse  string // of Databricks: the last part of its HTTP path
	TLS        bool
	User       string
	Schemas    [3][]string // of the CDM, the vocabulary and results: catalog and schema, or a schema
	Name       string      // for people
}

const (
	sparkScheme      = "spark://"
	databricksScheme = "databricks://"
	sparkPort        = "15002" // of Spark Connect
)

// The variables of the environment that tokens are read from.
const (
	SparkToken      = "ASKOMOP_SPARK_TOKEN"
	DatabricksToken = "DATABRICKS_TOKEN"
)

// Form is how addresses are written, for error texts.
const Form = "spark://HOST:PORT?cdm=CATALOG.SCHEMA, or databricks://HOST/sql/1.0/warehouses/ID?cdm=CATALOG.SCHEMA"

var schemaKeys = [3]string{"cdm", "vocab", "results"}

// IsPlace tells whether an address is one of Spark or Databricks.
func IsPlace(address string) bool {
	return strings.HasPrefix(address, sparkScheme) || strings.HasPrefix(address, databricksScheme)
}

// ParsePlace reads an address. Its error does not repeat it, since it may hold a token.
func ParsePlace(address string) (Place, error) {
	bad := func(why string) (Place, error) {
		return Place{}, errors.New("the address of Spark can't be read (" + why + "): write " + Form)
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return bad("it names no host")
	}
	if _, has := u.User.Password(); has {
		return bad("no token belongs into it: put that into " + SparkToken + " or " + DatabricksToken)
	}
	p := Place{Databricks: u.Scheme == "databricks", Host: u.Host, User: u.User.Username()}
	q := u.Query()
	p.TLS = p.Databricks
	switch q.Get("tls") {
	case "true":
		p.TLS = true
	case "false":
		if p.TLS = false; p.Databricks && !isLoopback(u.Hostname()) {
			return bad("a token is not sent without TLS")
		}
	case "":
	default:
		return bad("tls is true or false")
	}
	for key := range q {
		if key != "tls" && !slices.Contains(schemaKeys[:], key) {
			return bad("it knows cdm, vocab, results and tls, not " + key)
		}
	}
	for i, key := range schemaKeys {
		if name := q.Get(key); name != "" {
			if p.Schemas[i] = strings.Split(name, "."); len(p.Schemas[i]) > 2 {
				return bad(key + " is a schema, or a catalog and a schema")
			}
		}
	}
	if p.Databricks {
		if p.Warehouse = u.Path[strings.LastIndexByte(u.Path, '/')+1:]; p.Warehouse == "" {
			return bad("the warehouse's HTTP path is missing")
		}
	} else if u.Port() == "" {
		p.Host = net.JoinHostPort(u.Hostname(), sparkPort)
	}
	p.Name = p.name(u)
	return p, nil
}

func (p Place) name(u *url.URL) string {
	told := []string{}
	for i, key := range schemaKeys {
		if len(p.Schemas[i]) > 0 {
			told = append(told, key+"="+strings.Join(p.Schemas[i], "."))
		}
	}
	name := u.Scheme + "://" + p.Host + u.Path
	if len(told) > 0 {
		name += "?" + strings.Join(told, "&")
	}
	return name
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// token is what the environment holds for the place.
func (p Place) token() string {
	if p.Databricks {
		return os.Getenv(DatabricksToken)
	}
	return os.Getenv(SparkToken)
}
