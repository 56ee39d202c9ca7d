package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// service is where the request goes.
type service struct {
	client       *http.Client
	address, key string
}

// update sends the request that the provider sends for the same attributes.
func (s *service) update(ctx context.Context, declared model) (err error) {
	body, err := json.Marshal(map[string]string{"name": declared.Name.ValueString(), "theme_mode": declared.ThemeMode.ValueString()})
	if err != nil {
		return err
	}

	path := "/api/v1/appearance/" + url.PathEscape(declared.ID.ValueString()) + "/"

	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.address+path, bytes.NewReader(body))
	if err != nil {
		return err
	}

	req.Header.Set("Authorization", "Bearer "+s.key)
	req.Header.Set("Content-Type", "application/json")

	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, resp.Body.Close()) }()

	// Read to its end, or the connection could not be used again.
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}

	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("PUT %s was answered with status %d", path, resp.StatusCode)
	}

	return nil
}
