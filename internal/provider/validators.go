package provider

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// description describes a valid value, as a noun phrase. Validators embed it.
type description string

// Description describes a valid value.
func (d description) Description(context.Context) string { return string(d) }

// MarkdownDescription describes a valid value.
func (d description) MarkdownDescription(context.Context) string { return string(d) }

// stringCheck validates a string. Unlike the stock OneOf and RegexMatches, it
// prints the value only if it is public.
type stringCheck struct {
	summary string
	public  bool
	description
	// reason explains why a value is not valid, as a clause.
	reason func(value string) error
}

// errEmpty has a summary of its own.
var errEmpty = errors.New("it is empty, which is often a variable that a pipeline does not set")

// ValidateString adds an error if the value is known and not valid. It names the
// attribute: the CLI does not show the value of a sensitive one.
func (c stringCheck) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if !known(req.ConfigValue) {
		return
	}

	err := c.reason(req.ConfigValue.ValueString())
	if err == nil {
		return
	}

	subject, summary, valid := "The value of "+req.Path.String(), c.summary, c.Description(ctx)
	step, _ := req.Path.Steps().LastStep()

	switch _, isOfSet := step.(path.PathStepElementKeyValue); {
	case isOfSet: // its path has the value
		subject = "An element of " + req.Path.Steps()[0].String()
	case c.public:
		subject = fmt.Sprintf("The value %q of %s", req.ConfigValue.ValueString(), req.Path)
	}

	if errors.Is(err, errEmpty) {
		summary = "Empty Value"

		// The path of an element has no attribute.
		if attribute, _ := req.Config.Schema.AttributeAtPath(ctx, req.Path); attribute != nil && attribute.IsOptional() {
			valid += ", or null"
		}
	}

	resp.Diagnostics.AddAttributeError(shownAt(req.Path, req.ConfigValue.ValueString()), summary, fmt.Sprintf("%s cannot be used: %s. Use %s.", subject, err, valid))
}

// textLength limits the length of a string, in characters. There is no minimum
// if shortest is 0, and no maximum if longest is. also continues the
// description.
func textLength(summary string, shortest, longest int, also string) stringCheck {
	limits := fmt.Sprintf("%d to %d characters", shortest, longest)

	switch {
	case longest == 0:
		limits = fmt.Sprintf("at least %d character", shortest)
	case shortest == 0:
		limits = fmt.Sprintf("at most %d characters", longest)
	}

	return stringCheck{summary, false, description(limits + also), func(value string) error {
		switch length := utf8.RuneCountInString(value); {
		case length == 0 && shortest > 0:
			return errEmpty
		case length < shortest || longest > 0 && length > longest:
			return fmt.Errorf("it has %d characters", length)
		}

		return nil
	}}
}

// oneMode accepts the modes of an attribute.
func oneMode(modes ...string) stringCheck {
	last := len(modes) - 1
	list := strings.Join(modes[:last], ", ") + " or " + modes[last]

	return stringCheck{"Invalid Mode", true, description(list), notEmpty(refuseIf(
		func(value string) bool { return !slices.Contains(modes, value) }, "there is no such mode"))}
}

var (
	validAppearanceID = stringCheck{"Invalid ID", true, "the id of an existing appearance configuration", notEmpty(client.ValidateAppearanceID)}
	validSourceID     = stringCheck{"Invalid ID", true, "the id of an existing data source", notEmpty(client.ValidateSourceID)}
	validAPIKey       = stringCheck{"Invalid API Key", false, `the key as the service issued it, for example trimspace(file("api.key"))`, client.ValidateAPIKey}
	validDuration     = stringCheck{"Invalid Duration", true, `a positive duration, such as "45s" or "2m"`, checkDuration}
	validCACert       = stringCheck{"Invalid CA Certificate", false, `the content of a PEM file with certificates, such as file("ca.pem")`, checkCACert}
	validJSON         = stringCheck{"Invalid JSON", false, "a JSON value, such as jsonencode({ ... })", checkJSON}
	validKey          = stringCheck{"Invalid JSON", false, `the content of the key file, such as file("key.json") or base64decode(google_service_account_key.x.private_key)`, checkJSON}
	noPassword        = refusePasswordIf(redact.HasPassword)
	noURLWithPassword = refusePasswordIf(redact.IsURLWithPassword)
	notPrivateKey     = stringCheck{"Private Key Given", false, "the public key",
		refuseIf(redact.IsPrivateKey, "it contains a private key, which would appear in plans and be sent to the API")}
	// noControlCharacters is for every text that a plan shows, which the CLIs print as it is,
	// also U+202D and U+202E if it has several lines: a text then reads as another one.
	noControlCharacters = stringCheck{"Control Character", false, "text without control characters, except tabs and line breaks (LF or CR LF)", checkControlCharacters}
)

// refusePasswordIf refuses a text that has a password.
func refusePasswordIf(hasPassword func(string) bool) stringCheck {
	return stringCheck{"Password Given", false, "the text without the password here, and with it connection_string_wo",
		refuseIf(hasPassword, "it is read as a connection string with a password, which plans would show")}
}

