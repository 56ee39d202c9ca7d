package main

import (
	"context"
	"fmt"
	"io"
	"os"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// outputs writes what the flags ask for.
type outputs struct {
	review   review
	settings settings
	stdout   io.Writer
	// summary is where the summary goes.
	summary io.Writer
}

func (o outputs) write(ctx context.Context) error {
	if _, err := io.WriteString(o.summary, o.review.text()); err != nil {
		return fmt.Errorf("print the summary: %w", err)
	}

	if o.settings.markdown != "" {
		if err := o.writeFile("-markdown", o.settings.markdown, []byte(o.review.markdown())); err != nil {
			return err
		}
	}

	if o.settings.json != "" {
		content, err := o.review.json()
		if err != nil {
			return fmt.Errorf("-json: %w", err)
		}

		if err := o.writeFile("-json", o.settings.json, content); err != nil {
			return err
		}
	}

	if o.settings.html != "" {
		if err := pages.Write(o.settings.html, o.review.pages()); err != nil {
			return fmt.Errorf("-html: %w", err)
		}

		o.report(o.settings.html + string(os.PathSeparator) + "index.html")
	}

	if o.settings.screenshot != "" {
		return o.takePictures(ctx)
	}

	return nil
}

// writeFile writes the file of a flag, or standard output if it is "-".
func (o outputs) writeFile(flag, file string, content []byte) error {
	if file == "-" {
		if _, err := o.stdout.Write(content); err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}

		return nil
	}

	if err := os.WriteFile(file, content, 0o644); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}

	o.report(file)

	return nil
}

// report says which file was written.
func (o outputs) report(file string) {
	_, _ = fmt.Fprintf(o.summary, "Wrote %s\n", file)
}
