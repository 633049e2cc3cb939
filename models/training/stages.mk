# The training of all networks, as stages with what each reads and writes: `make train` runs those
# whose output is missing or older than what it is made of, and an interrupted one goes on from its
# checkpoint. A network is written as ONNX and as a checkpoint (`.npz`) beside it, from which others go on.
# A folder counts as made when its `.done` is there. One stage alone:
#     make -f models/training/stages.mk build/float/detector.onnx
PYTHON ?= .venv/bin/python
PHOTOS ?= ../shared/photos
RUN := $(PYTHON) -m
NETWORKS := detector classifier roles captions closeup stacked

RENDER = $(RUN) datasets.synth.render --workers 2 --out $(@D)
DETECTOR = $(RUN) models.training.tasks.detector --photos $(PHOTOS) --out $@
CORNERS = $(RUN) models.training.data.corners --photos $(PHOTOS) --out $@
CROPS = $(RUN) models.training.data.crops --photos $(PHOTOS) --detector build/float/detector.onnx --out $@
DRAWN = $(RUN) models.training.data.renders --out $@
LOOKS = $(RUN) datasets.frozen.examples --out $(@D)
SIGHTS = $(RUN) datasets.synth.sights --workers 2 --out $(@D)
ROLES = $(RUN) models.training.tasks.roles --out $@
# No step: the mean of the weights of those that it is made of, written as a network.
AVERAGE = rm -f $(@:.onnx=.pt) && $(ROLES) $(MORE) --steps 0 --checkpoint $(@:.onnx=.pt) \
	--start $(patsubst %.onnx,%.npz,$(filter %.onnx,$^))
START = --start $(patsubst %.onnx,%.npz,$<)
WEIGHTS = $(RUN) models.training.quantisation.weights $< --out $@
DONE = @touch $@

.PHONY: all
.DELETE_ON_ERROR:
all: build/cards.done

# Scenes for the detector: three rounds, each on from the one before.
build/scenes/drawn/.done: ; $(RENDER) --count 2500 --seed 11 --sources drawn
	$(DONE)
build/scenes/mixed/.done: ; $(RENDER) --count 4500 --seed 12
	$(DONE)
build/scenes/late/.done: ; $(RENDER) --count 4000 --seed 13
	$(DONE)
build/again/late/.done: ; $(RENDER) --count 2600 --seed 51
	$(DONE)
build/again/chair/.done: ; $(RENDER) --profile chair --count 700 --seed 52
	$(DONE)
build/again/hands/.done: ; $(RENDER) --profile acceptance --sources drawn,art,crops --count 900 --seed 53
	$(DONE)
build/again/play/.done: ; $(RENDER) --profile play --count 1500 --seed 4100
	$(DONE)
build/again/aside/.done: ; $(RENDER) --profile aside --count 1500 --seed 54
	$(DONE)
build/again/more/.done: ; $(RENDER) --profile aside --count 1200 --seed 57
	$(DONE)
build/again/strewn/.done: ; $(RENDER) --profile strewn --count 2000 --seed 74
	$(DONE)
build/again/racked/.done: ; $(RENDER) --profile racked --count 1800 --seed 75
	$(DONE)
LONG_COUNTS := hands:950 aside:950 acceptance:950 training:950 racked:475 strewn:475 play:475 chair:475
LONG := $(foreach each,$(LONG_COUNTS),build/long/$(firstword $(subst :, ,$(each)))/.done)
$(LONG): build/long/%/.done:
	$(RENDER) --profile $* --sources drawn,art,crops --seed 82 \
		--count $(patsubst $*:%,%,$(filter $*:%,$(LONG_COUNTS)))
	$(DONE)

build/float/first-detector.onnx: $(foreach each,drawn mixed late,build/scenes/$(each)/.done)
	$(DETECTOR) --scenes build/scenes --steps 4250 --checkpoint checkpoints/first-detector.pt
