# The training of all networks, as stages with what each reads and writes: `make train` runs those
# whose output is missing or older than what it is made of, and an interrupted one goes on from its
# checkpoint. A network is written as ONNX and as a checkpoint (`.npz`) beside it, from which others go on.
# A folder counts as made when its `.done` is there. One stage alone:
#     make -f models/training/stages.mk build/float/detector.onnx
PYTHON ?= .venv/bin/python
PHOTOS ?= ../shared/photos
RUN := $(PYTHON) -m
NETWORKS := detector classifier roles captions stacked

RENDER = $(RUN) datasets.synth.render --workers 2 --out $(@D)
DETECTOR = $(RUN) models.training.tasks.detector --photos $(PHOTOS) --corners models/detector.onnx --out $@
EMPTY := --none $(PHOTOS)/none --but rachelyan666-59eeb2.jpg allyssexy-065db7.jpg
CROPS = $(RUN) models.training.data.crops --photos $(PHOTOS) --detector build/float/detector.onnx --out $@
DRAWN = $(RUN) models.training.data.crops --out $@
LOOKS = $(RUN) datasets.frozen.examples --out $(@D)
ROLES = $(RUN) models.training.tasks.roles --out $@
WEIGHTS = $(RUN) models.training.quantisation.weights $< --out $@
DONE = @touch $@

.PHONY: all
.DELETE_ON_ERROR:
all: build/cards.done

# One recipe a network, with about as many steps as the shipped files took in several rounds, of
# which their cards tell. Scenes for all networks, of each profile some; the corners of labelled
# boxes are as the shipped detector sees them.
SCENES_COUNTS := hands:950 aside:950 acceptance:950 training:950 racked:475 strewn:475 play:475 chair:475 \
	blanks:475
PROFILED := $(foreach each,$(SCENES_COUNTS),build/scenes/$(firstword $(subst :, ,$(each)))/.done)
SCENES := $(PROFILED) build/scenes/on-photos/.done
$(PROFILED): build/scenes/%/.done:
	$(RENDER) --profile $* --sources drawn,crops --seed 82 \
		--count $(patsubst $*:%,%,$(filter $*:%,$(SCENES_COUNTS)))
	$(DONE)
build/scenes/on-photos/.done:
	$(RENDER) --profile hands --sources drawn,crops --seed 83 --count 950 --grounds $(PHOTOS)/none
	$(DONE)
build/float/detector.onnx: $(SCENES)
	$(DETECTOR) --scenes build/scenes --rate 0.002 --batch 48 --steps 12000

# Single tiles for the networks that name them, cut where the detector finds them or drawn.
build/crops.npz: build/float/detector.onnx $(SCENES) ; $(CROPS) $(EMPTY) --scenes build/scenes --most 57000
build/crops-large.npz: build/float/detector.onnx $(SCENES)
	$(CROPS) $(EMPTY) --scenes build/scenes --most 80000 --size 152
build/drawn.npz: ; $(DRAWN) --drawn 38000 --bonus 0.5 --birds 0.2 --bamboo 0.2
build/drawn-large.npz: ; $(DRAWN) --drawn 28000 --seed 96 --bonus 0.8 --birds 0.4 --size 152

build/unknown.npz: ; $(DRAWN) --drawn 14000 --seed 400 --unknown 0.4 --bonus 0.45 --birds 0.25 --reds 0.5

SMALL := build/crops.npz build/drawn.npz
LARGE := build/crops-large.npz build/drawn-large.npz
NAMES = $(RUN) models.training.tasks.$(1) --crops $(2) --out $@
build/float/classifier.onnx: $(SMALL)
	$(call NAMES,classifier,$(SMALL)) --steps 5000
build/float/captions.onnx: build/float/classifier.onnx $(LARGE)
	$(call NAMES,captions,$(LARGE)) --side 128 --start $(<:.onnx=.npz) --steps 9000

# Tiles that lie upon others.
build/stacked/.done: ; $(RENDER) --profile stacked --count 8200 --seed 76
	$(DONE)
build/float/stacked.onnx: build/stacked/.done
	$(RUN) models.training.tasks.stacked --scenes build/stacked --photos $(PHOTOS) --steps 10000 --out $@

# The role of each tile. `models/training/looks` has looks at real tiles in new layouts, with winning
# tiles apart, which few photos show; models/JOURNAL.md says how they were made.
build/looks/.done: ; $(LOOKS) --count 14100 --workers 2
	$(DONE)
build/photo-looks/.done: ; $(LOOKS) --photos --turns 6
	$(DONE)
build/float/roles.onnx: build/looks/.done build/photo-looks/.done
	$(ROLES) --looks build/looks --photos build/photo-looks models/training/looks --steps 120000 --rate 2.5e-3

# Eight bits, and how sure a reading may be, which is written into the classifier.
build/int8/static.done: build/float/detector.onnx build/float/classifier.onnx build/float/captions.onnx
	$(RUN) models.training.quantisation.static --detector build/float/detector.onnx \
		--classifier build/float/classifier.onnx --captions build/float/captions.onnx --photos $(PHOTOS) --out $(@D)
	$(DONE)
# Whether a tile bears any of the 42 faces is learned on the classifier as it is in eight bits.
build/int8/unknown.done: build/int8/static.done build/float/classifier.onnx build/crops.npz build/unknown.npz
	$(RUN) models.training.tasks.unknown --crops build/crops.npz build/unknown.npz \
		--start build/float/classifier.npz --classifier build/int8/classifier.onnx --out build/int8/classifier.onnx
	$(DONE)
