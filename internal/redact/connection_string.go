package redact

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A connection string is a URL, or pairs of keys and values, or both. One that
// may be several of these is read as each. The passwords in it are secret, and
// the connection string as a whole.
var (
	// scheme matches jdbc:postgresql://, also with an address behind it: jdbc:bigquery://https://.
	scheme = regexp.MustCompile(`^\s*[A-Za-z][\w+.:-]*://(?:https?://)?`)

	// urlUser matches what precedes the password of a URL: postgres://user: with its
	// last colon. A number sign is part of a user only if a name follows its first @, as in
	// user@tenant#cluster.
	urlUser = regexp.MustCompile(scheme.String() + `[^:?#;[]*(?:@[^@:/?#;[]*#[^@:/?#;[]*)?:`)
	// dsnUser does so for a DSN without a scheme: scott/ or //user:.
	dsnUser = regexp.MustCompile(`^\s*(?:[^:/?=;\s{"]+[:/]|//[^:/?=;\s{"]+:)`)
	oracle  = regexp.MustCompile(`^\s*jdbc:oracle:\w+:`) // before a DSN
	// notPassword matches a port, or the path of an address without a user: :5432/db.
	// An @ before the parameters shows that it is a password.
	// Parameters of a path may have one: /db?user=me@corp.
	notPassword = regexp.MustCompile(`^(?::\d+(?:\?|;\w+=|$|[/,][^@?#]*?(?:[?#]|;\w+=|$))|/[^@?]*\?\w+[=&][^@]*(?:@[^@:/]*)?$)`)
	// parameters matches the end of the host: ;user=.
	parameters = regexp.MustCompile(`[?#]|;\w+=`)

	// Pairs. The first group is the key, one of the others the value.

	// In the query of a URL: &password=secret.
	queryPair = regexp.MustCompile(`[?&]([^=&]*)=([^&#]*)`)
	// In a list: (SECURITY=(PASSWORD=secret)).
	listPair = regexp.MustCompile(`[(,]\s*(\w+)\s*=([^(),]*)`)
	// Of libpq: host=db password='it\'s secret'.
	libpqPair = regexp.MustCompile(`(?s)(?:^|\s)\s*(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s\\]|\\.)*))`)
	// Of MongoDB: SERVICE_NAME:mongo,AWS_SESSION_TOKEN:secret.
	tokenPair = regexp.MustCompile(`(AWS_SESSION_TOKEN):(.*?)(?:[,;&#\s]|%2[Cc]|$)`)
	// Of ODBC, ADO.NET and JDBC: Server=h;PWD={secret}};}.
	odbcPair = regexp.MustCompile(`(?:^|;)([^=;]*)=\s*(?:\{((?:[^}]|}})*)}|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([^;]*))`)
	// semicolonPair matches the key of a pair behind another, which libpq does not have: ;Server=.
	semicolonPair = regexp.MustCompile(`;[A-Za-z]\w+(?: \w+)?=`)
	// Of JAAS, JSON, YAML and others, anywhere: required username="k" password="secret".
	loosePair = regexp.MustCompile(`(\w+)(?:\s*=|["']\s*:|:\s)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"',;&|?)}\]]*))`)

	// Of YAML, whose values may have blanks: password: my secret.
	yamlPair = regexp.MustCompile(`(?m)^[\s-]*(\w+):[ \t]+((?:[^:\n]|:\S)*)$`)

	onlyLibpqPairs = regexp.MustCompile(`^(?:` + libpqPair.String() + `)+\s*$`)
	// spacedKey matches a key in pairs that libpq refuses, because a value has a
	// space: PWD=a b UID=.
	spacedKey = regexp.MustCompile(`\s(\w+\s*=)`)

	// secretKey matches the key of a secret: SharedAccessKey. Its group is not empty
	// for a password, which may be short.
	secretKey = regexp.MustCompile(`(?i)(?:(password[1-3]?|passwd|pass_?phrase|passcode|pass|pwd|pw|accountkey)|secret|token|jwt|key|sig|signature|credential)s?(?:_base64)?\s*$`)
	// keyFile matches the path of a key, which is not secret: /home/me/client.key. A key in
	// Base64 may begin with a slash, too: /9j4AAQSkZJRgABAQ==.
	keyFile = regexp.MustCompile(`^(?:~|\.\.?|[A-Za-z]:|file:)[/\\]|^[/\\].*[^\w+/=]|^/.{0,14}$|\.(?:der|jks|json|key|p12|p8|pem|pfx)$`)

	backslash = regexp.MustCompile(`(?s)\\(.)`) // of libpq
)

