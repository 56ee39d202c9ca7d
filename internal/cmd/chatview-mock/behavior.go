package main

import (
	"flag"
	"fmt"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// loadBehavior reads the file of -behavior, if it is set. The other flags win.
func (o *options) loadBehavior(set *flag.FlagSet) error {
	if o.behaviorFile == "" {
		return nil
	}

	report, err := readFile(o.behaviorFile, func(data []byte) (mockserver.Report, error) {
		return parse[mockserver.Report](data, `{"behavior": {"omitted_fields": "reset"}}`)
	})
	if err != nil {
		return fmt.Errorf("-behavior: %w", err)
	}

	fromFlags := o.server.Behavior
	o.server.Behavior = report.Behavior

	set.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "omitted":
			o.server.Behavior.OmittedFields = fromFlags.OmittedFields
		case "accept-any-id":
			o.server.Behavior.AcceptAnyID = fromFlags.AcceptAnyID
		}
	})

	if report.Stopped != "" {
		o.differences = append(o.differences, "the report is not complete: "+report.Stopped)
	}

	for _, finding := range report.Findings {
		if finding.Mock != "" {
			o.differences = append(o.differences, fmt.Sprintf("unlike the service: %s, %s: %s instead of %s", finding.Topic, finding.Subject, finding.Mock, finding.Seen))
		}
	}

	return nil
}