build/corners.jsonl: build/float/first-detector.onnx ; $(CORNERS) --detector $<
build/float/second-detector.onnx: build/float/first-detector.onnx build/corners.jsonl \
		$(foreach each,late chair hands play aside more strewn racked,build/again/$(each)/.done)
	$(DETECTOR) --scenes build/again --corners build/corners.jsonl $(START) --rate 0.0015 --steps 9000
build/corners-again.jsonl: build/float/second-detector.onnx ; $(CORNERS) --detector $<
build/float/detector.onnx: build/float/second-detector.onnx build/corners-again.jsonl $(LONG)
	$(DETECTOR) --scenes build/long --corners build/corners-again.jsonl $(START) \
		--rate 0.002 --batch 48 --steps 8450 --checkpoint checkpoints/last-detector.pt

# Single tiles for the networks that name them, cut where the detector finds them or drawn.
build/aside/.done: ; $(RENDER) --profile aside --count 3500 --seed 55
	$(DONE)
build/hands/.done: ; $(RENDER) --profile hands --count 2600 --seed 70
	$(DONE)
CUT := crops crops-play held crops-large crops-aside-large crops-hands-large
$(CUT:%=build/%.npz): build/float/detector.onnx
build/crops.npz: build/scenes/late/.done ; $(CROPS) --scenes $(<D) --most 45000
build/crops-play.npz: build/again/play/.done ; $(CROPS) --scenes $(<D) --only-scenes --most 12000 --mistakes 300
build/held.npz: ; $(CROPS) --split val
build/crops-large.npz: build/scenes/late/.done ; $(CROPS) --scenes $(<D) --most 14000 --mistakes 600 --size 152
build/crops-aside-large.npz: build/aside/.done
	$(CROPS) --scenes build/aside --only-scenes --most 26000 --mistakes 600 --size 152
build/crops-hands-large.npz: build/hands/.done
	$(CROPS) --scenes build/hands --only-scenes --most 40000 --mistakes 600 --size 152
build/drawn.npz: ; $(DRAWN) --count 24000
build/drawn-birds.npz: ; $(DRAWN) --count 8000 --seed 71 --bonus 0.3 --birds 0.4
build/drawn-bamboo.npz: ; $(DRAWN) --count 6000 --seed 72 --bonus 0.1 --birds 0.12 --bamboo 0.6
build/drawn-words.npz: ; $(DRAWN) --count 14000 --seed 96 --bonus 0.85 --size 152
build/drawn-words-birds.npz: ; $(DRAWN) --count 14000 --seed 97 --bonus 0.75 --birds 0.4 --size 152

SMALL := $(foreach each,crops crops-play drawn drawn-birds drawn-bamboo,build/$(each).npz)
LARGE := $(foreach each,crops-large crops-aside-large crops-hands-large drawn-words drawn-words-birds,build/$(each).npz)
NAMES = $(RUN) models.training.tasks.$(1) --crops $(2) --out $@
build/float/classifier.onnx: build/held.npz $(SMALL)
	$(call NAMES,classifier,$(SMALL)) --held $< --steps 5000
build/float/captions.onnx: build/float/classifier.onnx $(LARGE)
	$(call NAMES,captions,$(LARGE)) --side 128 $(START) --steps 9000
build/float/first-closeup.onnx: build/held.npz $(SMALL)
	$(call NAMES,closeup,$(SMALL)) --held $< --steps 2800 --checkpoint checkpoints/first-closeup.pt
build/float/closeup.onnx: build/float/first-closeup.onnx build/held.npz $(SMALL)
	$(call NAMES,closeup,$(SMALL)) --held build/held.npz $(START) --steps 4000

# Tiles that lie upon others.
build/stacked/76/.done: ; $(RENDER) --profile stacked --count 3200 --seed 76
	$(DONE)
build/stacked/78/.done: ; $(RENDER) --profile stacked --count 5000 --seed 78
	$(DONE)
build/float/stacked.onnx: build/stacked/76/.done build/stacked/78/.done
	$(RUN) models.training.tasks.stacked --scenes build/stacked --photos $(PHOTOS) --steps 10000 --out $@