func checkControlCharacters(text string) error {
	for i, char := range text {
		if (unicode.IsControl(char) || char == 0x202d || char == 0x202e) && char != '\t' && char != '\n' && !strings.HasPrefix(text[i:], "\r\n") {
			return fmt.Errorf(`it has the control character U+%04X at %s, which can hide parts of a plan; replace(TEXT, "\u%04[1]x", "") removes it`, char, placeAfter(text[:i]))
		}
	}

	return nil
}

// placeAfter returns where a text that begins with another one continues, in characters.
func placeAfter(begin string) string {
	line := begin[strings.LastIndex(begin, "\n")+1:]

	return fmt.Sprintf("line %d, column %d", strings.Count(begin, "\n")+1, utf8.RuneCountInString(line)+1)
}

// noNullElements refuses null in a list. Unlike listvalidator.NoNullValues, it names the
// element: the CLI may only show local.x.
type noNullElements struct{ description }

// ValidateList adds an error for each element that is null.
func (noNullElements) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		if at := req.Path.AtListIndex(i); element.IsNull() {
			resp.Diagnostics.AddAttributeError(at, "Null Element", at.String()+" is null, which cannot be sent. Use text, or compact(...) to drop it.")
		}
	}
}

// notEmpty returns a check that also refuses an empty value.
func notEmpty(check func(string) error) func(string) error {
	return func(value string) error {
		if value == "" {
			return errEmpty
		}

		return check(value)
	}
}

// refuseIf returns a check that fails for a reason if a condition holds.
func refuseIf(condition func(string) bool, reason string) func(string) error {
	return func(value string) error {
		if condition(value) {
			return errors.New(reason)
		}

		return nil
	}
}

func checkDuration(text string) error {
	duration, err := time.ParseDuration(text)

	switch {
	case err != nil:
		return errors.New("it is not a duration")
	case duration <= 0:
		return errors.New("it is not positive")
	}

	return nil
}

func checkCACert(text string) error {
	_, err := client.ParseCACertPEM(text)

	return err
}

// checkJSON says where the text is invalid, but not why: the decoder's error quotes it.
func checkJSON(text string) error {
	text = withoutByteOrderMark(text)

	switch decoded, err := base64.StdEncoding.DecodeString(text); {
	case text == "":
		return errEmpty
	case strings.TrimSpace(text) == "null":
		return errors.New("it is the JSON value null; to leave the field out, set the attribute itself to null, " +
			"as in var.x == null ? null : jsonencode(var.x)")
	case json.Valid([]byte(text)):
		return nil
	case err == nil && json.Valid([]byte(withoutByteOrderMark(string(decoded)))):
		return errors.New("it is JSON in Base64")
	}

	// Versions of Go disagree on the offset that the decoder reports.
	invalid := sort.Search(len(text)+1, func(length int) bool { return !beginsJSON(text[:length]) })

	return fmt.Errorf("it is not valid JSON at %s", placeAfter(text[:invalid-1]))
}

// beginsJSON reports whether a text is a JSON value or the beginning of one.
func beginsJSON(text string) bool {
	decoder := json.NewDecoder(strings.NewReader(text))

	err := decoder.Decode(new(any))
	if err == nil {
		return errors.Is(decoder.Decode(new(any)), io.EOF)
	}

	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// numberCheck validates a number. For a fraction in an Int64Attribute the
// framework reports a bug in the provider, and hides all other errors.
type numberCheck struct {
	description
	isValid func(*big.Float) bool
}

func wholeNumbersFrom(least, most int64) numberCheck {
	return numberCheck{description(fmt.Sprintf("a whole number from %d to %d", least, most)), func(value *big.Float) bool {
		number, accuracy := value.Int64()

		return accuracy == big.Exact && number >= least && number <= most
	}}
}

var validRate = numberCheck{description(fmt.Sprintf("a number of at least %g, such as 0.5", client.MinRequestsPerSecond)), func(value *big.Float) bool {
	number, _ := value.Float64()

	return number >= client.MinRequestsPerSecond
}}

// ValidateNumber adds an error if the value is known and not valid.
func (c numberCheck) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if known(req.ConfigValue) && !c.isValid(req.ConfigValue.ValueBigFloat()) {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Number", fmt.Sprintf(
			"The value %s of %s cannot be used. Use %s.", req.ConfigValue.ValueBigFloat().Text('g', 20), req.Path, c.description))
	}
}

const usualColorForm = "#1a2b3c, #abc, or a short name such as red"

// usualColor warns about a likely typo. The API documents no format, so it is
// not an error.
type usualColor struct{ description }

// ValidateString adds a warning if the value is known and not a color of CSS.
// Others refuse control characters and values of other lengths.
func (u usualColor) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString()
	if !known(req.ConfigValue) || value == "" || utf8.RuneCountInString(value) > client.MaxColorLength {
		return
	}

	if _, err := palette.Parse(value); err == nil || checkControlCharacters(value) != nil {
		return
	}

	resp.Diagnostics.AddAttributeWarning(req.Path, fmt.Sprintf("Unusual Color: %s = %q", req.Path, value), fmt.Sprintf(
		"The API documents no color format, so the value %q of %s is sent unchanged. It may be a typo. A color usually has the form %s.", value, req.Path, u.description))
}

// oneOf lists values in a description.
func oneOf(values []string) string { return "`" + strings.Join(values, "`, `") + "`" }
