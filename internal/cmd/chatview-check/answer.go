package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// answer is what the client returned for an update.
type answer struct {
	failure *client.Error // nil after a success
	unseen  string        // why there is no answer, or empty
	isLate  bool          // whether the values are those of an earlier update

	differences []client.Difference
	returned    []client.RemovedField // readable fields, compared with those expected
	withheld    []string
	noBody      bool
}

func (a answer) isTaken() bool { return a.failure == nil && a.unseen == "" }

func (a answer) isRefused() bool { return a.failure != nil && a.unseen == "" }

// otherwise returns the fields that do not come back as sent.
func (a answer) otherwise() (fields []string) {
	for _, d := range a.differences {
		fields = append(fields, d.Field)
	}

	for _, r := range a.returned {
		if !r.Kept {
			fields = append(fields, r.Field)
		}
	}

	return fields
}

// and adds the answer to another such update, of an object with other values: a value
// that is kept only once may be the default.
func (a answer) and(again answer) answer {
	if again.failure != nil {
		return again
	}

	for index := range min(len(a.returned), len(again.returned)) {
		a.returned[index].Kept = a.returned[index].Kept && again.returned[index].Kept
	}

	a.isLate = a.isLate || again.isLate

	return a
}

// number returns the number of the request that a name is from, or 0.
func number(name string) (number int) {
	_, _ = fmt.Sscanf(strings.ToLower(strings.Trim(name, `"`)), "check %d.", &number)

	return number
}

// older reports whether the response has another name than was sent, and whether it
// is that of an earlier update.
func (a answer) older() (isOther, isOlder bool) {
	for _, d := range a.differences {
		if sent, returned := number(d.Expected), number(d.Returned); sent > 0 {
			return true, returned > 0 && returned < sent
		}
	}

	return false, false
}

// asReturned returns the texts that came back otherwise, as they came back.
func (a answer) asReturned() fields {
	texts := fields{}

	for _, d := range a.differences {
		var (
			text string
			list []string
		)

		switch isText := json.Unmarshal([]byte(d.Returned), &text) == nil; {
		case a.isLate:
		case isText && (d.Field == "start_message" || number(text) > 0):
			texts[d.Field] = text
		case d.Field == "recommendations" && json.Unmarshal([]byte(d.Returned), &list) == nil:
			texts[d.Field] = list
		}
	}

	return texts
}

// answers reports whether a failure answers a question. Only a refusal does, and if
// others work, a status that a firewall or a broken service may have for everything.
func answers(failure *client.Error, othersWork func() bool) bool {
	switch failure.Kind {
	case client.KindRefused, client.KindConflict, client.KindNotFound:
		return true
	case client.KindRateLimited, client.KindTimeout, client.KindCanceled, client.KindNotSent:
		return false
	}

	return failure.StatusCode != 0 && othersWork()
}

// brief names a failure, and quoted says what it says, which may quote the service.
func brief(kind client.Kind, status int) string {
	if status == 0 {
		return string(kind)
	}

	return fmt.Sprintf("%s, status %d", kind, status)
}

func quoted(failure *client.Error) (texts []string) {
	if failure == nil {
		return nil
	}

	for _, field := range failure.Fields {
		texts = append(texts, strings.Join(field.Path, ".")+": "+field.Message)
	}

	if failure.Text != "" {
		texts = append(texts, failure.Text)
	}

	return texts
}
