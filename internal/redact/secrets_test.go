package redact

import (
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/redact/redacttest"
)

// newSecrets returns credentials.
func newSecrets(values ...string) (s Secrets) {
	for _, value := range values {
		s.Add(Credential, value)
	}

	return s
}

// If the examined part of a text ends within a secret, its first half must not
// be shown.
func TestSecrets_AreFoundAcrossTheLimit(t *testing.T) {
	const secret = "K1xy-and-a-rather-long-rest-of-a-secret"

	// The fillers are not shown.
	for filler, encoded := range map[string]string{"<b>": secret, "\x00": strings.ReplaceAll(redacttest.JSONUnits(secret), `\`, `\\`)} {
		start := maxRead - len(encoded)/5
		page := strings.Repeat(filler, start/len(filler)) + strings.Repeat(" ", start%len(filler)) + encoded

		if got := newSecrets(secret).Show(page, HTMLText); got != Withheld {
			t.Errorf("after %q, the page is shown as %q", filler, got)
		}

		if got := newSecrets().Show(page, HTMLText); !strings.Contains(got, encoded[:len(encoded)/10]) {
			t.Errorf("without secrets the page is shown as %q: the test cannot fail", got)
		}
	}
}

// What is behind the limit is not searched, so it could be a secret.
func TestMayBeStored_RefusesWhatIsTooLong(t *testing.T) {
	for length, want := range map[int]bool{MaxSearched: true, MaxSearched + 1: false} {
		if got := newSecrets("hunter2").MayBeStored(strings.Repeat("x", length)); got != want {
			t.Errorf("a value of %d bytes may be stored: %t", length, got)
		}
	}
}

func TestShow_FindsSecretSplitByTags(t *testing.T) {
	for _, page := range []string{"<p>hun<!-- a > b -->ter2</p>", "<p>hun<script>x</script>ter2</p>"} {
		if got := newSecrets("hunter2").Show(page, HTMLText); got != Withheld {
			t.Errorf("%q is shown as %q, want %q", page, got, Withheld)
		}
	}
}

// key is a private key, and keyBody the start of its body.
const (
	keyBody = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj"
	key     = "-----BEGIN PRIVATE KEY-----\n" + keyBody + "\nAgEAAoIBAQC7\n-----END PRIVATE KEY-----\n"
)

const bigQuery = "jdbc:bigquery://https://www.googleapis.com/bigquery/v2:443;ProjectId=p;OAuthType=0;OAuthServiceAcctEmail=svc@p.iam.gserviceaccount.com;" +
	"OAuthPvtKeyPath=/k.json;OAuthRefreshToken=Zq8vLm2Rt9Kx4"

// A service may repeat a part of a credential.
func TestSecrets_AreFoundInParts(t *testing.T) {
	google := `{"type": "service_account", "project_id": "canary-project", "private_key": ` + redacttest.Quoted(key) + `}`
	token := "ghp_9fK2mQ-in-the-middle-nB1vX8qT3rW5"
	certificate := strings.ReplaceAll(key, "PRIVATE KEY", "CERTIFICATE")
	// document returns a service account key with fields next to a public project.
	document := func(fields string) string { return `{"project_id": "canary-project", "v": "abc", ` + fields + `}` }

	tests := map[string]struct {
		kind       SecretKind
		secret     string
		found, not []string
	}{
		"blanks":                {Credential, " \t\r\n", nil, []string{"a b\nc"}},
		"a short one":           {Credential, "abc", []string{"xabcx"}, []string{`x\u0061bc`}},
		"a word":                {Credential, "hunter2", []string{"hunter2", "ｈｕｎｔｅｒ２", "hunter%2525252532"}, []string{"Hunter2", `%zz \u12 \x &nope; \`}},
		"a word and a sign":     {Credential, "hunter!x", []string{"HUNTER!X"}, nil},
		"a damaged one":         {Credential, "hunter\ufffd2", []string{"hunter\ufffd2 \xff"}, nil},
		"one with blanks":       {Credential, "correct horse", []string{"correct\n  horse", "correct+horse"}, []string{"correct"}},
		"a token":               {Credential, token, []string{"ghp_9fK2mQ…", "ending in B1vX8qT3rW5", "…-in-the-mi…"}, []string{"ghp_9fK2m…", "ending in X8qT3rW5"}},
		"one of 11 characters":  {Credential, "hunter2-abc", []string{"hunter2-abc"}, []string{"hunter2-ab"}},
		"one of 12 characters":  {Credential, "hunter2-abcd", []string{"hunter2-ab", "nter2-abcd"}, []string{"hunter2-a"}},
		"an encoded one":        {Credential, "hunter2%2Dabcd", []string{"hunter2-ab"}, nil},
		"a PEM block":           {Credential, key, []string{keyBody[:10], "DANBgkqhki", "wggSj\nAgEAA"}, []string{"-----BEGIN PRIVATE KEY-----", "the END PRIVATE KEY line", keyBody[:9]}},
		"a Google key":          {ServiceAccountKey, google, []string{keyBody[:10], google}, []string{"BEGIN PRIVATE KEY", "canary-project", "service_account"}},
		"a Google key in text":  {ServiceAccountKey, redacttest.Quoted(google), []string{keyBody[:10]}, []string{"canary-project"}},
		"a key of another name": {ServiceAccountKey, `{"public_key": ` + redacttest.Quoted(key) + `, "project_id": "canary-project"}`, []string{keyBody[:10]}, []string{"canary-project"}},
		"a key without armor":   {ServiceAccountKey, document(`"private_key": "` + token + `"`), []string{"ghp_9fK2mQ"}, []string{"canary-project"}},
		"another key":           {ServiceAccountKey, `{"values": ["canary-key-and-more", 123456], "v": 12345, "type":"service_account"}`, []string{"canary-key-and-more", "123456"}, []string{"canary-key-and-mor", "12345", "service_account"}},
		// A field with the name of a secret is secret, also next to a private key.
		"a short one next to a key":          {ServiceAccountKey, document(`"private_key": ` + redacttest.Quoted(key) + `, "pass_phrase": "x7", "pin": "y8"`), []string{"x7"}, []string{"y8", "canary-project"}},
		"lists of them":                      {ServiceAccountKey, document(`"private_key": ` + redacttest.Quoted(key) + `, "passwords": ["hunter1", "hunter2"], "keys": [["hunter3"]]`), []string{"hunter1", "hunter2", "hunter3"}, []string{"canary-project"}},
		"objects of them":                    {ServiceAccountKey, document(`"private_key": ` + redacttest.Quoted(key) + `, "secret": {"v": "abc", "current": {"value": "hunter2"}}`), []string{"hunter2"}, []string{"abc", "canary-project"}},
		"a document with the name of one":    {ServiceAccountKey, `{"credentials": ` + document(`"private_key": `+redacttest.Quoted(key)+`, "client_secret": "hunter2"`) + `}`, []string{keyBody[:10], "hunter2"}, []string{"canary-project"}},
		"a public key next to a key":         {ServiceAccountKey, document(`"private_key": ` + redacttest.Quoted(key) + `, "public_key": "canary-public-key", "publicKey": ` + redacttest.Quoted(strings.ReplaceAll(certificate, "CERTIFICATE", "PUBLIC KEY"))), []string{keyBody[:10]}, []string{"canary-public-key", "canary-project"}},
		"the armor of a key":                 {ServiceAccountKey, document(`"private_key": "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", "other": "hunter2"`), []string{"hunter2"}, nil},
		"a text without a name":              {ServiceAccountKey, document(`"": "` + token + `", "other": "hunter2"`), []string{token[:10], "hunter2"}, nil},
		"a certificate next to a key":        {ServiceAccountKey, document(`"private_key": ` + redacttest.Quoted(strings.Replace(key, keyBody, token, 1)) + `, "certificate": ` + redacttest.Quoted(certificate)), []string{token[:10]}, []string{keyBody[:10], "canary-project"}},
		"a URL password that begins with //": {ConnectionString, "postgres://app://Zq8vLm2Rt9Kx4@db.example.com:5432/sales", []string{"//Zq8vLm2Rt9Kx4", "Zq8vLm2Rt9Kx4"}, nil},
		"addresses in a document":            {ServiceAccountKey, `{"type": "external_account", "universe_domain": "googleapis.com", "token_url": "https://app:Zq8vLm2Rt9Kx4@sts.example.com/v1/token", "token_uri": "https://sts.example.com?sig=abcZq8vLm2Rt9Kx4"}`, []string{"Zq8vLm2Rt9Kx4", "sig=abcZq8vLm2Rt9Kx4"}, []string{"external_account", "googleapis.com", "sts.example.com"}},
		"a header":                           {Header(""), "eu-Zq8vL", []string{"eu-Zq8vL"}, nil},
		"a short header":                     {Header(""), "eu-west", nil, []string{"eu-west"}},
		"flags in headers":                   {Header(""), "Basic on", nil, []string{"connections", "region"}},
		"a part of a secret header":          {Header("X-Api-Token"), "Zq8vLm2Rt9Kx4PdW7nB1", []string{"Zq8vLm2Rt9Kx4PdW7", "m2Rt9Kx4Pd"}, []string{"m2Rt9Kx4P"}},
		"a part of another header":           {Header("X-Region"), "Zq8vLm2Rt9Kx4PdW7nB1", []string{"Zq8vLm2Rt9Kx4PdW7nB1"}, []string{"Zq8vLm2Rt9Kx4PdW7"}},
		"a short secret header":              {Header("X-Client-Secret"), "eu-west", nil, []string{"eu-west"}},
		"tokens of 8 characters in headers":  {Header(""), `Token token="abcd1234", Bearer efgh5678`, []string{"abcd1234", "efgh5678"}, nil},
		"a short token in a header":          {Header(""), "Token eu1", nil, []string{`unknown region "eu1"`}},
		"a token in a header":                {Header(""), "Bearer Zq8vLm2Rt9Kx4", []string{"Zq8vLm2Rt9Kx4", "Zq8vLm2Rt9"}, []string{"Bearer"}},
		"cookies":                            {Header(""), "a=b; session=Zq8vLm2Rt9Kx4PdW7, c=d", []string{"Zq8vLm2Rt9Kx4PdW7"}, []string{"session"}},
		"a short one in another case":        {Credential, "s3cr3tPw9", []string{"S3CR3TPW9"}, nil},
		"words in another case":              {ConnectionString, "Server=h;PWD=Analytics-Prod-2", []string{"Analytics-Prod-2", "Analytics-P"}, []string{"analytics-prod-2.example.com"}},
		"a question mark and an equals sign": {ConnectionString, "scott/ti?ger=Zq8vLm2Rt9@db:1521/x", []string{"ti?ger=Zq8vLm2Rt9"}, nil},
		"a secret and public fields":         {ServiceAccountKey, document(`"client_secret": "GOCSPX-Zq8v1", "client_id": "canary-client", "dsn": "postgres://u:hunter2@canary-db/x"`), []string{"GOCSPX-Zq8v1", "hunter2"}, []string{"canary-project", "canary-client", "canary-db"}},
		"a short secret and other fields":    {ServiceAccountKey, document(`"client_secret": "GOCSPX-Zq8v", "client_id": "canary-client", "auth_uri": "https://canary-auth/o"`), []string{"GOCSPX-Zq8v", "canary-project", "canary-client"}, []string{"https://canary-auth/o"}},
		"a document without a secret":        {ServiceAccountKey, `{"type": "external_account", "audience": "//canary/a", "credential_source": {"file": "/run/canary", "v": "hunter2"}}`, []string{"hunter2"}, []string{"//canary/a", "/run/canary"}},
		"an address without a password":      {ConnectionString, "jdbc:oracle:thin:@db_high", nil, []string{"ORA-12154: cannot resolve thin:@db_high", "oracle:thin", "db_high"}},
		"a flag in a query":                  {ConnectionString, "db.example.com/salesdata?ssl&user=me@corp", nil, []string{`"salesdata?ssl&user=me" not found`}},
		"YAML":                               {ConnectionString, "host: pg.example.com\nuser: me@corp\npassword: KYM2Q huaKsRauhN8", []string{"huaKsRauhN8", "KYM2Q huaKsR"}, []string{"pg.example.com", "me@corp"}},
		"an address of BigQuery":             {ConnectionString, bigQuery, []string{"Zq8vLm2Rt9Kx4"}, []string{"www.googleapis.com", "svc@p.iam.gserviceaccount.com", "/k.json"}},
		"armor in a connection string":       {ConnectionString, "Server=h;PrivateKey=" + key, []string{keyBody[:10]}, []string{"-----BEGIN PRIVATE KEY-----"}},
		"a document of no JSON":              {ServiceAccountKey, `{"k"`, []string{`{"k"`}, nil},
	}

	for name, test := range tests {
		var s Secrets
		s.Add(test.kind, test.secret)

		for _, text := range test.found {
			if !s.OccurIn("it is " + text + ".") {
				t.Errorf("%s: %q is shown", name, text)
			}
		}

		for _, text := range test.not {
			if s.OccurIn("it is " + text + ".") {
				t.Errorf("%s: %q is withheld", name, text)
			}
		}
	}
}
