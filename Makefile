# Everything a newcomer needs: `make demo` and `make test`. The environment is .venv in this checkout.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STUBS := build/stubs
# what the pages are built from: an install builds them again when one of these is newer
PAGES := $(shell git ls-files mqtt/pages 2>/dev/null)
READY := $(VENV)/ready
DEV := $(VENV)/ready-for-tests
# options for the command behind a target: make demo ARGS="--game moscow --speed 4"
ARGS ?=

.PHONY: help setup packages demo test check bench soak fuzz mutants docs clean

help:
	@echo "make demo    a virtual table playing, with its live score on a page (Ctrl-C ends it)"
	@echo "make test    every test"
	@echo "make check   lint, types, import layering"
	@echo "make bench   measurements, beside named baselines; writes build/bench.json"
	@echo "make soak    an hour of play at real speed, with a watch on the controller's loop (ARGS=\"--minutes 5\")"
	@echo "make fuzz    100,000 random and mutated lines through luza judge, a million spoilt inputs into each end of a board's line"
	@echo "make mutants how many wrong versions of the rules their tests notice (an hour; ARGS=\"--sample 600\": some of them)"
	@echo "make docs    files of the usual builds of a table, and their wiring drawn as build/docs/*.svg"
	@echo "make setup   only the set-up that each of these does by itself"
	@echo "make clean   remove the environment and everything built"

setup: $(DEV)

$(READY): pyproject.toml hatch_build.py $(PAGES)
	@command -v $(PYTHON) >/dev/null || { echo "there is no $(PYTHON); make PYTHON=python3.12 names another one" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Luza needs Python 3.11 or newer; make PYTHON=python3.12 names another one" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "no virtual environment can be made: on Debian, apt-get install python3-venv" >&2; exit 1; }
	@echo "setting up $(VENV): once, about a minute, over the network"
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

# what tests and checks need besides
$(DEV): $(READY)
	@echo "setting up what tests need: once"
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(STUBS): $(READY)
	$(BIN)/python -m pip install --quiet --upgrade --target $@ 'micropython-rp2-rpi-pico-stubs~=1.29.0'
	@touch $@

# Debian's packages for the tests: a real broker and a real browser. Nothing is done where they are.
packages:
	@tests/tools/install-packages mosquitto:mosquitto chromium:chromium openssl:openssl dot:graphviz

demo: $(READY)
	@$(BIN)/luza demo $(ARGS)

test: $(DEV) packages
	$(BIN)/python -m pytest $(ARGS)

check: $(DEV) $(STUBS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --project firmware/pyrightconfig.json
	$(BIN)/lint-imports
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/npm --prefix mqtt/pages ci --silent --ignore-scripts
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/npm --prefix mqtt/pages run --silent check

bench: $(DEV) packages
	$(BIN)/python -m tests.benchmarks $(ARGS)

soak: $(DEV) packages
	$(BIN)/python -m tests.soak $(ARGS)

fuzz: $(DEV)
	$(BIN)/python -m tests.rules.fuzz $(ARGS)
	$(BIN)/python -m tests.firmware.line_fuzz host 1000000
	MICROPYPATH=firmware $(BIN)/micropython tests/firmware/line_fuzz.py board 1000000

mutants: $(DEV)
	$(BIN)/python tests/tools/mutants $(ARGS)

# What follows from the builds of a table, and the wiring drawn as build/docs/*.svg.
docs: $(DEV) packages
	$(BIN)/python tests/tools/builds.py --draw build/docs

clean:
	rm -rf $(VENV) build dist mqtt/luza_mqtt/web mqtt/pages/node_modules
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
