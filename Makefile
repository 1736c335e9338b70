# Everything below works from a clean clone with Python 3.11 or newer (and its
# venv module), make and sh. All that gets installed goes into .venv.

PYTHON ?= python3
# Test processes to run side by side, and where tests start the site's own processes or a browser.
JOBS ?= auto
LIVE_JOBS ?= 2
# Games to play in each long property run.
PROVE_GAMES ?= 5000
# Games to play at tables while web processes, workers and Redis are killed.
PROVE_TABLES ?= 500
# Which engine the site runs with in `make test`: source or compiled.
ENGINE ?= source
COUNTED := --cov --cov-config=pyproject.toml
# Lines to change, one at a time, to see whether a test notices.
MUTANTS ?= 100
# Anything to hand on to pytest (test, prove) or to the benchmark (bench).
ARGS ?=
# What to measure: replay (the engine), pipeline (from upload to rated), pages, replay_page,
# recording (from a tap to what it draws), play (from a move to where it is seen), siege (what a visitor waits during attacks), computer (how
# strong a computer player is).
BENCH ?= replay
# Tests that start the site's own processes or a browser, which must not be short of a core.
LIVE := tests/pipeline tests/attacks/live tests/browser
# Tests that run on the embedded default too; tests/test_house/test_both_databases.py asks for the mark.
EMBEDDED := both_databases and not prove
# Tests that reach every line of the rating formula and of standings, and need no database.
FORMULA := $(addprefix tests/ratings/test_,elo.py standings.py series.py duplicate_standings.py)
# Tests of copies of the source, which are the same with the compiled engine, and take minutes.
OF_SOURCE := $(addprefix tests/engine/test_a_new_,card.py module.py)
# Tests that put something in the place of a part of the engine, which cannot be done in compiled ones.
IN_SOURCE := tests/drawing/test_replay.py tests/site/tables/test_acting.py
# For `make lock`: set to --upgrade to take newer releases of everything.
UPGRADE ?=

PY := .venv/bin/python
# A lock names every package: with --no-deps pip looks for none beside it. (pip 23 takes the newest
# release for a dependency with an extra, whatever the lock says of it, and misses its hash.)
INSTALL = $(PY) -m pip install --quiet --require-hashes --no-deps --no-build-isolation --use-pep517 -r
READY := .venv/ready
# What `make run` needs is a part of it, and comes much sooner.
SITE := .venv/site
OUTCOMES := test-results/outcomes.jsonl
PYTEST = $(PY) -m pytest
# One of the steps of a target that go on when one fails; the summary at its end has what failed.
PHASE = @OUTCOMES=$(OUTCOMES) $(PY) -m tests.services.phase
SUMMARY = @$(PY) -m tests.services.outcomes $(OUTCOMES)
SIDE_BY_SIDE = -n $(JOBS) --dist worksteal
# What fails among browsers and processes is tried once more; the summary names it either way.
LIVE_SIDE_BY_SIDE = -n $(LIVE_JOBS) --dist load --maxschedchunk 1 --reruns 1

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Every test process reads the same modules: what one has compiled, the next need not.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run near fast pure password test source compiled check format prove mutants chaos bench lock audit-dependencies clean

help: ## list these targets
	@sed -n 's/^\([a-z][a-z]*\):.*## /\1	/p' Makefile | while IFS='	' read -r name what; \
	do printf '  make %-8s %s\n' "$$name" "$$what"; done

run: $(SITE) ## serve the site on this machine; PORT=8123: another port, LAN=1: for the network; Ctrl-C ends it
	@exec $(PY) manage.py serve --fetch

# What is compiled is used by what starts later, as long as no line of the source changes.
fast: $(READY) ## compile the engine (needs gcc and the headers of Python), and test it so
	@$(PY) fast.py
	IMHOTEP_ENGINE=compiled $(PYTEST) $(SIDE_BY_SIDE) tests/engine tests/compiled $(addprefix --ignore ,$(OF_SOURCE)) $(ARGS)

pure: ## take the compiled engine away
	rm -rf engine/__compiled__

password: $(SITE) ## set the password of the example's moderator
	@$(PY) manage.py changepassword moderator

# Every phase runs, and the summary comes last: phases, slowest tests, what was left out, what failed.
# The rules and the rating formula first: every line and branch of them must be reached. Then the
# rest on real servers, then on the embedded default what touches a dialect of SQL.
# What runs alike is one run of pytest: each process of one imports all and migrates a database.
# ENGINE=compiled runs the site with the compiled engine. The rules are always those of the source:
# nobody can count compiled lines. `make fast` has their tests.
test: export IMHOTEP_ENGINE = $(ENGINE)
test: $(ENGINE) $(READY) ## run the checks, then all tests; ENGINE=compiled: the site with the compiled engine
	$(CHECKS)
	$(PHASE) 'the rules' env IMHOTEP_ENGINE=source $(PYTEST) $(SIDE_BY_SIDE) $(COUNTED) tests/engine $(FORMULA) $(ARGS)
	$(PHASE) 'the site' $(PYTEST) $(SIDE_BY_SIDE) \
	tests/drawing tests/analysis tests/facts tests/audit tests/site tests/attacks tests/ratings \
	--ignore tests/attacks/live $(addprefix --ignore ,$(FORMULA)) $(ARGS)
	$(if $(filter compiled,$(ENGINE)),$(PHASE) 'parts replaced' env IMHOTEP_ENGINE=source $(PYTEST) $(IN_SOURCE) $(ARGS))
	$(PHASE) 'processes and browsers' $(PYTEST) $(LIVE_SIDE_BY_SIDE) $(LIVE) $(ARGS)
	$(PHASE) 'the site, embedded' $(PYTEST) --embedded $(SIDE_BY_SIDE) -m '$(EMBEDDED)' \
	tests/site tests/attacks tests/ratings $(ARGS)
	$(PHASE) 'processes, embedded' $(PYTEST) --embedded $(LIVE_SIDE_BY_SIDE) tests/pipeline $(ARGS)
	$(SUMMARY)

