package main

import "testing"

func TestListeningAddress_IsTheOneThatAProviderPrints(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"1|6|unix|/tmp/plugin123|grpc|\n", "unix:/tmp/plugin123"},
		{"1|6|tcp|127.0.0.1:1234|grpc|\n", "passthrough:127.0.0.1:1234"},
		{"This binary is a plugin.\n", ""},
		{"1|5|unix|/tmp/plugin123|netrpc|\n", ""},
	} {
		got, err := listeningAddress(test.line)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%q: got %q and the error %v, want %q", test.line, got, err, test.want)
		}
	}
}
