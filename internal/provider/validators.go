package provider

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// check is a validator of one string. Its error never holds the value, so that
// it can stand on a secret: the stock OneOf and RegexMatches print it.
type check struct {
	summary     string
	description string
	reason      func(value string) error
}

func (c check) Description(context.Context) string         { return c.description }
func (c check) MarkdownDescription(context.Context) string { return c.description }

// ValidateString adds an error on the attribute if the value is known and wrong.
func (c check) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if !known(req.ConfigValue) {
		return
	}

	if err := c.reason(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, c.summary,
			"The value of "+req.Path.String()+" can not be used: "+err.Error()+". Expected "+c.description+".")
	}
}

var (
	validAppearanceID = check{"Invalid ID", "the id of an existing appearance configuration", checkAppearanceID}
	validSourceID     = check{"Invalid ID", "the id of an existing data source", checkSourceID}
	validAPIKey       = check{"Invalid API Key", "a key as the service issued it: trimspace(file(...)) takes one from a file", client.ValidateAPIKey}
	validDuration     = check{"Invalid Duration", `a duration above zero, such as "45s" or "2m"`, checkDuration}
	validCACert       = check{"Invalid CA Certificate", "PEM blocks of type CERTIFICATE", checkCACert}
	validJSON         = check{"Invalid JSON", `a JSON value, such as file("key.json") or jsonencode({ ... })`, checkJSON}
	notPrivateKey     = check{"Private Key Given", "a public key", checkNotPrivateKey}
)

var appearanceIDPattern = regexp.MustCompile(`^[A-Za-z0-9._~-]+$`)

// checkAppearanceID keeps an id to one segment of the request's path.
func checkAppearanceID(id string) error {
	if id == "" {
		return errors.New("it is empty")
	}

	if !appearanceIDPattern.MatchString(id) || id == "." || id == ".." {
		return errors.New("it may hold only letters, digits and the characters . _ ~ -, and neither . nor .. is one")
	}

	return nil
}

var sourceIDPattern = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

// checkSourceID wants a number in one spelling: the interface types the path's
// id as a string and pk as an integer (section 4.2), and they are one value.
func checkSourceID(id string) error {
	if id == "" {
		return errors.New("it is empty")
	}

	if !sourceIDPattern.MatchString(id) {
		return errors.New("it has to be a whole number without sign or leading zeros")
	}

	return nil
}

func checkDuration(text string) error {
	duration, err := time.ParseDuration(text)

	switch {
	case err != nil:
		return errors.New("it is not a duration")
	case duration <= 0:
		return errors.New("it is not above zero")
	}

	return nil
}

func checkCACert(text string) error {
	_, err := client.ParseCACertPEM(text)

	return err
}

// checkJSON does not say where the text breaks: the decoder's error quotes it.
func checkJSON(text string) error {
	switch {
	case !json.Valid([]byte(text)):
		return errors.New("it is not valid JSON")
	case strings.TrimSpace(text) == "null":
		return errors.New("it is the JSON value null, which the interface does not take. " +
			"To declare nothing, let the attribute itself be null: var.x == null ? null : jsonencode(var.x)")
	}

	return nil
}

// checkNotPrivateKey keeps a private key out of an attribute that plans and
// logs show.
func checkNotPrivateKey(key string) error {
	if strings.Contains(key, "PRIVATE KEY") {
		return errors.New("it holds a private key, which would be shown in plans and sent to the service")
	}

	return nil
}

// oneOf lists values for a description.
func oneOf(values []string) string {
	return "`" + strings.Join(values, "`, `") + "`"
}