source:
compiled: $(READY)
	@IMHOTEP_ENGINE=source $(PY) fast.py

check: $(READY) ## look at formatting, lint, types (Python and scripts) and arrows between imports; change nothing
	$(CHECKS)
	$(SUMMARY)

define CHECKS
@mkdir -p test-results && rm -f $(OUTCOMES)
$(PHASE) formatting $(PY) -m ruff format --check .
$(PHASE) lint $(PY) -m ruff check .
$(PHASE) --tick types $(PY) -m mypy
$(PHASE) 'the house, and scripts' $(PYTEST) $(SIDE_BY_SIDE) tests/test_house tests/js
endef

near: $(READY) ## run the tests nearest to your change: all that differs from main or is not committed
	@$(PY) -m tests.mutation.near $(ARGS)

format: $(READY) ## put the code in shape, and generated tables of documents up to date
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .
	$(PY) -m cogapp -r -I . $$(grep -l '\[\[\[cog' docs/*.md)

prove: $(READY) ## run the long property tests (PROVE_GAMES=5000, PROVE_TABLES=500 unless you say otherwise)
	PROVE_GAMES='$(PROVE_GAMES)' $(PY) -m pytest -m prove --timeout=0 -n $(JOBS) $(ARGS)
	PLAY_GAMES='$(PROVE_TABLES)' PLAY_KILLS=20 $(PY) -m pytest tests/pipeline/test_tables_survive.py --timeout=0 -s

chaos: $(READY) ## break a site on purpose, on both stores (some 20 minutes each; ARGS='--rounds 3 --seed 7')
	$(PY) -m tests.chaos $(ARGS)

mutants: $(READY) ## change random lines in a copy, and tell what no test notices (MUTANTS=100)
	$(PY) -m tests.mutation --count '$(MUTANTS)' $(ARGS)

bench: $(READY) ## measure the engine; BENCH=all: what takes minutes; or pipeline, pages, replay_page, recording, play, scale, siege, computer or analysis for the rest
	$(PY) -m benchmarks.$(BENCH) $(ARGS)

# A changed lock means a fresh .venv, so that nothing the lock dropped lingers. What only the
# developers need is added to what the site needs, so that a running site keeps its packages.
$(SITE): requirements/build.lock requirements/site.lock
	@command -v '$(PYTHON)' >/dev/null || { \
	echo "There is no '$(PYTHON)' here. Imhotep needs Python 3.11 or newer; name yours with" \
	"'make PYTHON=/path/to/python3.11'." >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Imhotep needs Python 3.11 or newer, and '$(PYTHON)' is" \
	"$$('$(PYTHON)' -V 2>&1). Name a newer one with 'make PYTHON=/path/to/python3.11'." >&2; exit 1; }
	@echo 'Installing what the site needs into .venv …'
	@'$(PYTHON)' -m venv --clear .venv
	@{ $(PY) -m pip install --quiet --require-hashes --no-deps -r requirements/build.lock && \
	$(INSTALL) requirements/site.lock; } || { \
	echo 'The packages could not be installed. The first run needs a network, to fetch them.' >&2; exit 1; }
	@touch $@

$(READY): $(SITE) requirements/dev.lock
	@if test -e $@; then rm -rf .venv; fi
	@test -e $(SITE) || $(MAKE) --no-print-directory $(SITE)
	@echo 'Installing what developers need into .venv …'
	@$(INSTALL) requirements/dev.lock
	@touch $@

# uv writes the locks, and is wanted for nothing else, so it gets a place of its own.
lock: $(READY) ## write requirements/*.lock anew from requirements/*.in
	test -x .venv/lock/bin/uv || { $(PY) -m venv .venv/lock && .venv/lock/bin/pip install --quiet uv; }
	for name in build site tracing dev fast; do .venv/lock/bin/uv pip compile --quiet --no-config --universal \
	--python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url \
	$(UPGRADE) "requirements/$$name.in" --output-file "requirements/$$name.lock" || exit 1; done

audit-dependencies: $(READY) ## look for known holes in all locked packages (needs a network)
	test -x .venv/audit/bin/pip-audit || { $(PY) -m venv .venv/audit && .venv/audit/bin/pip install --quiet pip-audit; }
	for name in build site tracing dev fast; do \
	.venv/audit/bin/pip-audit --disable-pip --require-hashes --requirement "requirements/$$name.lock" || exit 1; done
	npm audit

clean: ## remove .venv and everything the tools leave behind
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.* htmlcov \
	.mutants_cache test-results node_modules tests/services/npm/node_modules build dist imhotep_engine.egg-info \
	engine/__compiled__
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
