package client

import (
	"errors"
	"net/textproto"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/http/httpguts"
)

// The client sets these headers itself. Accept-Encoding would also turn off
// Go's decompression.
var ownHeaders = []string{"Authorization", "Host", "Content-Type", "Content-Length", "Accept", "Accept-Encoding", "User-Agent"}

// HTTP sets these headers, which are about one connection (RFC 9110, section
// 7.6.1). Proxy-Authorization is not one of them: gateways such as Google's
// Identity-Aware Proxy read it from the request.
var connectionHeaders = []string{"Connection", "Proxy-Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// ValidateHeader reports why a header cannot be one of Config.Headers. The error
// completes the sentence "The header NAME cannot be sent: …" and never contains
// the value.
func ValidateHeader(name, value string) error {
	canonical := textproto.CanonicalMIMEHeaderKey(name)

	switch {
	case name == "":
		return errors.New("its name is empty")
	case !httpguts.ValidHeaderFieldName(name):
		return errors.New("its name is not a header name, which has letters, digits and hyphens")
	case slices.Contains(ownHeaders, canonical):
		return errors.New("the provider sets it itself")
	case slices.Contains(connectionHeaders, canonical):
		return errors.New("it is about one connection, and HTTP sets it")
	case strings.TrimSpace(value) != value:
		return errors.New("its value has white space before or after it, such as the line break at the end of a file")
	case strings.ContainsFunc(value, unicode.IsControl):
		return errors.New("its value contains a control character")
	}

	return nil
}
