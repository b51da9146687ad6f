# Needs Go, make and git. "make help" lists what there is to do.
GO       ?= go
PORT     ?= 8080
OUT      ?= dist
URL      ?=
FUZZTIME ?= 20s
BENCH    ?= .

COMMAND := $(GO) run ./app/cmd/stampede
BROWSER := GOOS=js GOARCH=wasm
# What a test run leaves behind until its end: tools, and the list of what it skipped.
WORK    := .test
SKIPPED := $(WORK)/skipped

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run site previews test bench profile golden fuzz soak fmt lint clean \
	test-begin test-unit test-race test-wasm test-browser test-end

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
	while IFS='|' read -r name text; do printf '  make %-8s %s\n' "$$name" "$$text"; done

run: ## build the site and serve it at http://localhost:8080 (PORT=8080)
	@$(COMMAND) serve --port $(PORT)

site: ## write the static site to dist/ (OUT=dist); it works at any path (URL=https://... for previews elsewhere)
	@$(COMMAND) site --out $(OUT) --url "$(URL)"

previews: ## paint the pictures that other sites show beside a link to a page (web/previews)
	@.ci/browser
	$(GO) run ./app/browsertest/previews

test: test-begin lint test-unit test-race test-wasm test-browser test-end ## run all checks and tests, as continuous integration does

bench: ## run the benchmarks, natively and in the browser (BENCH=pattern)
	$(GO) test -pgo=$(CURDIR)/wasm/default.pgo -run '^$$' -bench '$(BENCH)' -benchmem ./...
	@.ci/browser
	@mkdir -p $(WORK) && $(GO) build -o $(WORK)/wasmexec ./app/browsertest/wasmexec
	$(BROWSER) $(GO) test -pgo=$(CURDIR)/wasm/default.pgo -run '^$$' -bench '$(BENCH)' -benchmem -exec '$(CURDIR)/$(WORK)/wasmexec' ./engine ./wasm/stage
	@rm -rf $(WORK)

golden: ## rewrite the recorded outputs; look at the difference before you commit it
	@grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -r -n1 dirname | sort -u | while read -r dir; do \
		$(GO) test -count=1 "$$dir" -update || exit 1; \
	done
	@git --no-pager diff --stat

profile: ## measure again where the engine spends its time; the compiler inlines by it (wasm/default.pgo)
	$(GO) test -run '^$$' -bench '^Benchmark(W1|W2|Facebook)$$' -benchtime 10x -cpuprofile wasm/default.pgo -o $(CURDIR)/.profile.test ./engine
	@rm -f .profile.test

fuzz: ## let every fuzz test search for a while (FUZZTIME=20s)
	@grep -rlE --include='*_test.go' '^func Fuzz' . | xargs -r -n1 dirname | sort -u | while read -r dir; do \
		for name in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' $$dir/*_test.go); do \
			$(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$dir || exit 1; \
		done; \
	done

soak: ## run the tests that last, over more seeds and loads, and every variation of the browser tests
	$(GO) test -count=1 -timeout 0 -tags soak -run Soak ./...
	@.ci/browser
	$(GO) test -count=1 -timeout 0 -tags browser ./app/browsertest

fmt: ## format all Go files
	$(GO) tool gofumpt -w .

# The checks that read the sources, for each platform and tag that has files of its own.
lint: ## check format, and look for mistakes
	@files=$$($(GO) tool gofumpt -l .); if [ -n "$$files" ]; then \
		echo "not formatted (make fmt):"; echo "$$files"; exit 1; fi
	$(GO) vet -tags browser,soak ./...
	$(BROWSER) $(GO) vet ./wasm/...
	@check=$$($(GO) tool -n staticcheck) && set -x && \
		"$$check" -tags browser,soak ./... && $(BROWSER) "$$check" ./wasm/...

clean: ## remove what was built
	rm -rf $(WORK) dist web/app.wasm web/wasm_exec.js

test-begin:
	@rm -rf $(WORK) && mkdir -p $(WORK) && : > $(SKIPPED)

test-unit:
	@SKIPPED=$(SKIPPED) .ci/gotest -shuffle=on ./...

# Only where goroutines are: the engine has none, and the detector is slow.
test-race:
	@if command -v gcc >/dev/null 2>&1 || command -v clang >/dev/null 2>&1; then \
		packages=$$(grep -rlE --include='*.go' '^[[:space:]]*go (func|[a-zA-Z.]+\()' app | \
			xargs -r -n1 dirname | sort -u | sed 's,^,./,'); \
		set -x; CGO_ENABLED=1 $(GO) test -vet=off -race -short -shuffle=on $$packages; \
	else echo "race detector: needs a C compiler" >> $(SKIPPED); fi

test-wasm:
	@.ci/browser
	$(GO) build -o $(WORK)/wasmexec ./app/browsertest/wasmexec
	@SKIPPED=$(SKIPPED) $(BROWSER) .ci/gotest -short -exec '$(CURDIR)/$(WORK)/wasmexec' ./engine/... ./wasm/...

test-browser:
	@.ci/browser
	@SKIPPED=$(SKIPPED) .ci/gotest -count=1 -short -timeout 12m -tags browser ./app/browsertest

test-end:
	@if [ -s $(SKIPPED) ]; then echo "Passed. Skipped here:"; sed 's/^/  /' $(SKIPPED); \
	else echo "Passed. Nothing was skipped."; fi
	@rm -rf $(WORK)
