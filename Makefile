# A fresh machine needs Python 3.11 or newer, git and make; everything else lands in .venv.
PYTHON ?= python3
PHOTOS ?= ../shared/photos
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Tests wait for processes and browsers now and then: one more of them than cores. Each worker loads
# everything, and starts a browser and servers of its own, which takes a core a quarter of a minute.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(min(8, 1 + (os.cpu_count() or 1)))")
# Tests start hundreds of processes, each of which would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE
# What trains and quantises models loads it before `vision.nets.session` does.
export ORT_DISABLE_TELEMETRY := 1
SHIPPED := scorer vision service tableside models/__init__.py
# A process that a test has hung is ended (`faulthandler_timeout`): another one takes its place once.
TESTS := $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=loadfile --no-loadscope-reorder \
	--max-worker-restart=1
# For all platforms and Pythons at once; what is pinned stays while it can (add --upgrade for newer).
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make pins"

# The page's tools need Node; the service and its page need none.
NPM := node_modules/.bin
NODE := command -v npm >/dev/null
NO_NODE := The page's code was not checked: that needs nodejs and npm.

.DEFAULT_GOAL := help
.PHONY: help demo test rest fast screens serve bench layout-bench soak train own evaluate lint lint-page format check site clients wheel release-check pins clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

demo: $(VENV)/.project ## read a bundled photo, score it, play it into a ledger
	$(BIN)/tableside demo

# Coverage makes Python half as slow again, so it is measured only with the scorer's tests of chosen
# hands, not with those of random hands.
test: $(VENV)/.dev $(VENV)/.project ## install the development pins, run the tests, measure the scorer's coverage
	$(TESTS) tests/scorer scorer --cov=scorer --cov-report=term-missing:skip-covered --cov-fail-under=100
	$(TESTS) tests --ignore=tests/scorer

rest: $(VENV)/.dev $(VENV)/.project ## the tests that are not listed in the file PASSED
	$(TESTS) tests scorer --passed=$(PASSED)

fast: $(VENV)/.dev $(VENV)/.project ## in a minute, what changes break most often: scorer, ledger, service, layout of photos
	TABLESIDE_FAST=1 $(TESTS) -m "not slow" --durations=5 tests/scorer scorer tests/service tests/vision tests/house
	$(BIN)/python -m benchmarks.trace

# Runs axe on every screen; takes some ten minutes.
screens: $(VENV)/.dev $(VENV)/.project ## pictures of every screen in English and Chinese, both themes and three widths, in Japanese on a narrow phone: build/screens
	rm -rf build/screens
	TABLESIDE_SCREENS=build/screens $(TESTS) tests/page/test_accessibility.py tests/page/test_further_screens.py \
		tests/page/test_other_reading.py tests/page/test_delete_game.py tests/page/test_trust.py

serve: $(VENV)/.project ## the service and its page
	$(BIN)/tableside serve

bench: $(VENV)/.dev $(VENV)/.project ## scores and readings compared with other packages, the service, taps and seconds on the page
	$(BIN)/python -m benchmarks.scoring_peer
	$(BIN)/python -m benchmarks.reading_peer
	$(BIN)/python -m benchmarks.service
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m benchmarks.walks
	$(BIN)/python -m benchmarks.phone_names

layout-bench: $(VENV)/.dev $(VENV)/.project ## how hands in frozen scenes are read, by tag, against the last release; takes a minute
	$(BIN)/python -m benchmarks.layout

soak: $(VENV)/.dev $(VENV)/.project ## endurance at full length: kills, full disks, hostile files, a long evening
	TABLESIDE_SOAK=1 $(BIN)/python -m pytest tests/crash $$(grep -rl --include='test_*.py' 'soak import' tests)
	$(MAKE) screens
	$(BIN)/python -m tests.scorer.fuzz --count 100000
	$(BIN)/python -m benchmarks.service --hands 4000 --seconds 300

train: $(VENV)/.train $(VENV)/.project ## train the models from PHOTOS and rendered scenes, quantise, calibrate, write cards
	$(MAKE) -f models/training/stages.mk PYTHON=$(BIN)/python PHOTOS=$(PHOTOS)

