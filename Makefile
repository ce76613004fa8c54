# The same commands for people and for CI. Each does the set-up it needs; none repeats it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The page's modules are checked and tested where there is npm.
NODE := $(if $(shell command -v npm),.stamp-node)

.PHONY: play play-terminal test check bench stubs format sanitize clean

play: .stamp-install
	@$(BIN)/outflank web

play-terminal: .stamp-install
	@$(BIN)/outflank play

# Every step runs, whatever failed before; the last lines name those that failed.
test: .stamp-test $(NODE)
	@failed=; trap 'exit 130' INT; \
	run() { echo "$$*"; "$$@" || failed="$$failed\n  $$*"; }; \
	$(if $(NODE),run npm test --silent,echo "The page's modules are not tested: that needs npm."); \
	run $(BIN)/python -m pytest -n 2; \
	run env OUTFLANK_CPU=portable $(BIN)/python -m pytest -q -n 2 tests/core tests/rules/test_oracle.py; \
	[ -z "$$failed" ] || { printf 'These steps failed:%b\n' "$$failed"; exit 1; }

check: .stamp-check $(NODE)
	$(if $(NODE),npm run --silent check,@echo "The page's modules are not checked: that needs npm.")
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy src/outflank examples benchmarks tests
	$(BIN)/lint-imports --no-cache
	$(BIN)/clang-format --dry-run --Werror $(CPP) $(CPP_TESTS)
	cmp $(STUB) src/outflank/_core/__init__.pyi

bench: .stamp-install
	$(BIN)/outflank bench
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/formats.py
	$(BIN)/python benchmarks/endgame.py
	$(BIN)/python benchmarks/evaluation.py
	$(BIN)/python benchmarks/protocols.py
	$(BIN)/python benchmarks/clock.py
	$(if $(POSITIONS),$(BIN)/python benchmarks/endgame.py --data $(POSITIONS) ffo-40-44 ffo-45-49 hard-20)
	$(if $(POSITIONS),$(BIN)/python benchmarks/endgame.py --data $(POSITIONS) hard-20 --all)

# The core's tests on builds that stop at the first bad access or undefined step.
sanitize: .stamp-sanitize
	failed=; trap 'exit 130' INT; \
	for level in portable v3; do \
	  OUTFLANK_CPU=$$level LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 HYPOTHESIS_PROFILE=quick \
	  $(VENV)-sanitize/bin/python -m pytest -q -n 2 tests/core || failed="$$failed $$level"; \
	done; \
	[ -z "$$failed" ] || { echo "These builds failed:$$failed"; exit 1; }

# After a change of the bindings: take over the generated type stubs.
stubs: .stamp-install
	cp $(STUB) src/outflank/_core/__init__.pyi

format: .stamp-check
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/clang-format -i $(CPP) $(CPP_TESTS)

clean:
	rm -rf build node_modules $(VENV) $(VENV)-sanitize .stamp-*

CPP := $(wildcard cpp/*/*.cpp cpp/*/*.hpp cpp/*/*/*.cpp cpp/*/*/*.hpp)
CPP_TESTS := $(wildcard tests/*/*.cpp)
# A folder with ffo-40-59.obf and hard-20.obf, whose positions `bench` solves if it is there.
POSITIONS ?= $(wildcard ../shared/data/positions)
# Expanded by the shell, after the build.
STUB := build/cp*/__init__.pyi
# A folder is newer once a file comes or goes; edits of Python files need no new install.
FOLDERS := $(shell find src -type d -not -name __pycache__)
NATIVE := CMakeLists.txt pyproject.toml cpp/bindings/stubs.txt $(CPP)
GROUP = $(BIN)/pip install -q --group

.stamp-venv: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q 'pip>=25.1'
	$(GROUP) build
	@touch $@

.stamp-install: .stamp-venv $(NATIVE) $(FOLDERS)
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/pip install -q --no-build-isolation -C cmake.define.OUTFLANK_WERROR=$(if $(CI),ON,OFF) -e '.[tui,web]'
	@touch $@

.stamp-test: .stamp-install
	$(GROUP) test
	@touch $@

.stamp-check: .stamp-test
	$(GROUP) check
	@touch $@

.stamp-node: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

.stamp-sanitize: .stamp-venv $(NATIVE) $(FOLDERS)
	$(PYTHON) -m venv $(VENV)-sanitize
	$(VENV)-sanitize/bin/pip install -q 'pip>=25.1'
	$(VENV)-sanitize/bin/pip install -q --group build --group test
	PATH="$(abspath $(VENV)-sanitize/bin):$$PATH" $(VENV)-sanitize/bin/pip install -q --no-build-isolation \
	  -C build-dir=build/sanitize -C cmake.define.OUTFLANK_SANITIZE=ON "-Ccmake.define.OUTFLANK_LEVELS=portable;v3" -e .
	@touch $@
