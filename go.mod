module github.com/askomop/askomop

go 1.25.0
