package client

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"unicode"
)

// ParseBaseURL reads the service's address: an absolute https URL without user
// information, query or fragment. A path prefix is kept, a trailing slash is
// not. Plain http is accepted for a loopback host, and for any other only with
// allowInsecureHTTP, because it carries the API key and every credential in
// clear.
//
// The errors are sentences without the address, which may hold a password.
func ParseBaseURL(address string, allowInsecureHTTP bool) (*url.URL, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("it is not a URL")
	}

	switch {
	case base.Scheme != "https" && base.Scheme != "http":
		return nil, errors.New("it has to start with https://")
	case base.Hostname() == "":
		return nil, errors.New("it names no host")
	case strings.Contains(base.Hostname(), ":") && !strings.HasPrefix(base.Host, "["):
		return nil, errors.New("an IPv6 address has to stand in square brackets")
	case base.User != nil:
		return nil, errors.New("it must not hold a user name or password; the API key is a setting of its own")
	case base.RawQuery != "" || base.ForceQuery:
		return nil, errors.New("it must not have a query")
	case strings.Contains(address, "#"):
		return nil, errors.New("it must not have a fragment")
	case base.Scheme == "http" && !allowInsecureHTTP && !isLoopback(base.Hostname()):
		return nil, errors.New("plain http would send the API key and every credential in clear text, " +
			"so it is accepted for a loopback host only, or with allow_insecure_http = true")
	}

	// Proxies are passed by for this spelling of the name only: a request to
	// another one would leave the machine, in clear.
	if isLocalhost(base.Hostname()) {
		base.Host = strings.ToLower(base.Host)
	}

	// As it is spelled, so that an escaped slash stays one. Parse has read it,
	// so that reading the rest of it can not fail.
	base.RawPath = strings.TrimRight(base.EscapedPath(), "/")
	base.Path, _ = url.PathUnescape(base.RawPath)

	return base, nil
}

// isLoopback reports whether a request to host stays on this machine.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)

	return isLocalhost(host) || ip != nil && ip.IsLoopback()
}

func isLocalhost(host string) bool { return strings.EqualFold(host, "localhost") }

// ValidateAPIKey reports why a key can not be sent in a header. The error
// never holds the key.
func ValidateAPIKey(key string) error {
	if strings.TrimSpace(key) == "" {
		return errors.New("it is blank")
	}

	if strings.ContainsFunc(key, unicode.IsControl) {
		return errors.New("it holds a control character, such as the line break at the end of a file")
	}

	return nil
}

// ParseCACertPEM reads the certificates of a PEM text and adds them to the
// system's trusted roots. Text around the blocks is left alone, as bundles have
// it. Every block has to be a certificate that can be read, so that a slip is
// not found out at the first request.
func ParseCACertPEM(text string) (*x509.CertPool, error) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("reading the system's trusted roots: %w", err)
	}

	number := 0

	for block, rest := pem.Decode([]byte(text)); block != nil; block, rest = pem.Decode(rest) {
		number++

		if block.Type != "CERTIFICATE" {
			return nil, fmt.Errorf("PEM block %d is not a CERTIFICATE", number)
		}

		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("certificate %d can not be read: %w", number, err)
		}

		pool.AddCert(certificate)
	}

	// pem.Decode passes over a block that is cut off or garbled.
	if marked := max(strings.Count(text, "-----BEGIN "), strings.Count(text, "-----END ")); marked != number {
		return nil, fmt.Errorf("only %d of the %d PEM blocks in it can be read", number, marked)
	}

	if number == 0 {
		return nil, errors.New("it holds no certificate")
	}

	return pool, nil
}
