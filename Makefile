# The front door. CMake and Ninja do the work; see CONTRIBUTING.md for the presets.
PREFIX ?= /usr/local

.PHONY: all demo check torture bench fuzz install clean

all:
	@tools/build release

demo: all
	@tools/demo build/release/teql

check:
	@tests/run

torture:
	@tools/build dev
	@tests/fault/kills build/dev 50
	@tests/fault/power_loss build/dev 120
	@tests/fault/torture build/dev

bench: all
	@bench/run build/release/teql

fuzz:
	@tools/build fuzz
	@tests/fuzz/run build/fuzz $(FUZZ_SECONDS)

install: all
	@cmake --install build/release --prefix $(PREFIX)

clean:
	rm -rf build
