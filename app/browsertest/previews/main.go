// Command previews paints the pictures that other sites show beside a link to a
// page: a card with its title, its description and a moment of a run. It writes
// web/previews, one PNG of few colours for each page:
//
//	go run ./app/browsertest/previews
//
// It needs Chromium, and the fonts of the machine that it runs on.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"image/png"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"stampede/app/browsertest"
	"stampede/app/i18n"
	"stampede/app/page"
	"stampede/app/site"
)

// folder is where the pictures go, below the module.
const folder = "web/previews"

//go:embed card.html
var cardText string

var cardPage = template.Must(template.New("card").Parse(cardText))

func main() {
	if err := paintAll(); err != nil {
		fmt.Fprintln(os.Stderr, "previews:", err)
		os.Exit(1)
	}
}

// paintAll writes the picture of every page in English.
func paintAll() error {
	module, err := site.Module()
	if err != nil {
		return err
	}
	options, err := browsertest.Options()
	if err != nil {
		return err
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := os.MkdirAll(filepath.Join(module, folder), 0o755); err != nil {
		return err
	}
	for _, r := range page.RoutesIn(i18n.For(i18n.Fallback)) {
		if r.Embed {
			continue // it has that of its playground
		}
		picture, err := paint(ctx, module, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
		file := filepath.Join(module, folder, site.PreviewName(r.Path))
		if err := os.WriteFile(file, picture, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s %d kB\n", filepath.Base(file), len(picture)/1000)
	}
	return nil
}

// paint makes the picture of a page.
func paint(ctx context.Context, module string, r page.Route) ([]byte, error) {
	c, err := cardOf(module, r)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(os.TempDir(), "stampede-preview.html")
	var html bytes.Buffer
	if err := cardPage.Execute(&html, c); err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, html.Bytes(), 0o600); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	if _, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: site.PreviewWidth, Height: site.PreviewHeight, DeviceScaleFactor: 1,
	}); err != nil {
		return nil, err
	}
	if _, err := chromedp.Run(ctx, chromedp.Navigate("file://"+filepath.ToSlash(file))); err != nil {
		return nil, err
	}
	shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return nil, err
	}
	full, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&out, fewColours(full))
	return out.Bytes(), err
}
