package redact

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chatview/terraform-provider-chatview/internal/redact/redacttest"
)

// connectionStrings are connection strings and the secrets in them. Everything
// else of them is public.
var connectionStrings = []struct {
	connection string
	secrets    []string
}{
	// URLs.
	{"postgres://user:S3?cr#3t@PassW0rd@db/app", []string{"S3?cr#3t@PassW0rd"}},
	{"postgres://u:pw1234567@db/app#me@corp", []string{"pw1234567"}},
	{"postgres://u:123;456@db/app", []string{"123;456"}},
	{"postgres://u:123,456@db/app", []string{"123,456"}},
	{"postgres://me@server:pw1234567@db/app", []string{"pw1234567"}},
	{"mongodb+srv://u:hun:t%40er2@h1:27017,h2/db?authSource=me@corp", []string{"hun:t%40er2", "hun:t@er2"}},
	{"clickhouse://:hunter2@host:9000/db", []string{"hunter2"}},
	{"postgres://u:pw1234567@db/app;email=me@corp", []string{"pw1234567"}},
	{"jdbc:postgresql://h/db?sslpassword=hunter2&user=x#key=abcdefgh", []string{"hunter2"}},
	{"mssql+pyodbc:///?odbc_connect=Server%3Dh%3BPWD%3D%7Bpa%7D%7DS3cr3t%7D", []string{"pa}}S3cr3t", "pa}S3cr3t"}},
	{"jdbc:mysql://h/db?user=u&password2=Qq7vLm2Rt9Zx&password3=Ww8xNm4Tb6Cd", []string{"Qq7vLm2Rt9Zx", "Ww8xNm4Tb6Cd"}},
	{"bigquery://project/dataset?credentials_base64=QmFzZTY0S2V5", []string{"QmFzZTY0S2V5"}},
	{"snowflake://u@acct/db?passcode=883311", []string{"883311"}},
	{"snowflake://u@acct/db?jwt=eyJhbGciOiJ9", []string{"eyJhbGciOiJ9"}},
	{"mongodb://h/db?authMechanismProperties=SERVICE_NAME:mongo,AWS_SESSION_TOKEN:Zz81kLmQ0pWe", []string{"Zz81kLmQ0pWe"}},
	{"mongodb://h/db?authMechanismProperties=AWS_SESSION_TOKEN:Zz81kLmQ0pWe\n", []string{"Zz81kLmQ0pWe"}},
	{"mongodb://h/db?authMechanismProperties=AWS_SESSION_TOKEN:Zz81kLmQ0pWe%2cSERVICE_NAME:mongo", []string{"Zz81kLmQ0pWe"}},
	{"postgresql://h/db?passw%6Frd=Vv52nMq8sK1d", []string{"Vv52nMq8sK1d"}},

	{"oceanbase://u@tenant#cluster:Zz81kLmQ0pWe@h:2883/d", []string{"Zz81kLmQ0pWe"}},
	{"https://h/db?user=u&password=true,cd;ef", []string{"true,cd;ef"}},
	{"ldap://h?bindpw=Zz81kLmQ0pWe", []string{"Zz81kLmQ0pWe"}},

	{"h/db?passwd=hunter2", []string{"hunter2"}},
	{"https://h?signature=abcdefgh", []string{"abcdefgh"}},
	{"jdbc:mysql://(PASSWORD=&secret1)/db", []string{"&secret1"}},

	// The same without a scheme.
	{"user:pw123456@tcp(127.0.0.1:3306)/db", []string{"pw123456"}},
	{"//user:pw123456@db/app", []string{"pw123456"}},
	{"jdbc:oracle:thin:scott/PASS@h:1521:sid", []string{"PASS"}},
	{`jdbc:oracle:oci:scott/"PA@SS1"@h`, []string{"PA@SS1"}},

	// Pairs of ODBC, ADO.NET, JDBC and Azure.
	{"Endpoint=sb://x.example.net/;SharedAccessKey=/9j4AAQSkZJRgABAQ==", []string{"/9j4AAQSkZJRgABAQ=="}},
	{"AccountName=a;AccountKey=k==;EndpointSuffix=core", []string{"k=="}},
	{"BlobEndpoint=https://a.example.net/?sv=1&sig=abc%2BDEF123;x=1", []string{"abc%2BDEF123", "abc+DEF123"}},
	{"Server=tcp:myserver.example.com,1433;UID=me@corp;PWD=S3cr3tPW", []string{"S3cr3tPW"}},
	{`Server=h;Password='a;b''c';UID=x`, []string{`a;b'c`, `a;b''c`}},
	{"Server=h;Password='true''s';UID=x", []string{"true's", "true''s"}},
	{"PWD={ab;cdef};User ID=x", []string{"ab;cdef"}},
	{"Password=hunter2;Server=db.example.com;Database=customers", []string{"hunter2"}},
	{"Server=h;PWD=abc ; UID=x", []string{"abc"}},
	{"Password=a b c", []string{"a b c"}},
	{"jdbc:sqlserver://h:1433;user=sa;password={p;q}", []string{"p;q"}},
	{"Server=h PWD=ab secretpart UID=u", []string{"ab secretpart", "secretpart"}},
	{"private_key_file_pwd=hunter2", []string{"hunter2"}},

	// Pairs of libpq.
	{"host=db password=a;b=c user=x", []string{"a;b=c"}},
	{"dbname=postgres://u:hunter2@db/app connect_timeout=3", []string{"hunter2"}},

	// Other pairs.
	{"cache.example.net:6380,password=S3cr3t=,ssl=True", []string{"S3cr3t="}},
	{"jdbc:teradata://h/USER=u,PASSWORD=true;cdef", []string{"true;cdef"}},
	{"jdbc:teradata://h/PASSWORD=Zz81kLmQ0pWe,USER=u", []string{"Zz81kLmQ0pWe"}},
	{`KafkaClient { x.ScramLoginModule required username='k' password='my "own" word'; };`, []string{`my "own" word`}},
	{`x.OAuthBearerLoginModule required clientId="k" clientSecret="a\"b c" scope="customers";`, []string{`a\"b c`, `a"b c`}},
	{"sasl.jaas.config=x.PlainLoginModule required username=\"k\" password=\"hunter2\";\nssl.key.password=hunter3", []string{"hunter2", "hunter3"}},
	{`{"host": "db.example.com", "password": "hunter2, really", "database": "customers"}`, []string{"hunter2, really"}},
	{"host: db.example.com\npassword: hunter2\ndatabase: customers", []string{"hunter2"}},
	{`Provider=MSDASQL;Extended Properties="DSN=db.example.com;PWD=hunter2;UID=me"`, []string{"hunter2"}},
	{"jdbc:teradata://h/PASSWORD='hun,ter2',USER=u", []string{"hun,ter2"}},
	{`{"config": "x.PlainLoginModule required username=\"u\" password=\"hunter2\";"}`, []string{"hunter2"}},
	{`{"config": "{\"password\": \"hunter2\", \"database\": \"customers\"}"}`, []string{"hunter2"}},
	{"jdbc:hive2://h:10000/db;user=u;password=hunter2?a=b", []string{"hunter2"}},
}

