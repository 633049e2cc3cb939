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
.PHONY: help demo test fast screens serve bench layout-bench soak train evaluate lint format check site clients wheel release-check pins clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

demo: $(VENV)/.project ## read a bundled photo, score it, play it into a ledger
	$(BIN)/tableside demo

# Measuring what is reached makes Python half as slow again: only the scorer's tests of chosen hands
# are measured. Those of random hands are not.
test: $(VENV)/.dev $(VENV)/.project ## install the development pins, run every test, measure what the scorer's reach of it
	$(TESTS) tests/scorer scorer --cov=scorer --cov-report=term-missing:skip-covered --cov-fail-under=100
	$(TESTS) tests --ignore=tests/scorer

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

bench: $(VENV)/.dev $(VENV)/.project ## milliseconds of a reading by stage, of a score, of the service; taps and seconds of hands on the page
	$(BIN)/python -m datasets.benchmarks.stages
	$(BIN)/python -m datasets.benchmarks.service
	$(BIN)/python -m datasets.benchmarks.page
	$(BIN)/python -m datasets.benchmarks.live
	$(BIN)/python -m datasets.benchmarks.replay --photos $(PHOTOS)

layout-bench: $(VENV)/.dev $(VENV)/.project ## how hands come out of frozen scenes, by tag, against the last release; in a minute
	$(BIN)/python -m datasets.benchmarks.layout

soak: $(VENV)/.dev $(VENV)/.project ## endurance at full length: kills, full disks, hostile files, a long evening
	TABLESIDE_SOAK=1 $(BIN)/python -m pytest tests/crash $$(grep -rl --include='test_*.py' 'soak import' tests)
	$(MAKE) screens
	$(BIN)/python -m tests.scorer.fuzz --count 100000
	$(BIN)/python -m datasets.benchmarks.service --hands 4000 --seconds 300

