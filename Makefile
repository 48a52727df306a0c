# Everything a contributor types. `make` alone lists it.
# The virtual environment makes itself, from the lock files, the first time something needs it.

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=

BIN := $(VENV)/bin
# Only what is imported gets compiled to bytecode, when it is first imported.
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq --no-compile

.DEFAULT_GOAL := help
.PHONY: help play test lint format compiled pytest coverage words soak bench browser browsers gettext lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'ARGS="..." is passed on by play, pytest, soak and bench;'
	@echo 'PYTHON=python3.12 chooses the Python that the first run builds $(VENV) with.'

play: $(VENV)/.runtime $(VENV)/.words ## play in the browser, alone or with friends
	@$(BIN)/kingdomino serve --open $(ARGS)

# Older makes cannot keep the output of two jobs apart.
TIDILY = $(if $(filter output-sync,$(.FEATURES)),--output-sync)

# What needs nothing compiled runs beside the compiler; the tests then find everything compiled.
test: $(VENV)/.dev $(VENV)/.words node_modules/.made browser gettext ## all that must pass before a commit: lint, the tests, coverage
	@$(MAKE) --no-print-directory --jobs=2 $(TIDILY) compiled lint coverage
	@$(MAKE) --no-print-directory pytest

lint: $(VENV)/.dev node_modules/.made ## style, types, and the direction of imports
	@echo '== ruff'
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { $(BIN)/ruff format --check .; echo "'make format' does it."; exit 1; }
	@echo '== mypy'
	@$(BIN)/mypy
	@echo '== imports'
	@$(BIN)/lint-imports --no-logo
	@echo '== types of the browser client'
	@node_modules/.bin/tsc --project jsconfig.json

format: $(VENV)/.dev ## let ruff lay out the code and mend what it can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

compiled: $(VENV)/.dev
	@echo '== compiling'
	@$(BIN)/python -m kingdomino.compiling

# Workers that have nothing left to do take tests from others: a few tests take far longer than most.
pytest: $(VENV)/.dev $(VENV)/.words node_modules/.made browser gettext ## the tests only, on the compiled kernel
	@echo '== tests, compiled'
	@$(BIN)/python -m pytest --no-header -n auto --dist worksteal $(ARGS)

# Tests that look into every branch of the rules and the game; the others lean on them compiled.
COVERING = tests/rules tests/game tests/rulebook tests/golden tests/perft tests/test_oracle.py

coverage: $(VENV)/.dev $(VENV)/.words ## the tests on the kernel as plain Python; every branch of rules and game
	@echo '== tests, not compiled, with branch coverage'
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest --no-header -n auto -m 'not compiled_only' \
	  --cov --cov-report=term $(COVERING)

words: $(VENV)/.dev ## collect the texts that people read into the catalogues of all languages
	@$(BIN)/python -m tools.words

soak: $(VENV)/.dev $(VENV)/.words node_modules/.made browser browsers ## a million games against the invariants, and the server under stress
	@$(BIN)/python -m pytest --no-header -s --timeout=0 -o norecursedirs=.* tests/soak $(ARGS)

bench: $(VENV)/.runtime $(VENV)/.words ## how fast the engine is on this machine
	@$(BIN)/kingdomino bench $(ARGS)
	@for script in $(sort $(wildcard benchmarks/[a-z]*.py)); do \
	  echo; echo "== $$script"; $(BIN)/python "$$script" || exit 1; \
	done

# Pins that still fit stay as they are; `make lock UPGRADE=1` moves them all to the newest.
COMPILE = $(BIN)/uv pip compile --quiet pyproject.toml --group build --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
  $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.created ## write the lock files anew after a change in pyproject.toml
	@$(PIP) uv
	@$(COMPILE) --output-file requirements.lock
	@$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock
	@if grep -n '://' requirements*.lock; then echo 'A lock file names an address: see above.'; exit 1; fi

clean: ## remove what the tools left behind (not the virtual environment)
	@rm -rf build dist htmlcov .coverage .coverage.* .hypothesis \
	  .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	@find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The virtual environment. Each step leaves an empty file, so it runs again only when what it read
# has changed.

$(VENV)/.created:
	@command -v '$(PYTHON)' >/dev/null || \
	  { echo "There is no '$(PYTHON)' here. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3"; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "kingdomino needs Python 3.11 or newer; '$(PYTHON)' is $$('$(PYTHON)' -V 2>&1). Name a newer one: make PYTHON=python3.12"; exit 1; }
	@'$(PYTHON)' -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "'$(PYTHON)' cannot make virtual environments. On Debian and Ubuntu the package python3-venv is missing."; exit 1; }
	@'$(PYTHON)' -m venv $(VENV)
	@touch $@

# The dev lock file holds all of the other one, at the same versions. Both hold hatchling, so
# nothing unpinned is fetched to build the package, and all that anything needs, so pip need not
# look for it: older ones pass over the pin of a package that another one wants with an extra.
INSTALL_PACKAGE = $(PIP) --no-deps --no-build-isolation --editable .

$(VENV)/.runtime: $(VENV)/.created requirements.lock pyproject.toml
	@echo 'Installing kingdomino into $(VENV) ...'
	@$(PIP) --no-deps --require-hashes -r requirements.lock
	@$(INSTALL_PACKAGE)
	@touch $@

$(VENV)/.dev: $(VENV)/.created requirements-dev.lock pyproject.toml
	@echo 'Installing kingdomino and the tools to work on it into $(VENV) ...'
	@$(PIP) --no-deps --require-hashes -r requirements-dev.lock
	@$(INSTALL_PACKAGE)
	@touch $(VENV)/.runtime $@

# What is built of the catalogues, again when one of them has changed.
$(VENV)/.words: $(VENV)/.created tools/catalogues.py $(wildcard src/kingdomino/locale/*/LC_MESSAGES/*.po)
	@$(BIN)/python -m tools.catalogues
	@touch $@

# gettext's own compiler looks over the catalogues.
gettext:
	@command -v msgfmt >/dev/null || sh tools/install-system-packages gettext

# The pages are tested with the system's Chromium.
browser:
	@sh tools/install-browser

# A game is played in other engines, too, by `make soak`.
browsers:
	@command -v firefox >/dev/null || command -v firefox-esr >/dev/null || \
	  sh tools/install-system-packages firefox-esr
	@command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null || \
	  sh tools/install-system-packages webkit2gtk-driver xvfb xauth

# What checks the browser client: TypeScript reads its types, axe-core looks at its pages.
node_modules/.made: package.json package-lock.json
	@command -v npm >/dev/null || sh tools/install-system-packages npm
	@npm ci --silent
	@touch $@
