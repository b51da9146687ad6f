# Needs Go, make and git. "make help" lists what there is to do.
GO      ?= go
PORT    ?= 8080
OUT     ?= dist
COMMAND := $(GO) run ./app/cmd/stampede

.DEFAULT_GOAL := help
.PHONY: help run site

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-8s %s\n' "$$name" "$$text"; done

run: ## build the site and serve it at http://localhost:8080 (PORT=8080)
	@$(COMMAND) serve --port $(PORT)

site: ## write the static site to dist/ (OUT=dist); it works at any path
	@$(COMMAND) site --out $(OUT)