// withoutSecrets are connection strings that are public, with keys of similar names.
var withoutSecrets = []string{
	"postgres://db:5432/app?user=me@corp", "postgres://h1:5432,h2:5432/app?user=me@corp", "postgres://h1:5432?user=me@corp",
	"postgres://me@db/app#part:customers@corp", "jdbc:oracle:thin:@//h:1521/service", "db.example.com:5432/app?user=me@corp",
	"jdbc:x://h/db?usePassword=False&token:5432/db", "Server=h;Keyspace=customers", `host=db sslkey=C:\me\client sslcert=x`,
	"host=db sslkey=client.pfx key=/run/key", "jdbc:oracle:thin:@db_high", "//db:1521/customers",
	"host=db sslkey=client.pem key=client.jks token=short",
}

var words = regexp.MustCompile(`[\w.]+`)

func TestConnectionStrings_HideOnlyTheirSecrets(t *testing.T) {
	for _, test := range connectionStrings {
		wantHidden(t, test.connection, test.secrets)
	}

	for _, connection := range withoutSecrets {
		s := newSecrets()
		s.Add(ConnectionString, connection)

		// Only the whole is secret.
		if rest := connection[1:]; s.Show(rest) != rest || s.Show(connection) != Withheld {
			t.Errorf("%q is withheld, or shown as a whole", rest)
		}
	}
}