# What each tile is to the hand.
build/looks/.done: ; $(LOOKS) --count 6000 --workers 2
	$(DONE)
build/photo-looks/.done: ; $(LOOKS) --photos --turns 6
	$(DONE)
build/relaid-looks/.done: ; $(LOOKS) --relaid 8 --seed 9
	$(DONE)
build/looks-more/.done: ; $(LOOKS) --count 8100 --seed 733000 --workers 2
	$(DONE)
build/sights/.done: ; $(SIGHTS) --count 30000 --play 0.3
	$(DONE)
build/sights-more/.done: ; $(SIGHTS) --count 10000 --seed 816000 --play 0.2
	$(DONE)
build/sights-last/.done: ; $(SIGHTS) --count 36000 --seed 818000 --play 0.25
	$(DONE)
ROLES_MORE := build/looks/.done build/photo-looks/.done build/relaid-looks/.done build/sights/.done build/sights-more/.done
MORE = --looks build/looks --photos build/photo-looks build/relaid-looks --sights build/sights build/sights-more
build/float/first-roles.onnx: build/looks/.done build/photo-looks/.done build/sights/.done
	$(ROLES) --looks build/looks --photos build/photo-looks --sights build/sights
build/float/last-roles.onnx: build/float/first-roles.onnx $(ROLES_MORE)
	cp -n checkpoints/roles.pt checkpoints/last-roles.pt
	$(ROLES) $(MORE) --steps 66000 --rate 2.5e-3 --checkpoint checkpoints/last-roles.pt
build/float/again-roles.onnx: build/float/last-roles.onnx $(ROLES_MORE)
	cp -n checkpoints/last-roles.pt checkpoints/again-roles.pt
	$(ROLES) $(MORE) --steps 83100 --rate 4e-3 --checkpoint checkpoints/again-roles.pt
build/float/upright-roles.onnx: build/float/last-roles.onnx build/float/again-roles.onnx $(ROLES_MORE) ; $(AVERAGE)
build/float/turned-roles.onnx: build/float/upright-roles.onnx build/looks-more/.done build/photo-looks/.done \
		build/relaid-looks/.done build/sights-last/.done
	$(ROLES) --looks build/looks-more --photos build/photo-looks build/relaid-looks --sights build/sights-last \
		$(START) --steps 15850 --rate 6e-4 --batch 48 --seed 2 --checkpoint checkpoints/turned-roles.pt
build/float/roles.onnx: build/float/upright-roles.onnx build/float/turned-roles.onnx $(ROLES_MORE) ; $(AVERAGE)

# Eight bits, and how sure a reading may be, which is written into the classifier.
build/int8/static.done: build/float/detector.onnx build/float/classifier.onnx build/float/captions.onnx
	$(RUN) models.training.quantisation.static --detector build/float/detector.onnx \
		--classifier build/float/classifier.onnx --captions build/float/captions.onnx --photos $(PHOTOS) --out $(@D)
	$(DONE)
build/int8/closeup.onnx: build/float/closeup.onnx ; $(WEIGHTS) --half 2
build/int8/stacked.onnx: build/float/stacked.onnx ; $(WEIGHTS)
build/int8/roles.onnx: build/float/roles.onnx ; $(WEIGHTS)
build/fitting/.done: ; $(RENDER) --profile acceptance --count 90 --seed 778
	$(DONE)
build/fitting-more/.done: ; $(RENDER) --profile acceptance --sources drawn,art,crops --count 400 --seed 970
	$(DONE)
INT8 = $(foreach each,$(1),--$(each) build/int8/$(each).onnx)
build/int8/calibration.done: build/int8/static.done build/int8/closeup.onnx build/fitting/.done
	$(RUN) datasets.evaluation.calibration $(call INT8,detector classifier captions closeup) \
		--photos $(PHOTOS) --split val --rendered build/fitting --write build/int8/classifier.onnx
	$(DONE)
