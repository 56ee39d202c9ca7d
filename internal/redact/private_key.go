package redact

import (
	"encoding/asn1"
	"encoding/base64"
	"regexp"
	"strings"
)

// betweenLines matches what is left between the lines of a key without those of PEM,
// which people remove because Snowflake takes a public key without them.
var betweenLines = regexp.MustCompile(`\\[nrt]|[^A-Za-z0-9+/=]`)

// IsPrivateKey reports whether a text is a private key, with the lines of PEM or without
// them, or the Base64 of one.
func IsPrivateKey(text string) bool {
	body := betweenLines.ReplaceAllString(text, "")
	isPrivate := strings.Contains(body, "PRIVATEKEY") || strings.HasPrefix(body, "ProcType4ENCRYPTED") || strings.HasPrefix(text, "openssh-key-v1\x00")

	// The parameters of an elliptic curve may come first.
	for part := range strings.FieldsFuncSeq(body, func(char rune) bool { return char == '=' }) {
		decoded, _ := base64.RawStdEncoding.DecodeString(part)
		isPrivate = isPrivate || hasPrivateShape(decoded) || IsPrivateKey(string(decoded))
	}

	return isPrivate
}

// hasPrivateShape reports whether one of several structures in DER is a private key. That
// begins with a version (PKCS #1, PKCS #8, SEC 1) or has encrypted data second (PKCS #8),
// where a public key begins with a large number or has a bit string second.
func hasPrivateShape(der []byte) bool {
	var parts []asn1.RawValue

	rest, err := asn1.Unmarshal(der, &parts)
	if err != nil || len(parts) < 2 {
		return false
	}

	hasVersion := parts[0].Tag == asn1.TagInteger && len(parts[0].Bytes) == 1
	isEncrypted := parts[0].Tag == asn1.TagSequence && parts[1].Tag == asn1.TagOctetString

	return hasVersion || isEncrypted || hasPrivateShape(rest)
}
