package client

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math"
	"net"
	"net/textproto"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/http/httpguts"
)

// ParseBaseURL parses the address of the service: an absolute https URL without
// user information, query or fragment. It keeps a path prefix. Plain http
// requires a loopback host or allowInsecureHTTP.
//
// The error completes the sentence "The value of base_url cannot be used: …". It
// never contains the address, which may hold a password.
func ParseBaseURL(address string, allowInsecureHTTP bool) (*url.URL, error) {
	if strings.TrimSpace(address) != address {
		return nil, errors.New("it has white space before or after it")
	}

	// url.Parse does not say what is wrong with this one.
	if host := hostAndPort.FindStringSubmatch(address); host != nil && strings.Count(host[1], ":") > 1 && host[1][0] != '[' {
		return nil, errors.New("an IPv6 address has to be in square brackets")
	}

	base, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("it is not a URL")
	}

	if err := checkBaseURL(base, address); err != nil {
		return nil, err
	}

	// The usual spellings of an address are one.
	base.Host = strings.TrimSuffix(strings.ToLower(base.Host), map[string]string{"https": ":443", "http": ":80"}[base.Scheme])

	isLoopback := base.Hostname() == "localhost" || net.ParseIP(base.Hostname()).IsLoopback()
	if base.Scheme == "http" && !allowInsecureHTTP && !isLoopback {
		return nil, errors.New("plain http would send the API key and every credential in clear text, " +
			"so it is accepted for a loopback host only, or with allow_insecure_http = true")
	}

	// RawPath keeps an escaped slash escaped.
	base.RawPath = strings.TrimRight(base.EscapedPath(), "/")
	base.Path, _ = url.PathUnescape(base.RawPath) // Parse has already unescaped it

	return base, nil
}

// hostAndPort matches the start of an address, and those in it.
var hostAndPort = regexp.MustCompile(`^(?i:https?)://(?:[^/?#]*@)?([^/?#]*)`)

func checkBaseURL(base *url.URL, address string) error {
	port, _ := strconv.Atoi(base.Port()) // if it is too large, the largest int

	switch {
	case address == "":
		return errors.New("it is empty")
	case base.Scheme != "https" && base.Scheme != "http":
		return errors.New("it has to start with https://")
	case base.Hostname() == "":
		return errors.New("it names no host")
	case port > math.MaxUint16:
		return errors.New("its port is not in the range up to 65535")
	case strings.Contains(base.Host, "%"):
		return errors.New("its host contains a percent sign")
	case base.User != nil:
		return errors.New("it must not contain a user name or password; the API key has a setting of its own")
	case base.RawQuery != "" || base.ForceQuery:
		return errors.New("it must not have a query")
	case strings.Contains(address, "#"):
		return errors.New("it must not have a fragment")
	case strings.HasSuffix(strings.ToLower(strings.TrimRight(base.Path, "/")), "/api/v1"):
		return errors.New("it ends in /api/v1, which the provider adds itself")
	}

	return nil
}

// ValidateAPIKey reports why a key cannot be sent as a bearer token. The error
// completes the sentence "The value of api_key cannot be used: …" and never
// contains the key.
func ValidateAPIKey(key string) error {
	const scheme = "Bearer "

	switch {
	case strings.TrimSpace(key) == "":
		return errors.New("it is blank")
	case strings.TrimSpace(key) != key:
		return errors.New("it has white space before or after it, such as the line break at the end of a file")
	case len(key) > len(scheme) && strings.EqualFold(key[:len(scheme)], scheme):
		return errors.New(`it starts with "Bearer ", which the provider adds itself`)
	case strings.ContainsFunc(key, unicode.IsControl):
		return errors.New("it contains a control character")
	case strings.Trim(key, "\"'`") != key:
		return errors.New("it is in quotes, which are not a part of the key")
	}

	for _, char := range key {
		if char > unicode.MaxASCII {
			return fmt.Errorf("it contains the character %U, which a document may have added or put in place of another one", char)
		}
	}

	return nil
}

// A PEM text from JSON or a variable of the environment may have this in place of line breaks.
const escapedBreak = `-----\n`

var errEscapedBreak = errors.New(`its line breaks are the two characters \n: use replace(…, "\\n", "\n")`)

// notFound is what a PEM text does not contain.
const notFound = "it contains no %s, and may be the name of a file in place of its content"

