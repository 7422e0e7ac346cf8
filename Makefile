# The kit's commands; README.md has each in plain words too, for a machine without make.
#
# They work in an environment of their own, .venv, which the first command makes with any Python that is new enough.
# Another place: make test VENV=somewhere/else

VENV ?= .venv
COURSE ?= boomkit-course
TESTS ?= --numprocesses auto --dist loadfile
BIN := $(VENV)/bin
PYTHONS := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python

.DEFAULT_GOAL := help
.PHONY: help lab test env fix goldens bench pictures ci clean

help:  ## say what the commands are
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

lab: $(VENV)/installed  ## open the lessons in JupyterLab, from a working copy in boomkit-course (COURSE=folder; ARGS=--no-browser)
	"$(BIN)/python" -m boomkit lab "$(COURSE)" $(ARGS)

test: $(VENV)/installed-dev  ## run the tests, on all processors (ARGS="-k war" for some of them)
	"$(BIN)/python" -m pytest $(TESTS) $(ARGS)

env: $(VENV)/installed-dev  ## make the environment for development

fix: $(VENV)/installed-dev  ## put code into the house's form and mend what the linter can
	"$(BIN)/python" -m ruff check --fix .
	"$(BIN)/python" -m ruff format .
	"$(BIN)/python" tests/canonical_notebooks.py

goldens: $(VENV)/installed-dev  ## renew the golden files, for a change that is meant to change them: read the diff
	BOOMKIT_GOLDENS=renew "$(BIN)/python" -m pytest -q -m golden $(ARGS)

bench: $(VENV)/installed-dev  ## measure, side by side with others, in one run
	"$(BIN)/python" -m pip install --quiet --editable ".[bench,fast]"
	"$(BIN)/python" benchmarks/run.py $(ARGS)

pictures: $(VENV)/installed-dev  ## draw the pictures of README.md
	"$(BIN)/python" docs/pictures/make.py

ci:  ## run what the integration runs, in a fresh environment
	bash .ci/run

clean:  ## remove the environment and what was built
	rm -rf "$(VENV)" build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@for python in $(PYTHONS); do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Making $(VENV) with $$($$python --version)."; exec $$python -m venv "$(VENV)"; \
	  fi; \
	done; \
	echo "boomkit needs Python 3.11 or newer, and none of these is: $(PYTHONS)"; exit 1

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	"$(BIN)/python" -m pip install --quiet --editable .
	@touch "$@"

$(VENV)/installed-dev: $(VENV)/bin/python pyproject.toml
	"$(BIN)/python" -m pip install --quiet --editable ".[dev]"
	@touch "$@" "$(VENV)/installed"