// passwords returns the passwords in a connection string, or in a value of one.
func passwords(text string, isValue bool) []pattern {
	var all []pattern

	if scheme.MatchString(text) {
		all = userPassword(urlUser, text)
	} else if !isValue && len(yamlPair.FindAllString(text, 2)) < 2 {
		all = userPassword(dsnUser, oracle.ReplaceAllString(text, ""))
	}

	for _, match := range pairs(text) {
		key, value := unescapeAll(match[1]), strings.Join(match[2:], "")
		isShort := utf8.RuneCountInString(value) < minSecretLength

		switch {
		case isShort && slices.ContainsFunc(all, func(found pattern) bool { return strings.Contains(found.text, value) }):
			// It may be a part of a password that was found.
		case isSecret(key, value):
			all = append(all, written(value)...)
		case !isValue && (scheme.MatchString(value) || strings.Contains(value, ";") || unescapeAll(value) != value):
			all = append(all, passwords(unescapeAll(value), true)...)
		}
	}

	return all
}

// pairs returns the pairs in a text, in each way to read it, with empty groups.
func pairs(text string) [][]string {
	var all [][]string
	for _, pair := range []*regexp.Regexp{queryPair, listPair, tokenPair, yamlPair} {
		all = append(all, pair.FindAllStringSubmatch(text, -1)...)
	}

	switch {
	case onlyLibpqPairs.MatchString(text) && !semicolonPair.MatchString(text):
		all = append(all, libpqPair.FindAllStringSubmatch(text, -1)...)
	case strings.Contains(text, ";"):
		all = append(all, odbcPair.FindAllStringSubmatch(text, -1)...)
	case !scheme.MatchString(text):
		all = append(all, odbcPair.FindAllStringSubmatch(spacedKey.ReplaceAllString(text, ";$1"), -1)...)
	}

	return append(all, loosePair.FindAllStringSubmatch(text, -1)...)
}

// userPassword returns the password between a user and a host. It ends at an @,
// and so may what follows the host.
func userPassword(user *regexp.Regexp, text string) []pattern {
	start := user.FindString(text)
	rest := text[len(start):]
	host := strings.Index(rest, "@")

	if start == "" || host < 0 || notPassword.MatchString(start[len(start)-1:]+rest) {
		return nil
	}

	rest = rest[:host] + parameters.Split(rest[host:], 2)[0]

	return written(rest[:strings.LastIndex(rest, "@")])
}

// isSecret reports whether the value of a key is secret.
func isSecret(key, value string) bool {
	kind := secretKey.FindStringSubmatch(key)
	isFlag := slices.Contains([]string{"true", "false"}, strings.ToLower(strings.TrimSpace(value))) // passcodeInPassword

	return kind != nil && !isFlag && (kind[1] != "" || utf8.RuneCountInString(value) >= minSecretLength && !keyFile.MatchString(value))
}

// written returns a credential as it is written, and without the escapes of ODBC,
// libpq and URLs. What separates it from the next pair may be a part of it.
func written(value string) []pattern {
	var all []pattern

	texts := []string{
		strings.Trim(value, ",; "), value, backslash.ReplaceAllString(value, "$1"), unescapeAll(value), unescapeAll(strings.ReplaceAll(value, "+", " ")),
		strings.ReplaceAll(value, "}}", "}"), strings.ReplaceAll(value, `""`, `"`), strings.ReplaceAll(value, "''", "'"), // of ODBC
	}

	for _, text := range slices.Compact(texts) {
		all = append(all, Credential(text)...)
	}

	return all
}

// PasswordsIn returns the passwords in a connection string, as they are written and decoded.
func PasswordsIn(text string) (all []string) {
	for _, password := range passwords(text, false) {
		if strings.TrimSpace(password.text) != "" {
			all = append(all, password.text)
		}
	}

	return all
}

// HasPassword reports whether a text is a connection string with a password.
func HasPassword(text string) bool {
	// Every form has one of these signs, and most texts have none.
	return strings.ContainsAny(text, "@:=") && len(PasswordsIn(text)) > 0
}

// IsURLWithPassword reports whether a text is a URL with a password.
func IsURLWithPassword(text string) bool { return scheme.MatchString(text) && HasPassword(text) }