build/int8/certainty.done: build/int8/calibration.done build/int8/stacked.onnx build/int8/roles.onnx build/fitting-more/.done
	$(RUN) datasets.evaluation.certainty $(call INT8,$(NETWORKS)) --photos $(PHOTOS) --split val \
		--rendered build/fitting build/fitting-more --write build/int8/classifier.onnx
	$(DONE)

build/int8/existence.done: build/int8/certainty.done
	$(RUN) datasets.evaluation.existence $(call INT8,$(NETWORKS)) --photos $(PHOTOS) \
		--none $(PHOTOS)/none --but rachelyan666-59eeb2.jpg --write build/int8/roles.onnx
	$(DONE)

# What ships, its figures and its cards.
build/shipped.done: build/int8/existence.done
	cp $(NETWORKS:%=build/int8/%.onnx) models/
	cp $(NETWORKS:%=build/float/%.npz) models/training/float/
	$(RUN) models.training.likeness --write models/classifier.onnx
	$(DONE)
build/val.json: build/shipped.done
	$(RUN) datasets.evaluation.readings $(PHOTOS) --split val --json $@
build/cards.done: build/val.json
	for name in $(NETWORKS); do \
		$(RUN) models.training.cards $$name --evaluation $< --command "make train PHOTOS=$(PHOTOS)" || exit 1; done
	$(RUN) tools.hub_cards
	$(DONE)

# On from the shipped networks with photos of your own, which are measured before and after
# (docs/adding/photos.md). The classifier keeps its weights, as tile sets are compared by what it
# sees; only its confidence is fitted again. The split `val` has no say but in that.
OWN := build/own
GO_ON = --start models/training/float/$(1).npz --checkpoint $(OWN)/$(1).pt
MEASURE = $(RUN) datasets.evaluation.readings $(PHOTOS) --split val --json $@
NEW = $(foreach each,detector closeup classifier,--$(each) $(OWN)/$(each).onnx)
FIT = $(RUN) datasets.evaluation.$(1) $(NEW) --photos $(PHOTOS) --rendered $(OWN)/fitting --write $@
.PHONY: own
own: $(OWN)/after.json
$(PHOTOS)/tiles.jsonl: ; touch $@
$(OWN)/before.json: $(PHOTOS)/hands.jsonl ; $(MEASURE)
$(OWN)/corners.jsonl: $(OWN)/before.json ; $(CORNERS)
$(OWN)/scenes/.done: ; $(RENDER) --profile hands --count 1200 --seed 11
	$(DONE)
$(OWN)/fitting/.done: ; $(RENDER) --profile acceptance --count 90 --seed 778
	$(DONE)
$(OWN)/float/detector.onnx: $(OWN)/corners.jsonl $(OWN)/scenes/.done
	$(DETECTOR) --scenes $(OWN)/scenes --corners $< $(call GO_ON,detector) --rate 0.0005 --steps 2000
$(OWN)/crops.npz: $(OWN)/float/detector.onnx $(OWN)/scenes/.done $(PHOTOS)/tiles.jsonl
	$(CROPS) --detector $< --scenes $(OWN)/scenes --most 8000 --mistakes 100
$(OWN)/drawn.npz: ; $(DRAWN) --count 4000
$(OWN)/float/closeup.onnx: $(OWN)/crops.npz $(OWN)/drawn.npz
	$(call NAMES,closeup,$^) $(call GO_ON,closeup) --rate 0.0005 --steps 1000
$(OWN)/detector.onnx: $(OWN)/float/detector.onnx
	$(RUN) models.training.quantisation.static --detector $< --photos $(PHOTOS) --out $(@D)
$(OWN)/closeup.onnx: $(OWN)/float/closeup.onnx ; $(WEIGHTS) --half 2
$(OWN)/classifier.onnx: $(OWN)/detector.onnx $(OWN)/closeup.onnx $(OWN)/fitting/.done
	cp models/classifier.onnx $@
	$(call FIT,calibration)
	$(call FIT,certainty)
$(OWN)/after.json: $(OWN)/classifier.onnx ; $(MEASURE) $(NEW)