train: $(VENV)/.train $(VENV)/.project ## train the models from PHOTOS and rendered scenes, bring them to eight bits, calibrate, write cards
	$(BIN)/python -m datasets.synth.render --out build/scenes/drawn --count 2500 --seed 11 --sources drawn --workers 2
	$(BIN)/python -m datasets.synth.render --out build/scenes/mixed --count 4500 --seed 12 --workers 2
	$(BIN)/python -m datasets.synth.render --out build/scenes/late --count 4000 --seed 13 --workers 2
	$(BIN)/python -m models.training.tasks.detector --photos $(PHOTOS) --scenes build/scenes --steps 4250 --checkpoint checkpoints/first-detector.pt --out build/float/first-detector.onnx
	$(BIN)/python -m datasets.synth.render --out build/again/late --count 2600 --seed 51 --workers 2
	$(BIN)/python -m datasets.synth.render --profile chair --out build/again/chair --count 700 --seed 52 --workers 2
	$(BIN)/python -m datasets.synth.render --profile acceptance --sources drawn,art,crops --out build/again/hands --count 900 --seed 53 --workers 2
	$(BIN)/python -m datasets.synth.render --profile play --out build/again/play --count 1500 --seed 4100 --workers 2
	$(BIN)/python -m datasets.synth.render --profile aside --out build/again/aside --count 1500 --seed 54 --workers 2
	$(BIN)/python -m datasets.synth.render --profile aside --out build/again/more --count 1200 --seed 57 --workers 2
	$(BIN)/python -m datasets.synth.render --profile strewn --out build/again/strewn --count 2000 --seed 74 --workers 2
	$(BIN)/python -m datasets.synth.render --profile racked --out build/again/racked --count 1800 --seed 75 --workers 2
	$(BIN)/python -m models.training.data.corners --photos $(PHOTOS) --detector build/float/first-detector.onnx --out build/corners.jsonl
	$(BIN)/python -m models.training.tasks.detector --photos $(PHOTOS) --scenes build/again --corners build/corners.jsonl --start build/float/first-detector.onnx --rate 0.0015 --steps 9000 --out build/float/detector.onnx
	for plan in hands:950 aside:950 acceptance:950 training:950 racked:475 strewn:475 play:475 chair:475; do \
		$(BIN)/python -m datasets.synth.render --profile $${plan%:*} --sources drawn,art,crops --out build/long/$${plan%:*} --count $${plan#*:} --seed 82 --workers 2 || exit 1; done
	$(BIN)/python -m models.training.data.corners --photos $(PHOTOS) --detector build/float/detector.onnx --out build/corners-again.jsonl
	cp build/float/detector.onnx build/float/second-detector.onnx
	$(BIN)/python -m models.training.tasks.detector --photos $(PHOTOS) --scenes build/long --corners build/corners-again.jsonl --start build/float/second-detector.onnx --rate 0.002 --batch 48 --steps 8450 --checkpoint checkpoints/last-detector.pt --out build/float/detector.onnx
	$(BIN)/python -m models.training.data.crops --photos $(PHOTOS) --scenes build/scenes/late --most 45000 --detector build/float/detector.onnx
	$(BIN)/python -m models.training.data.crops --photos $(PHOTOS) --scenes build/again/play --only-scenes --most 12000 --mistakes 300 --detector build/float/detector.onnx --out build/crops-play.npz
	$(BIN)/python -m datasets.synth.render --profile aside --out build/aside --count 3500 --seed 55 --workers 2
	$(BIN)/python -m datasets.synth.render --profile hands --out build/hands --count 2600 --seed 70 --workers 2
	$(BIN)/python -m models.training.data.crops --photos $(PHOTOS) --split val --detector build/float/detector.onnx --out build/held.npz
	$(BIN)/python -m models.training.data.renders --count 24000 --out build/drawn.npz
	$(BIN)/python -m models.training.data.renders --count 8000 --seed 71 --bonus 0.3 --birds 0.4 --out build/drawn-birds.npz
	$(BIN)/python -m models.training.data.renders --count 6000 --seed 72 --bonus 0.1 --birds 0.12 --bamboo 0.6 --out build/drawn-bamboo.npz
	$(BIN)/python -m models.training.data.crops --photos $(PHOTOS) --scenes build/scenes/late --most 14000 --mistakes 600 --size 152 --detector build/float/detector.onnx --out build/crops-large.npz
	$(BIN)/python -m models.training.data.crops --photos $(PHOTOS) --scenes build/aside --only-scenes --most 26000 --mistakes 600 --size 152 --detector build/float/detector.onnx --out build/crops-aside-large.npz
	$(BIN)/python -m models.training.data.crops --photos $(PHOTOS) --scenes build/hands --only-scenes --most 40000 --mistakes 600 --size 152 --detector build/float/detector.onnx --out build/crops-hands-large.npz
	$(BIN)/python -m models.training.data.renders --count 14000 --seed 96 --bonus 0.85 --size 152 --out build/drawn-words.npz
	$(BIN)/python -m models.training.data.renders --count 14000 --seed 97 --bonus 0.75 --birds 0.4 --size 152 --out build/drawn-words-birds.npz
	$(BIN)/python -m models.training.tasks.classifier --crops build/crops.npz build/crops-play.npz build/drawn.npz build/drawn-birds.npz build/drawn-bamboo.npz --held build/held.npz --steps 5000 --out build/float/classifier.onnx
	$(BIN)/python -m models.training.tasks.captions --crops build/crops-large.npz build/crops-aside-large.npz build/crops-hands-large.npz build/drawn-words.npz build/drawn-words-birds.npz --side 128 --start build/float/classifier.onnx --steps 9000 --out build/float/captions.onnx
	$(BIN)/python -m models.training.quantisation.static --detector build/float/detector.onnx --classifier build/float/classifier.onnx --captions build/float/captions.onnx --photos $(PHOTOS) --out build/int8
	$(BIN)/python -m models.training.tasks.closeup --crops build/crops.npz build/crops-play.npz build/drawn.npz build/drawn-birds.npz build/drawn-bamboo.npz --held build/held.npz --steps 2800 --checkpoint checkpoints/first-closeup.pt --out build/float/first-closeup.onnx
	$(BIN)/python -m models.training.tasks.closeup --crops build/crops.npz build/crops-play.npz build/drawn.npz build/drawn-birds.npz build/drawn-bamboo.npz --held build/held.npz --start build/float/first-closeup.onnx --steps 4000 --out build/float/closeup.onnx
	$(BIN)/python -m models.training.quantisation.weights build/float/closeup.onnx --out build/int8/closeup.onnx --half 2
	$(BIN)/python -m datasets.synth.render --profile stacked --out build/stacked/76 --count 3200 --seed 76 --workers 2
	$(BIN)/python -m datasets.synth.render --profile stacked --out build/stacked/78 --count 5000 --seed 78 --workers 2
	$(BIN)/python -m models.training.tasks.stacked --scenes build/stacked --photos $(PHOTOS) --steps 10000 --out build/float/stacked.onnx
	$(BIN)/python -m models.training.quantisation.weights build/float/stacked.onnx --out build/int8/stacked.onnx
	$(BIN)/python -m datasets.frozen.examples --out build/looks --count 6000 --workers 2
	$(BIN)/python -m datasets.frozen.examples --out build/photo-looks --photos --turns 6
	$(BIN)/python -m datasets.frozen.examples --out build/relaid-looks --relaid 8 --seed 9
	$(BIN)/python -m datasets.synth.sights --out build/sights --count 30000 --play 0.3 --workers 2
	$(BIN)/python -m datasets.synth.sights --out build/sights-more --count 10000 --seed 816000 --play 0.2 --workers 2
	$(BIN)/python -m models.training.tasks.roles --looks build/looks --photos build/photo-looks --sights build/sights --out build/float/first-roles.onnx
	cp -n checkpoints/roles.pt checkpoints/last-roles.pt
	$(BIN)/python -m models.training.tasks.roles --looks build/looks --photos build/photo-looks build/relaid-looks --sights build/sights build/sights-more --steps 66000 --rate 2.5e-3 --checkpoint checkpoints/last-roles.pt --out build/float/last-roles.onnx
	cp -n checkpoints/last-roles.pt checkpoints/again-roles.pt
	$(BIN)/python -m models.training.tasks.roles --looks build/looks --photos build/photo-looks build/relaid-looks --sights build/sights build/sights-more --steps 83100 --rate 4e-3 --checkpoint checkpoints/again-roles.pt --out build/float/again-roles.onnx
	$(BIN)/python -m models.training.average build/float/last-roles.onnx build/float/again-roles.onnx --out build/float/upright-roles.onnx
	$(BIN)/python -m datasets.frozen.examples --out build/looks-more --count 8100 --seed 733000 --workers 2
	$(BIN)/python -m datasets.synth.sights --out build/sights-last --count 36000 --seed 818000 --play 0.25 --workers 2
	$(BIN)/python -m models.training.tasks.roles --looks build/looks-more --photos build/photo-looks build/relaid-looks --sights build/sights-last --start build/float/upright-roles.onnx --steps 15850 --rate 6e-4 --batch 48 --seed 2 --checkpoint checkpoints/turned-roles.pt --out build/float/turned-roles.onnx
	$(BIN)/python -m models.training.average build/float/upright-roles.onnx build/float/turned-roles.onnx --out build/float/roles.onnx
	$(BIN)/python -m models.training.quantisation.weights build/float/roles.onnx --out build/int8/roles.onnx
	$(BIN)/python -m datasets.synth.render --profile acceptance --out build/fitting --count 90 --seed 778
	$(BIN)/python -m datasets.evaluation.calibration --detector build/int8/detector.onnx --classifier build/int8/classifier.onnx --captions build/int8/captions.onnx --closeup build/int8/closeup.onnx --photos $(PHOTOS) --split val --rendered build/fitting --write build/int8/classifier.onnx
	$(BIN)/python -m datasets.synth.render --profile acceptance --sources drawn,art,crops --out build/fitting-more --count 400 --seed 970
	$(BIN)/python -m datasets.evaluation.certainty --detector build/int8/detector.onnx --classifier build/int8/classifier.onnx --roles build/int8/roles.onnx --captions build/int8/captions.onnx --closeup build/int8/closeup.onnx --stacked build/int8/stacked.onnx --photos $(PHOTOS) --split val --rendered build/fitting build/fitting-more --write build/int8/classifier.onnx
	$(BIN)/python -m models.training.embedding build/int8/classifier.onnx build/int8/captions.onnx build/int8/closeup.onnx
	cp build/int8/detector.onnx build/int8/classifier.onnx build/int8/roles.onnx build/int8/captions.onnx build/int8/closeup.onnx build/int8/stacked.onnx models/
	$(BIN)/python -m models.training.likeness --write models/classifier.onnx
	$(BIN)/python -m datasets.evaluation.readings --photos $(PHOTOS) --split val --json build/val.json
	for name in detector classifier roles captions closeup stacked; do \
		$(BIN)/python -m models.training.cards $$name --evaluation build/val.json --command "make train PHOTOS=$(PHOTOS)" || exit 1; done
	$(BIN)/python -m datasets.tools.hub_cards

evaluate: $(VENV)/.project ## what the models reach on PHOTOS
	$(BIN)/python -m datasets.evaluation.readings --photos $(PHOTOS)

# The second look of mypy finds calls that Windows lacks in what ships.
lint: $(VENV)/.dev $(VENV)/.project ## format, lint, types and import contracts, changing nothing
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows $(SHIPPED)
	$(BIN)/lint-imports
	$(BIN)/python -m datasets.tools.page_types --check
	$(BIN)/python -m datasets.tools.completions --check
	$(BIN)/python -m datasets.tools.hub_cards --check
	@if $(NODE); then $(MAKE) --no-print-directory node_modules/.stamp && $(NPM)/tsc && $(NPM)/biome check && node service/page/vendor.mjs --check; else echo "$(NO_NODE)"; fi

format: $(VENV)/.dev ## format and repair what can be repaired
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	@if $(NODE); then $(MAKE) --no-print-directory node_modules/.stamp && $(NPM)/biome check --write; else echo "$(NO_NODE)"; fi

check: lint test ## all of it, before a change is finished

# The pages of docs/site.toml; a page that nothing names or a link that leads nowhere fails.
site: $(VENV)/.site $(VENV)/.project ## the documents as a site: build/site/index.html
	$(BIN)/python -m datasets.tools.site --out build/pages
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -d build/doctrees -c docs build/pages build/site

clients: tests/clients/node_modules/.stamp ## what looks at the API's description and makes clients of it, for the tests

wheel: $(VENV)/.dev $(VENV)/.project ## build/dist/tableside-*.whl
	rm -rf build/dist
	$(BIN)/python -m build --wheel --no-isolation --outdir build/dist

release-check: $(VENV)/.dev $(VENV)/.project ## whether this checkout can be released: set TABLESIDE_REPOSITORY, or TRIAL=--trial
	$(BIN)/python -m datasets.tools.release $(TRIAL)

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
