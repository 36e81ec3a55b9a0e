# Every target sets up .venv by itself on first use; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help setup lab test rest test-all report notebooks docs live serve new bench coverage mutants floors newest
SHELL := /bin/sh

PYTHON ?= python3
PY := .venv/bin/python
COMBAT := .venv/bin/combat
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

# .venv/.ready holds what the environment was made for. A moved checkout, new pins
# or an interrupted install do not match it, and the environment is made afresh.
setup:
	@want="$$(sed '/^\[tool\.pytest/,$$d' requirements.lock pyproject.toml | cksum) $(CURDIR)"; \
	if [ "$$(cat .venv/.ready 2>/dev/null)" = "$$want" ] && $(PY) -c '' 2>/dev/null; then exit 0; fi; \
	for python in "$(PYTHON)" python3.13 python3.12 python3.11 ''; do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "Python 3.11 or newer is needed: install it, or name one with make PYTHON=..." >&2; exit 1; \
	fi; \
	echo "Setting up .venv (one or two minutes, once) ..."; \
	rm -rf .venv && "$$python" -m venv .venv && \
	$(INSTALL) --require-hashes --requirement requirements.lock && \
	$(INSTALL) --no-deps --no-build-isolation --editable . && \
	$(PY) -m combat.workbook.saving && \
	printf '%s\n' "$$want" > .venv/.ready

# JupyterLab asks at its first start whether to fetch news; here it doesn't.
SETTINGS := .venv/share/jupyter/lab/settings
lab: setup  ## open the notebooks in JupyterLab (ARGS=--no-browser passes arguments on)
	@mkdir -p $(SETTINGS) && printf '%s\n' \
	  '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}' \
	  > $(SETTINGS)/overrides.json
	$(PY) -m jupyterlab --LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb $(ARGS)

# Kernels, exported pages, browsers and many draws are left to `rest`.
QUICK := not slow and not kernel and not browser
test: setup  ## test the mechanics, examples, notebooks and charters: some minutes
	$(PY) -m pytest -n 2 -m "$(QUICK)" $(ARGS)

rest: setup  ## the other tests: kernels, export, pages and JupyterLab in browsers, many draws
	$(PY) -m pytest -n 2 -m "not ($(QUICK))" $(ARGS)

test-all: test rest  ## every test

report: setup  ## a page about a sheet of units (UNITS=units.csv; ARGS="--rules file.py:NAME --open")
	$(COMBAT) workbook report $${UNITS:+"$$UNITS"} $(ARGS)

notebooks: setup  ## execute all notebooks and save them normalised; write the page of columns
	$(PY) -m combat.units.sheets.page
	$(COMBAT) workbook notebooks $${NOTEBOOK:+"$$NOTEBOOK"}

docs: setup  ## export all notebooks to build/docs (NOTEBOOK=name or path for one)
	$(COMBAT) workbook docs "$${NOTEBOOK:---reference}"

# What it downloads is kept in build/live-parts; pages are exported anew, as make docs does.
live: docs  ## build build/live, the workbook in a browser (PYODIDE=address: other than its CDN)
	$(COMBAT) live build $(if $(PYODIDE),--pyodide "$(PYODIDE)")

serve: setup  ## serve build/live at a local address, building it where it isn't there
	@[ -f build/live/index.html ] || { $(COMBAT) live serve --try $(ARGS) && $(MAKE) live; }
	$(COMBAT) live serve $(ARGS)

# NAME and FROM count only where they are given to make: some systems have them set already.
new: setup  ## begin a notebook of your own (NAME=my_game; FROM=units or fight)
	$(COMBAT) workbook new "$(if $(filter command%,$(origin NAME)),$(NAME))" \
	  $(if $(filter command%,$(origin FROM)),--from "$(FROM)")

# Kernels and browsers are other processes: what they alone would cover does not count.
coverage: setup  ## measure which branches of combat/ the tests take; less than 95% is an error
	$(PY) -m coverage run -m pytest -n 0 -q --ignore=tests/browser tests combat $(ARGS)
	$(PY) -m coverage report --skip-covered

# tox and uv make the environments of the next three: minutes, and a network. What each runs stands in
# pyproject.toml.
TOX := build/tox/bin/tox
$(TOX): | setup
	$(PY) -m venv build/tox
	build/tox/bin/python -m pip install --quiet --disable-pip-version-check 'tox>=4.30' 'tox-uv>=1.28'

floors: $(TOX)  ## run the tests with the lowest versions that pyproject.toml promises
	$(TOX) run -e floors -- $(ARGS)

newest: $(TOX)  ## run the tests with the newest version of everything
	$(TOX) run -r -e newest -- $(ARGS)

# mutmut reads its settings where it starts: a folder with links to what it copies. A module is judged
# by the tests and the doctests of its package, such as tests/osdl and combat/osdl.
PACKAGE = $(word 2,$(subst /, ,$(MODULE)))
JUDGES = $(wildcard tests/$(PACKAGE) combat/$(PACKAGE))
mutants:  ## put small faults into MODULE=combat/osdl (or a file), say which no test sees
	@[ -e "$(MODULE)" ] || { echo "name a folder or a file: make mutants MODULE=combat/osdl" >&2; exit 1; }
	@$(MAKE) --no-print-directory $(TOX)
	@rm -rf build/mutants && mkdir -p build/mutants && cp pyproject.toml build/mutants && \
	ln -s ../../combat ../../tests ../../data build/mutants && \
	printf '%s = [%s]\n' only_mutate '"$(MODULE:%/=%)$(if $(filter %.py,$(MODULE)),,/*)"' \
	  pytest_add_cli_args_test_selection '$(JUDGES:%="%",)' \
	  >> build/mutants/pyproject.toml
	$(TOX) run -e mutants -- $(ARGS)

bench: setup  ## time the package beside plain baselines
	$(PY) -m tests.bench
