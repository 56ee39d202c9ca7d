package redact

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
)

func TestIsPrivateKey_InEverySpelling(t *testing.T) {
	private, public := keysForTest()

	for want, keys := range map[bool][]string{true: private, false: public} {
		for _, key := range keys {
			if got := IsPrivateKey(key); got != want {
				t.Errorf("%t for %q", got, key)
			}
		}
	}
}

// spellings returns the lines of a PEM block as people write them without the first and
// the last one, and the block without line breaks and in Base64.
func spellings(block *pem.Block) []string {
	text := string(pem.EncodeToMemory(block))
	lines := strings.Split(strings.TrimSpace(text), "\n")
	lines = lines[1 : len(lines)-1]
	encoded := base64.StdEncoding.EncodeToString

	return []string{
		strings.Join(lines, ""), strings.Join(lines, "\n") + "\n", strings.Join(lines, "\r\n"), strings.Join(lines, " \t\u00a0\u200b"),
		strings.Join(lines, `\n`) + `\n`, strings.Join(lines, `\r\n`), strings.Join(lines, `\\n`),
		`"` + strings.Join(lines, "\",\n\"") + `"`, "‘" + strings.Join(lines, "’ '") + "'", strings.TrimRight(strings.Join(lines, ""), "="),
		text, strings.ReplaceAll(text, "\n", `\n`), strings.Join(strings.Fields(text), ""),
		encoded([]byte(text)), encoded([]byte(strings.ReplaceAll(text, "\n", `\n`))), encoded([]byte(strings.Join(lines, "\n"))),
	}
}

// keysForTest returns private keys, and public ones with a certificate, in all spellings.
func keysForTest() (private, public []string) {
	rsaKey := must(rsa.GenerateKey(rand.Reader, 2048))
	ecKey := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	edPublic, edKey, _ := ed25519.GenerateKey(rand.Reader)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "chatview"}}

	pkcs8 := func(key any) []byte { return must(x509.MarshalPKCS8PrivateKey(key)) }
	spki := func(key any) []byte { return must(x509.MarshalPKIXPublicKey(key)) }
	sec1 := must(x509.MarshalECPrivateKey(ecKey))
	certificate := must(x509.CreateCertificate(rand.Reader, template, template, ecKey.Public(), ecKey))
	pkcs5 := pkix.AlgorithmIdentifier{Algorithm: asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 5, 13}, Parameters: asn1.NullRawValue}
	encrypted := must(asn1.Marshal(struct {
		Algorithm pkix.AlgorithmIdentifier
		Encrypted []byte
	}{pkcs5, sec1}))
	parameters := base64.StdEncoding.EncodeToString([]byte("\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07")) // of openssl ecparam -genkey
	oldHeaders := map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES-256-CBC,00112233445566778899AABBCCDDEEFF"}

	for _, block := range []*pem.Block{
		{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(rsaKey)},
		{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(rsaKey)[1:], Headers: oldHeaders},
		{Type: "PRIVATE KEY", Bytes: pkcs8(rsaKey)},
		{Type: "PRIVATE KEY", Bytes: pkcs8(ecKey)},
		{Type: "PRIVATE KEY", Bytes: pkcs8(edKey)},
		{Type: "ENCRYPTED PRIVATE KEY", Bytes: encrypted},
		{Type: "EC PRIVATE KEY", Bytes: sec1},
		{Type: "EC PRIVATE KEY", Bytes: append(certificate, sec1...)},
		{Type: "OPENSSH PRIVATE KEY", Bytes: append([]byte("openssh-key-v1\x00"), sec1...)},
	} {
		private = append(private, spellings(block)...)
	}

	for _, key := range spellings(&pem.Block{Type: "EC PRIVATE KEY", Bytes: sec1})[:3] {
		private = append(private, parameters+key)
	}

	for _, block := range []*pem.Block{
		{Type: "PUBLIC KEY", Bytes: spki(rsaKey.Public())},
		{Type: "PUBLIC KEY", Bytes: spki(ecKey.Public())},
		{Type: "PUBLIC KEY", Bytes: spki(edPublic)},
		{Type: "RSA PUBLIC KEY", Bytes: x509.MarshalPKCS1PublicKey(&rsaKey.PublicKey)},
		{Type: "CERTIFICATE", Bytes: certificate},
	} {
		public = append(public, spellings(block)...)
	}

	return private, append(public, "ssh-ed25519 "+base64.StdEncoding.EncodeToString([]byte("\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20"+string(edPublic)))+" chat@example.com")
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}

	return value
}