// wantHidden asserts that the secrets of a connection string are withheld, and nothing else.
func wantHidden(t *testing.T, connection string, secrets []string) {
	t.Helper()

	s := newSecrets()
	s.Add(ConnectionString, connection)

	rest := connection
	for _, secret := range secrets {
		rest = strings.ReplaceAll(rest, secret, " ")

		for _, repeated := range []string{secret, url.QueryEscape(secret), redacttest.Quoted(secret)} {
			// One under 6 characters is found verbatim.
			if utf8.RuneCountInString(normalize(secret)) >= minSecretLength || repeated == secret {
				if text := "Invalid: " + repeated + "."; s.Show(text) != Withheld {
					t.Errorf("%s: %q is shown", connection, text)
				}
			}
		}
	}

	if s.Show("Cannot connect with "+connection) != Withheld {
		t.Errorf("%s is shown", connection)
	}

	for _, word := range words.FindAllString(rest+" Invalid parameter", -1) {
		isSecret := slices.ContainsFunc(secrets, func(secret string) bool { return strings.Contains(word, secret) })
		if !isSecret && s.Show(word) != word {
			t.Errorf("%s: %q is withheld", connection, word)
		}
	}
}

// passwordForms are connection strings with a place for a password, and how it is
// written there.
var passwordForms = []struct {
	connection string
	write      func(password string) string
}{
	{"postgres://user:%s@db.example.net/customers?application_name=a@b", func(password string) string {
		return strings.TrimPrefix(url.UserPassword("", password).String(), ":")
	}},
	{"jdbc:postgresql://db.example.net/customers?password=%s&application_name=x", url.QueryEscape},
	{"Server=db.example.net;PWD={%s};Database=customers", strings.NewReplacer("}", "}}").Replace},
	{`Server=db.example.net;Password="%s";Database=customers`, strings.NewReplacer(`"`, `""`).Replace},
	{"host=db.example.net password='%s' dbname=customers", strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace},
	{"dbname=customers password = %s host=db.example.net", func(password string) string {
		return regexp.MustCompile(`[\s\\']`).ReplaceAllString(password, `\$0`)
	}},
	{"user:%s@tcp(db.example.net:3306)/customers", func(password string) string { return password }}, // nothing escapes it
}

// isAmbiguous reports whether a password that nothing escapes reads as another part.
func isAmbiguous(password string) bool {
	return strings.Contains(password, "@") || strings.HasPrefix(password, "//") || notPassword.MatchString(":"+password)
}

func FuzzConnectionString(f *testing.F) {
	for number := range passwordForms {
		for _, password := range []string{"S3cr3tPassW0rd/x9Kq", "S3cr3t PassW0rd", `it's {"a"};\ x`, "p%40q", "a}}b=c@d?e#f", "12345", ",", " x", `"''000`, "+}@'b"} {
			f.Add(number, password)
		}
	}

	f.Fuzz(func(t *testing.T, number int, password string) {
		isNone := slices.Contains([]string{"", "true", "false"}, strings.ToLower(strings.TrimSpace(password)))
		if isNone || !utf8.ValidString(password) || number < 0 {
			return
		}

		form := passwordForms[number%len(passwordForms)]
		if strings.HasPrefix(form.connection, "user:") && isAmbiguous(password) {
			return
		}

		written := form.write(password)
		connection := strings.Replace(form.connection, "%s", written, 1)
		s := newSecrets()
		s.Add(ConnectionString, connection)

		for _, repeated := range []string{written, password} {
			if text := "Invalid: " + repeated + "."; s.Show(text) != Withheld {
				t.Errorf("%q is shown, with %q", text, connection)
			}
		}

		for _, word := range words.FindAllString("cannot reach db.example.net customers", -1) {
			if utf8.RuneCountInString(normalize(strings.Trim(password, ",; "))) >= minSecretLength && !newSecrets(password, written).OccurIn(word) && s.OccurIn(word) {
				t.Errorf("%q is withheld, with %q", word, connection)
			}
		}
	})
}
