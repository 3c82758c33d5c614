# Two commands matter: `make run` and `make test`. Everything they need they set up themselves, in .venv and var.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
UV := $(BIN)/uv pip
# Compiled at once, so that every start is quick, also where Python may not write its caches later.
INSTALL := $(UV) install -q --compile-bytecode --python $(BIN)/python --no-deps --require-hashes -r
LOCK := $(UV) compile -q --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --python-version 3.11
# One more than cores: a worker that waits for a process or a browser leaves its core to another.
WORKERS ?= 3
CORE := tests/response tests/platform tests/desk

.DEFAULT_GOAL := help
.PHONY: help setup run test check openapi screenshots bench peer peer-store gateways evals train lock clean

help: ## say what each target does
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do printf '  make %-12s%s\n' "$$name" "$$text"; done

setup: .venv/.base ## install what the product needs, bring the database up to date
	@$(BIN)/python manage.py migrate --no-input -v 0

run: .venv/.base ## start everything in one process on http://127.0.0.1:$PORT (8000)
	@exec $(BIN)/python manage.py serve --sample

# Without caches every process of the suite, and it starts a hundred, would compile the product anew.
test: export PYTHONDONTWRITEBYTECODE :=
test: .venv/.dev ## run the whole suite on its own PostgreSQL, Redis, workers and Chromium, its core also on SQLite
	@sh tests/install_system.sh
	@# The core on SQLite takes what the workers leave of the processors while they wait. Its report comes last.
	@core=; report=$$(mktemp); trap 'kill $$core 2>/dev/null; rm -f "$$report"' EXIT; trap 'exit 130' INT TERM; \
	COUNTERSIGN_TEST_DATABASE=sqlite $(BIN)/python -m pytest -q $(CORE) >"$$report" 2>&1 & core=$$!; \
	$(BIN)/python -m pytest -q -n $(WORKERS); suite=$$?; wait $$core; on_sqlite=$$?; core=; \
	echo "On SQLite:"; cat "$$report"; exit $$((suite ? suite : on_sqlite))

check: .venv/.dev ## style of code and templates, types, floors of the house, missing migrations
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djlint templates --lint --quiet
	@# mypy's cache outlives modules that moved and then reports them as missing stubs: a changed list starts it anew.
	@git ls-files '*.py' | cmp -s - .mypy_cache/modules || rm -rf .mypy_cache
	@$(BIN)/mypy
	@git ls-files '*.py' > .mypy_cache/modules
	@$(BIN)/lint-imports
	@$(BIN)/python manage.py makemigrations --check --dry-run

openapi: .venv/.base ## write docs/openapi.json, the description of the HTTP API
	@$(BIN)/python manage.py export_openapi_schema --api config.api.api --indent 1 --output docs/openapi.json

screenshots: .venv/.dev ## take the pictures of the guides from a fresh instance
	@$(BIN)/python docs/guide/take_screenshots.py

# The gates in-process, an instance of its own by API, many clients at once, handing over beside a bare view and COPY, pages
# at 2,000 and 20,000 attempts, retrievals, the reader, a judge of 400 ms, 10,000 beliefs, hostile text.
bench: .venv/.dev ## measure the gates, the API, the pages and hostile text
	@$(BIN)/python -m benchmarks.gates
	@$(BIN)/python -m benchmarks.writers
	@$(BIN)/python -m benchmarks.ingest
	@$(BIN)/python -m benchmarks.growth
	@$(BIN)/python -m benchmarks.retrieval
	@$(BIN)/python -m benchmarks.reader
	@$(BIN)/python -m benchmarks.llm
	@$(BIN)/python -m benchmarks.beliefs
	@$(BIN)/python -m benchmarks.hostile

peer: .venv/.dev .peer/.ready ## the LLM path against llama-cpp-python's server, compiled once (20 minutes)
	@$(BIN)/python -m benchmarks.peer

peer-store: .venv/.dev .peer_store/.ready ## storing and listing beside MLflow's tracking server (15 minutes)
	@$(BIN)/python -m benchmarks.peer_store

gateways: .venv/.dev .gateways/.ready ## the gateways' and frameworks' own programs against a live instance (LiteLLM's proxy, LlamaIndex)
	@$(BIN)/python -m pytest -q -m gateways tests/integrations

