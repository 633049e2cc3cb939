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
NO_NODE := The page's code is not looked at: install nodejs and npm for that.

.DEFAULT_GOAL := help
.PHONY: help demo test rest fast screens serve bench layout-bench soak train own evaluate lint lint-page format check site clients wheel release-check pins clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

demo: $(VENV)/.project ## read a bundled photo, score it, play it into a ledger
	$(BIN)/tableside demo

# Measuring what is reached makes Python half as slow again: only the scorer's tests of chosen hands
# are measured. Those of random hands are not.
test: $(VENV)/.dev $(VENV)/.project ## install the development pins, run every test, measure what the scorer's reach of it
	$(TESTS) tests/scorer scorer --cov=scorer --cov-report=term-missing:skip-covered --cov-fail-under=100
	$(TESTS) tests --ignore=tests/scorer

rest: $(VENV)/.dev $(VENV)/.project ## the tests that the file PASSED does not name
	$(TESTS) tests scorer --passed=$(PASSED)

fast: $(VENV)/.dev $(VENV)/.project ## in a minute what a change breaks most often: scorer, ledger, service, layout of photos
	TABLESIDE_FAST=1 $(TESTS) -m "not slow" --durations=5 tests/scorer scorer tests/service tests/vision tests/house
	$(BIN)/python -m benchmarks.trace

# With axe at every screen; some ten minutes.
screens: $(VENV)/.dev $(VENV)/.project ## pictures of every screen in English and Chinese, both themes and three widths, in Japanese on a narrow phone: build/screens
	rm -rf build/screens
	TABLESIDE_SCREENS=build/screens $(TESTS) tests/page/test_accessibility.py tests/page/test_further_screens.py \
		tests/page/test_other_reading.py tests/page/test_delete_game.py tests/page/test_trust.py

serve: $(VENV)/.project ## the service and its page
	$(BIN)/tableside serve

bench: $(VENV)/.dev $(VENV)/.project ## scores and readings beside other packages, the service, taps and seconds of hands on the page
	$(BIN)/python -m benchmarks.scoring_peer
	$(BIN)/python -m benchmarks.reading_peer
	$(BIN)/python -m benchmarks.service
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m benchmarks.walks
	$(BIN)/python -m benchmarks.phone_names

layout-bench: $(VENV)/.dev $(VENV)/.project ## how hands come out of frozen scenes, by tag, against the last release; in a minute
	$(BIN)/python -m benchmarks.layout

soak: $(VENV)/.dev $(VENV)/.project ## endurance at full length: kills, full disks, hostile files, a long evening
	TABLESIDE_SOAK=1 $(BIN)/python -m pytest tests/crash $$(grep -rl --include='test_*.py' 'soak import' tests)
	$(MAKE) screens
	$(BIN)/python -m tests.scorer.fuzz --count 100000
	$(BIN)/python -m benchmarks.service --hands 4000 --seconds 300

train: $(VENV)/.train $(VENV)/.project ## train the models from PHOTOS and rendered scenes, bring them to eight bits, calibrate, write cards
	$(MAKE) -f models/training/stages.mk PYTHON=$(BIN)/python PHOTOS=$(PHOTOS)

own: $(VENV)/.train $(VENV)/.project ## measure your own labelled PHOTOS, go on from the shipped models with them, measure again: build/own
	$(MAKE) -f models/training/stages.mk PYTHON=$(BIN)/python PHOTOS=$(PHOTOS) own

evaluate: $(VENV)/.project ## what the models reach on PHOTOS
	$(BIN)/python -m datasets.evaluation.readings $(PHOTOS) --split val

# The second look of mypy finds calls that Windows lacks in what ships.
lint: $(VENV)/.dev $(VENV)/.project ## format, lint, types and import contracts, changing nothing
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows $(SHIPPED)
	$(BIN)/lint-imports
	$(BIN)/python -m tools.hub_cards --check
	@if $(NODE); then $(MAKE) --no-print-directory lint-page; else echo "$(NO_NODE)"; fi

# The types of the calls are made of the service's own description each time, those of the texts of the
# English catalogues: none are kept.
lint-page: node_modules/.stamp tests/clients/node_modules/.stamp ## the part of lint that needs Node: types and format of the page, and what it bundles of others
	mkdir -p build
	$(BIN)/python -m tools.api_description > build/openapi.json
	node tests/clients/page_types.mjs build/openapi.json service/page/static/js/api/types.d.ts
	$(BIN)/python -m tools.text_ids > service/page/static/js/i18n/text-ids.d.ts
	$(NPM)/tsc
	$(NPM)/biome check
	node service/page/vendor.mjs --check

format: $(VENV)/.dev ## format and repair what can be repaired
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	@if $(NODE); then $(MAKE) --no-print-directory node_modules/.stamp && $(NPM)/biome check --write; else echo "$(NO_NODE)"; fi

check: lint test ## all of it, before a change is finished

# The pages of docs/index.rst, and /docs of a service; a page that nothing names or a link that leads nowhere fails.
site: $(VENV)/.site $(VENV)/.project ## the documents as a site: build/site/index.html
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -d build/doctrees -c docs . build/site
	$(BIN)/python -m tools.api_description > build/site/openapi.json
	cp service/page/reference/index.html build/site/api.html
	cp service/page/reference/reference.js service/page/reference/swagger-ui* build/site/docs
	gunzip --force build/site/docs/swagger-ui*.gz

clients: tests/clients/node_modules/.stamp ## what looks at the API's description and makes clients of it, for the tests

wheel: $(VENV)/.dev $(VENV)/.project ## build/dist/tableside-*.whl
	rm -rf build/dist
	$(BIN)/python -m build --wheel --no-isolation --outdir build/dist

release-check: $(VENV)/.dev $(VENV)/.project ## whether this checkout can be released: set TABLESIDE_REPOSITORY, or TRIAL=--trial
	$(BIN)/python -m tools.release $(TRIAL)

pins: $(VENV)/.dev ## resolve requirements/*.in anew
	$(PIP) install --quiet uv
	cd requirements && for name in base build dev site; do \
		../$(COMPILE) --output-file $$name.txt $$name.in || exit 1; done

clean: ## forget the environment and everything built
	rm -rf $(VENV) build dist node_modules

# Stamps, so that a second run installs nothing: each is newer than the pins that it stands for. The
# pins name all that is needed: were pip to look for more, a newer release of what is asked for with
# an extra, which pins do not name, would be chosen and refused for want of a hash.
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
