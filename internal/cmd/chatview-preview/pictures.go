package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

const (
	// pictureWidth is in CSS pixels.
	pictureWidth = 1280
	overviewFile = "overview.png"
)

// takePictures writes a screenshot of each theme, and one of the list.
func (r *previewRun) takePictures(ctx context.Context, themes []theme) error {
	if err := os.MkdirAll(r.pictures, 0o750); err != nil {
		return fmt.Errorf("create the folder of -screenshot: %w", err)
	}

	tab, stop, err := browser.Start(ctx)
	if err != nil {
		return fmt.Errorf("take pictures: %w", err)
	}
	defer stop()

	if err := r.takePicture(tab, "/", overviewFile); err != nil {
		return err
	}

	taken := map[string]bool{}

	for i := range themes {
		name := fileName(themes[i].Address)
		if taken[strings.ToLower(name)] { // some file systems ignore case
			name = fmt.Sprintf("%s-%d", name, themes[i].ID)
		}

		taken[strings.ToLower(name)] = true
		themes[i].Picture = filepath.Join(r.pictures, name+".png")

		if err := r.takePicture(tab, pages.AppearancePath(themes[i].ID), name+".png"); err != nil {
			return err
		}
	}

	return nil
}

func (r *previewRun) takePicture(tab context.Context, path, name string) error {
	picture, err := browser.Screenshot(tab, r.mock.url+path+"?static", "light", pictureWidth)
	if err != nil {
		return err
	}

	if err := os.WriteFile(filepath.Join(r.pictures, name), picture, 0o644); err != nil {
		return fmt.Errorf("write a picture: %w", err)
	}

	return nil
}

var special = regexp.MustCompile(`[^A-Za-z0-9._]+`)

// fileName returns an address without the characters that file systems and
// artifact stores refuse: chatview_appearance.tenant["north"] becomes
// chatview_appearance.tenant-north.
func fileName(address string) string {
	const longest = 200 // of the 255 bytes that file systems have

	name := strings.NewReplacer(`"]`, "", "]", "").Replace(address)
	name = special.ReplaceAllString(name, "-")

	return name[:min(len(name), longest)]
}