// ParseCACertPEM returns the system's trusted roots plus the certificates in a
// PEM text.
func ParseCACertPEM(text string) (*x509.CertPool, error) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("reading the trusted roots of the system: %w", err)
	}

	certificates, err := parseCertificates(text)
	for _, certificate := range certificates {
		pool.AddCert(certificate)
	}

	return pool, err
}

// parseCertificates returns at least one certificate. Text around the PEM blocks
// is ignored. Every block must be a valid certificate, so a mistake is reported
// before the first request.
func parseCertificates(text string) (certificates []*x509.Certificate, err error) {
	if strings.Contains(text, escapedBreak) {
		return nil, errEscapedBreak
	}

	for block, rest := pem.Decode([]byte(text)); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			return nil, fmt.Errorf("PEM block %d is a %s, not a CERTIFICATE", len(certificates)+1, block.Type)
		}

		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("certificate %d cannot be read: %w", len(certificates)+1, err)
		}

		certificates = append(certificates, certificate)
	}

	// pem.Decode skips truncated or garbled blocks.
	if marked := max(strings.Count(text, "-----BEGIN "), strings.Count(text, "-----END ")); marked != len(certificates) {
		return nil, fmt.Errorf("only %d of the %d PEM blocks in it can be read", len(certificates), marked)
	}

	if len(certificates) == 0 {
		return nil, fmt.Errorf(notFound, "certificate")
	}

	return certificates, nil
}

// ParseClientCert returns the certificate that a client sends, or a chain that
// begins with it, and its private key. It checks what is known of them: a text
// that is not is empty. The error completes the sentence "The value of argument
// cannot be used: …", and never contains the key.
func ParseClientCert(certPEM, keyPEM string) (certificate tls.Certificate, argument string, err error) {
	if certPEM != "" {
		chain, err := parseCertificates(certPEM)
		if err != nil {
			return certificate, "client_cert_pem", err
		}

		certificate.Leaf = chain[0]
	}

	switch {
	case keyPEM == "":
	case strings.Contains(keyPEM, escapedBreak):
		err = errEscapedBreak
	case strings.Contains(keyPEM, "ENCRYPTED"):
		err = errors.New("it is encrypted, and the provider takes no passphrase; openssl pkey decrypts a key")
	case !strings.Contains(keyPEM, "PRIVATE KEY-----"):
		err = fmt.Errorf(notFound, "private key")
	case certPEM != "":
		if certificate, err = tls.X509KeyPair([]byte(certPEM), []byte(keyPEM)); err != nil {
			err = fmt.Errorf("it does not fit the first certificate in client_cert_pem (%w)", err)
		}
	}

	return certificate, "client_key_pem", err
}

// The client sets these headers itself. Accept-Encoding would also turn off
// Go's decompression.
var ownHeaders = []string{"Authorization", "Host", "Content-Type", "Content-Length", "Content-Encoding", "Accept", "Accept-Encoding", "User-Agent"}

// HTTP sets these headers, which are about one connection (RFC 9110, section
// 7.6.1). Proxy-Authorization is not one of them: gateways such as Google's
// Identity-Aware Proxy read it from the request.
var connectionHeaders = []string{"Connection", "Proxy-Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// A key of the configuration would be that of every request. net/http also sends
// a request with one again on its own.
var idempotencyHeaders = []string{"Idempotency-Key", "X-Idempotency-Key"}

// ValidateHeader reports why a header cannot be one of Config.Headers. The error
// completes the sentence "The header NAME cannot be sent: …" and never contains
// the value.
func ValidateHeader(name, value string) error {
	canonical := textproto.CanonicalMIMEHeaderKey(name)

	switch {
	case name == "":
		return errors.New("its name is empty")
	case !httpguts.ValidHeaderFieldName(name):
		return errors.New("its name is not a header name, which has only letters, digits and the characters ! # $ % & ' * + - . ^ _ ` | ~")
	case slices.Contains(ownHeaders, canonical):
		return errors.New("the provider sets it itself")
	case slices.Contains(connectionHeaders, canonical):
		return errors.New("it is about one connection, and HTTP sets it")
	case slices.Contains(idempotencyHeaders, canonical):
		return errors.New("it would be the same for every request, so the service could ignore all but the first")
	case strings.TrimSpace(value) != value:
		return errors.New("its value has white space before or after it, such as the line break at the end of a file")
	case strings.ContainsFunc(value, unicode.IsControl):
		return errors.New("its value contains a control character")
	}

	return nil
}