evals: .venv/.base ## measure a gate on labelled data: make evals GATE=response DATA=file.jsonl
	@$(BIN)/python manage.py run_evals $(GATE) $(DATA)

train: .train/.ready ## train the reader on labelled data, resuming where it was: make train DATA=folder (three hours on two cores)
	@.train/bin/python -m training.train $(DATA)
	@.train/bin/python -m training.export
	@.train/bin/python -m training.card $(DATA)

lock: .venv/.dev ## resolve requirements/*.in anew into hash-pinned requirements/*.txt
	@$(LOCK) requirements/uv.in -o requirements/uv.txt
	@$(LOCK) --override requirements/overrides.txt requirements/base.in -o requirements/base.txt
	@$(LOCK) --override requirements/overrides.txt -c requirements/base.txt requirements/dev.in -o requirements/dev.txt
	@$(LOCK) -c requirements/base.txt requirements/otel.in -o requirements/otel.txt
	@$(LOCK) requirements/peer.in -o requirements/peer.txt
	@$(LOCK) requirements/peer_store.in -o requirements/peer_store.txt
	@$(LOCK) requirements/gateways.in -o requirements/gateways.txt
	@$(LOCK) --override requirements/overrides.txt -c requirements/base.txt $(WHEELS) training/requirements.in -o training/requirements.txt

# Half a gigabyte, so `make test` does without it.
.gateways/.ready: requirements/gateways.txt .venv/.uv
	@$(BIN)/uv venv -q --clear --python $(BIN)/python .gateways
	@$(UV) install -q --python .gateways/bin/python --no-deps --require-hashes -r requirements/gateways.txt
	@touch $@

# So is this one.
.peer_store/.ready: requirements/peer_store.txt .venv/.uv
	@$(BIN)/uv venv -q --clear --python $(BIN)/python .peer_store
	@$(UV) install -q --python .peer_store/bin/python --no-deps --require-hashes -r requirements/peer_store.txt
	@touch $@

# torch of the processors' own build is not in every package index: PIP_FIND_LINKS names a folder with its wheel, as for pip.
WHEELS = $(addprefix --find-links ,$(PIP_FIND_LINKS))
.train/.ready: training/requirements.txt .venv/.uv
	@$(BIN)/uv venv -q --clear --python $(BIN)/python .train
	@$(UV) install -q $(WHEELS) --python .train --no-deps --require-hashes -r training/requirements.txt
	@touch $@

clean: ## remove what can be made again; var (the data) stays
	@rm -rf .venv .peer .peer_store .gateways .train staticfiles .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
	  echo "countersign: Python 3.11 is needed; '$(PYTHON)' is $$("$(PYTHON)" -V 2>&1). Name one: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@"$(PYTHON)" -m venv .venv || { \
	  echo "countersign: no virtual environment can be made here; is the folder writable and python3-venv installed?" >&2; rm -rf .venv; exit 2; }

.venv/.uv: requirements/uv.txt | $(BIN)/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

.venv/.base: requirements/base.txt .venv/.uv
	@echo "installing requirements/base.txt" >&2
	@$(INSTALL) requirements/base.txt
	@$(BIN)/python -m compileall -q config validation retrieval beliefs evals
	@touch $@

# The .pth file puts the checkout on the path, so that .venv/bin/pytest finds tests.services before it reads any setting.
.venv/.dev: requirements/dev.txt .venv/.base
	@echo "installing requirements/dev.txt" >&2
	@$(INSTALL) requirements/dev.txt
	@echo "$(CURDIR)" > "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/countersign.pth"
	@touch $@

# What compiles the server is pinned by the same file: its build is isolated, but from known parts.
.peer/.ready: requirements/peer.txt .venv/.uv
	@$(BIN)/uv venv -q --clear --python $(BIN)/python .peer
	@CMAKE_ARGS="-DLLAVA_BUILD=OFF -DGGML_NATIVE=OFF -DLLAMA_CURL=OFF" $(UV) install -q --python .peer/bin/python --no-deps \
	  --require-hashes -r requirements/peer.txt --build-constraints requirements/peer.txt
	@touch $@