own: $(VENV)/.train $(VENV)/.project ## measure on your own labelled PHOTOS, train the shipped models on them, measure again: build/own
	$(MAKE) -f models/training/stages.mk PYTHON=$(BIN)/python PHOTOS=$(PHOTOS) own

evaluate: $(VENV)/.project ## measure the models on PHOTOS
	$(BIN)/python -m datasets.evaluation.readings $(PHOTOS) --split val

# The second run of mypy finds calls in shipped code that Windows lacks.
lint: $(VENV)/.dev $(VENV)/.project ## format, lint, types and import contracts, changing nothing
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows $(SHIPPED)
	$(BIN)/lint-imports
	@if $(NODE); then $(MAKE) --no-print-directory lint-page; else echo "$(NO_NODE)"; fi

# The types of the calls are generated from the service's own description, those of the texts from the
# English catalogues; neither is committed.
lint-page: node_modules/.stamp tests/clients/node_modules/.stamp ## the part of lint that needs Node: types and format of the page, and its bundled libraries
	mkdir -p build
	$(BIN)/python -m tools.api_description > build/openapi.json
	node tests/clients/page_types.mjs build/openapi.json service/page/static/js/api/types.d.ts
	$(BIN)/python -m tools.text_ids > service/page/static/js/i18n/text-ids.d.ts
	$(NPM)/tsc
	$(NPM)/biome check
	node service/page/vendor.mjs --check

format: $(VENV)/.dev ## format, and fix what can be fixed
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	@if $(NODE); then $(MAKE) --no-print-directory node_modules/.stamp && $(NPM)/biome check --write; else echo "$(NO_NODE)"; fi

check: lint test ## lint and test, before a change is finished

# The pages of docs/index.rst, and /docs of a service; fails on an unlisted page or a dead link.
site: $(VENV)/.site $(VENV)/.project ## the documents as a site: build/site/index.html
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -d build/doctrees -c docs . build/site
	$(BIN)/python -m tools.api_description > build/site/openapi.json
	cp service/page/reference/index.html build/site/api.html
	cp service/page/reference/reference.js service/page/reference/swagger-ui* build/site/docs
	gunzip --force build/site/docs/swagger-ui*.gz

clients: tests/clients/node_modules/.stamp ## tools that check the API's description and generate clients, for the tests

wheel: $(VENV)/.dev $(VENV)/.project ## build/dist/tableside-*.whl
	rm -rf build/dist
	$(BIN)/python -m build --wheel --no-isolation --outdir build/dist

release-check: $(VENV)/.dev $(VENV)/.project ## check whether this checkout can be released: set TABLESIDE_REPOSITORY, or TRIAL=--trial
	$(BIN)/python -m tools.release $(TRIAL)

pins: $(VENV)/.dev ## resolve requirements/*.in again
	$(PIP) install --quiet uv
	cd requirements && for name in base build dev site; do \
		../$(COMPILE) --output-file $$name.txt $$name.in || exit 1; done

clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist node_modules

# Stamps, so that a second run installs nothing: each is newer than its pins. The pins name everything
# needed: if pip resolved more, it would choose a newer release of a package requested with an extra,
# which the pins do not name, and refuse it for lack of a hash.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name it with PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: requirements/base.txt requirements/build.txt | $(VENV)/bin/python
	$(PIP) install --quiet --no-deps --require-hashes -r requirements/base.txt -r requirements/build.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(VENV)/bin/python
	$(PIP) install --quiet --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/.site: requirements/site.txt | $(VENV)/bin/python
	$(PIP) install --quiet --no-deps --require-hashes -r requirements/site.txt
	@touch $@

$(VENV)/.train: requirements/train.txt $(VENV)/.dev
	$(PIP) install --quiet -r requirements/train.txt
	@touch $@

$(VENV)/.project: pyproject.toml $(VENV)/.base
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

tests/clients/node_modules/.stamp: tests/clients/package.json tests/clients/package-lock.json
	npm ci --prefix tests/clients --ignore-scripts --no-audit --no-fund --silent
	@touch $@

node_modules/.stamp: package.json package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@