INT8 = $(foreach each,$(1),--$(each) build/int8/$(each).onnx)
build/int8/stacked.onnx: build/float/stacked.onnx ; $(WEIGHTS)
build/int8/roles.onnx: build/float/roles.onnx ; $(WEIGHTS)
build/fitting/.done: ; $(RENDER) --profile acceptance --count 90 --seed 778
	$(DONE)
build/fitting-more/.done: ; $(RENDER) --profile acceptance --sources drawn,crops --count 400 --seed 970
	$(DONE)
build/int8/calibration.done: build/int8/unknown.done build/fitting/.done
	$(RUN) datasets.evaluation.calibration $(call INT8,detector classifier captions) \
		--photos $(PHOTOS) --split val --rendered build/fitting --write build/int8/classifier.onnx
	$(RUN) datasets.evaluation.tile_existence $(call INT8,detector classifier captions) \
		--photos $(PHOTOS) $(EMPTY) --write build/int8/classifier.onnx
	$(DONE)
build/int8/certainty.done: build/int8/calibration.done build/int8/stacked.onnx build/int8/roles.onnx build/fitting-more/.done
	$(RUN) datasets.evaluation.certainty $(call INT8,$(NETWORKS)) --photos $(PHOTOS) --split val \
		--rendered build/fitting build/fitting-more --write build/int8/classifier.onnx
	$(DONE)

build/int8/existence.done: build/int8/certainty.done
	$(RUN) datasets.evaluation.existence $(call INT8,$(NETWORKS)) --photos $(PHOTOS) \
		$(EMPTY) --write build/int8/roles.onnx
	$(DONE)

# What ships, its figures and its cards.
build/shipped.done: build/int8/existence.done
	cp $(NETWORKS:%=build/int8/%.onnx) models/
	cp $(NETWORKS:%=build/float/%.npz) models/training/float/
	$(RUN) models.training.similarity --write models/classifier.onnx
	$(DONE)
build/val.json: build/shipped.done
	$(RUN) datasets.evaluation.readings $(PHOTOS) --split val --json $@
build/cards.done: build/val.json
	for name in $(NETWORKS); do \
		$(RUN) models.training.cards $$name --evaluation $< --command "make train PHOTOS=$(PHOTOS)" || exit 1; done
	$(DONE)

# On from the shipped networks with photos of your own, which are measured before and after
# (docs/adding/photos.md). The split `val` only counts in the fits of confidence.
OWN := build/own
GO_ON = --start models/training/float/$(1).npz --checkpoint $(OWN)/$(1).pt
MEASURE = $(RUN) datasets.evaluation.readings $(PHOTOS) --split val --json $@
NEW = $(foreach each,detector classifier,--$(each) $(OWN)/$(each).onnx)
FIT = $(RUN) datasets.evaluation.$(1) $(NEW) --photos $(PHOTOS) --rendered $(OWN)/fitting --write $(OWN)/classifier.onnx
.PHONY: own
own: $(OWN)/after.json
$(PHOTOS)/tiles.jsonl: ; touch $@
$(OWN)/before.json: $(PHOTOS)/hands.jsonl ; $(MEASURE)
$(OWN)/scenes/.done: ; $(RENDER) --profile hands --count 1200 --seed 11
	$(DONE)
$(OWN)/fitting/.done: ; $(RENDER) --profile acceptance --count 90 --seed 778
	$(DONE)
$(OWN)/float/detector.onnx: $(OWN)/before.json $(OWN)/scenes/.done
	$(DETECTOR) --scenes $(OWN)/scenes $(call GO_ON,detector) --rate 0.0005 --steps 2000
$(OWN)/crops.npz: $(OWN)/float/detector.onnx $(OWN)/scenes/.done $(PHOTOS)/tiles.jsonl
	$(CROPS) --detector $< --scenes $(OWN)/scenes --most 8000 --mistakes 100
$(OWN)/drawn.npz: ; $(DRAWN) --drawn 4000
$(OWN)/float/classifier.onnx: $(OWN)/crops.npz $(OWN)/drawn.npz
	$(call NAMES,classifier,$^) $(call GO_ON,classifier) --rate 0.0005 --steps 1000
$(OWN)/static.done: $(OWN)/float/detector.onnx $(OWN)/float/classifier.onnx
	$(RUN) models.training.quantisation.static --detector $< --classifier $(word 2,$^) --photos $(PHOTOS) --out $(@D)
	$(DONE)
$(OWN)/classifier.done: $(OWN)/static.done $(OWN)/fitting/.done build/unknown.npz
	$(RUN) models.training.tasks.unknown --crops $(OWN)/crops.npz build/unknown.npz \
		--start $(OWN)/float/classifier.npz --checkpoint $(OWN)/unknown.pt \
		--classifier $(OWN)/classifier.onnx --out $(OWN)/classifier.onnx
	$(call FIT,calibration)
	$(call FIT,certainty)
	$(RUN) models.training.similarity --classifier $(OWN)/classifier.onnx --write $(OWN)/classifier.onnx
	$(DONE)
$(OWN)/after.json: $(OWN)/classifier.done ; $(MEASURE) $(NEW)
