// Package wire is Spark Connect's messages, made from connect.proto by protoc; nothing here is written by hand
// but that file.
package wire

//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative connect.proto
