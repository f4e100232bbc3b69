# The front door. Everything starts from a bare Debian/Ubuntu: tools/setup installs what is missing.
JOBS ?= $(shell nproc)
PREFIX ?= install
PYTHON := .venv/bin/python

.PHONY: build demo test bench soak check install format clean wheel spark

build:
	@tools/setup
	@cmake --preset release > build.log 2>&1 || { cat build.log; exit 1; }
	@cmake --build build -j $(JOBS) --target shipped

demo: build
	@build/explainee demo --picture demo.svg

# Everything that has to hold before a change lands. What ships is built as it ships and tried from outside; the unit
# tests are compiled once, under AddressSanitizer and UBSan. Sweeps in full size, of what ships, are in `make soak`.
test:
	@tools/setup
	@tools/check_layers
	@tools/check_flags
	cmake --preset release
	cmake --build build -j $(JOBS) --target shipped
	$(PYTHON) -m pytest -q -n $(JOBS) tests/cli
	$(PYTHON) -m pytest -q -n $(JOBS) python/tests
	tools/options_page --check
	tools/errors_page --check
	tools/check_install build
	cmake --preset asan
	cmake --build build-asan -j $(JOBS)
	EXPLAINEE_TEST_SCALE=0.05 ctest --test-dir build-asan --output-on-failure -j $(JOBS)
	cmake --preset tsan
	cmake --build build-tsan -j $(JOBS) --target threaded_tests
	EXPLAINEE_TEST_SCALE=0.05 ctest --test-dir build-tsan --output-on-failure -j $(JOBS)

bench:
	@tools/setup bench
	@cmake --preset bench > build.log 2>&1 || { cat build.log; exit 1; }
	@cmake --build build -j $(JOBS)
	@$(PYTHON) bench/run.py
	@$(PYTHON) bench/invase.py
	@$(PYTHON) bench/python.py
	@$(PYTHON) bench/certificates.py
	@$(PYTHON) bench/cohort.py
	@$(PYTHON) bench/worth.py --small
	@$(PYTHON) bench/honesty.py --small
	@$(PYTHON) bench/harm.py --small
	@test -x .venv-peers/bin/python || python3 -m venv .venv-peers
	@.venv-peers/bin/pip install -q -r tools/requirements-peers.txt
	@.venv-peers/bin/python bench/proof.py
	@.venv-peers/bin/python bench/windows.py
	@.venv-peers/bin/python bench/tables.py
	@.venv-peers/bin/python bench/people.py
	@.venv-peers/bin/python bench/crowd.py
	@.venv-peers/bin/python bench/learner.py

# The tests of explainee.spark on a real local Spark, which is too large to install for every `make test`.
spark: build
	@tools/setup spark
	@test -x .venv-spark/bin/python || python3 -m venv .venv-spark
	@.venv-spark/bin/pip install -q --disable-pip-version-check -r tools/requirements-spark.txt
	.venv-spark/bin/python -m pytest -q python/tests/test_spark.py

# The same tests of what ships, many times longer; 10⁵ forgeries of certificates, and genuine ones of 1000 tables; simulations with their bars.
soak: build spark
	@tools/setup bench
	$(PYTHON) bench/honesty.py --check
	$(PYTHON) bench/harm.py --check
	$(PYTHON) bench/worth.py --check
	cmake --build build -j $(JOBS)
	EXPLAINEE_TEST_SCALE=20 ctest --test-dir build --output-on-failure -j $(JOBS) --timeout 7200
	EXPLAINEE_TEST_SCALE=50 $(PYTHON) -m pytest -q -n $(JOBS) tests/cli/proof/test_forgeries.py
	EXPLAINEE_TEST_SCALE=14 $(PYTHON) -m pytest -q -n $(JOBS) tests/cli/proof/test_genuine.py

check:
	@tools/setup check
	@tools/check_layers
	@tools/check_flags
	@cmake --preset check > build.log 2>&1 || { cat build.log; exit 1; }
	git ls-files '*.h' '*.cpp' | xargs clang-format --dry-run -Werror
	.venv/bin/ruff check -q python
	.venv/bin/ruff format -q --check python
	.venv/bin/mypy --ignore-missing-imports python/explainee
	git ls-files 'src/*.cpp' 'apps/*.cpp' 'python/core/*.cpp' | grep -v _test.cpp | xargs -P $(JOBS) -n 4 clang-tidy -p build-check --quiet --extra-arg=-Wno-unknown-warning-option

format:
	git ls-files '*.h' '*.cpp' | xargs clang-format -i

# dist/*.whl; PYTHONS="python3.10 python3.12" for others than that of the virtual environment
wheel:
	@tools/setup
	@tools/wheel $(PYTHONS)

install: build
	@cmake --install build --prefix $(PREFIX)

clean:
	rm -rf build build-asan build-check build-tsan build-wheel dist install build.log demo.svg
