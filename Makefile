# make help

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run demo cluster build progressctl man install deb tar wheel npm release check test lint streams attack fuzz soak image bench \
    cldr reference tables records release-notes deps test-deps ci-deps client-deps deb-deps image-deps bench-deps

# Arguments for the program or a runner: make run ARGS='--port 9000 --retention-seconds 60'
ARGS ?=
# Extra arguments for debug builds.
BUILDFLAGS ?=
# Extra arguments for `swift test`: make test TESTFLAGS='--filter Arithmetic'
TESTFLAGS ?=
# Extra arguments for Benchmarks/run: make bench BENCHFLAGS='--rounds 9 streams'
BENCHFLAGS ?=
# The prefix under which `make install` puts programs, man pages and completions.
PREFIX ?= /usr/local

swift-build := swift build --explicit-target-dependency-import-check error $(BUILDFLAGS)
# Neither program looks for libraries beside itself, where others may be able to write.
# Line tables say where a profile or a debugger is; optimized code hardly has variables to show.
swift-release := swift build --configuration release --static-swift-stdlib --disable-local-rpath -Xswiftc -gline-tables-only
program := .build/release/progressd
# For `--version`; nothing in a tree without git. Read when something is built.
commit = $(shell Scripts/version --commit)
# Fast, and without a service that listens.
quick := ProgressCoreTests|ProgressDeliveryTests|ProgressHTTPTests|ProgressLocalizationTests|ProgressLogTests|ProgressParsersTests|ProgressRegistryTests|ProgressServerTests|ProgressStreamsTests|ProgressTerminalTests|ProgressWireTests|progressctlTests
# These count or use up the descriptors of their process, so they have one of their own.
alone := MicroHTTPDTests|CrowdTests
# Those that wait for programs and sockets more than they compute, for two processes that take equally long.
waiting := ^ContractTests\.[A-R]|HardeningTests|progressctlTests ^ContractTests\.[^A-R]
packages := libmicrohttpd-dev uuid-dev nettle-dev zlib1g-dev libpq-dev pkg-config
# For the Swift client and progressctl; the service does without.
client-packages := libcurl4-openssl-dev nettle-dev pkg-config
# Programs that `make cluster` starts; PostgreSQL brings the library that the service loads for --cluster.
cluster-packages := postgresql haproxy python3
deb-packages := debhelper dpkg-dev python3
test-packages := $(packages) $(client-packages) curl postgresql pgbouncer
ci-packages := $(test-packages) python3 python3-venv python3-tk valgrind iproute2 chromium-headless-shell fonts-noto-core \
    slowhttptest faketime nginx openssl zsh fish mandoc nodejs node-typescript binutils restic rclone wget rsync borgbackup \
    ninja-build git haproxy iptables spin gcc slurmctld slurmd slurm-client munge \
    $(deb-packages) lintian systemd mmdebstrap bubblewrap prometheus
image-packages := git buildah bubblewrap mmdebstrap curl openssl python3 python3-venv
bench-packages := $(packages) python3 python3-venv wrk util-linux iproute2 binutils valgrind \
    nginx libnginx-mod-nchan redis-server postgresql faketime chromium

help: ## What there is to make
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 15

run: build ## Build the service, start it on http://127.0.0.1:8080, and say what to try
	@exec .build/release/progressd $(ARGS) > >($(say-what-to-try))

demo: build ## The same with living examples to look at: make demo ARGS='--port 9000'
	@exec .build/release/progressd demo $(ARGS)

cluster: build ## Three replicas, PostgreSQL and a proxy on this machine, to kill parts of; ARGS='--port 9000'
	@$(call install,$(cluster-packages))
	@Scripts/cluster/run $(program) $(ARGS)

build: deps ## Build the program for use: .build/release/progressd
	@PROGRESSD_COMMIT=$(commit) $(swift-release) --product progressd

progressctl: client-deps ## Build the command line client: .build/release/progressctl
	@PROGRESSD_COMMIT=$(commit) $(swift-release) --product progressctl

man: build progressctl ## Make their man pages: .build/man
	@Scripts/man/generate .build/release/progressd .build/man
	@Scripts/man/generate .build/release/progressctl .build/man

install: man ## Install both programs: make install PREFIX=$HOME/.local
	@Scripts/install "$(DESTDIR)$(PREFIX)"

deb: man deb-deps ## Build the Debian packages progressd and progressctl: .build/deb
	@Scripts/deb/run

tar: man ## Make a tar of both programs for any machine with glibc 2.34: .build/tar
	@$(call install,gcc binutils pkg-config python3)
	@Scripts/tar/run

wheel: tar ## Make wheels for pip, with both programs and without: .build/wheel
	@$(call install,python3 python3-venv)
	@Scripts/wheel/run

npm: ## Pack the JavaScript client for npm: .build/npm
	@$(call install,nodejs)
	@Scripts/npm/run

release: deb wheel npm image ## Everything that a release hands out, with notes and checksums: .build/handout
	@Scripts/release

test: test-deps ## Run all tests; layers are checked by the compiler
	@$(swift-build) --build-tests
	@Tests/support/swift-tests '$(waiting)' '$(alone)' $(TESTFLAGS)
	@swift test --skip-build --no-parallel --filter '$(alone)'
	@for story in Tests/examples/*_test.sh; do $$story .build/debug/progressd; done

# Of the tests, only the quick ones are built: those of the contract alone are a fifth of all, and use every module.
check: test-deps lint ## Format, layers and the quick tests: two minutes after a first build
	@$(swift-build)
	@ONLY_TESTS_OF='$(quick)' $(swift-build) --build-tests
	@ONLY_TESTS_OF='$(quick)' swift test --skip-build --parallel --filter '$(quick)' $(TESTFLAGS)

lint: ## Check the form of the Swift code, its floors and types, and that the developer documents name what exists
	@$(call install,python3)
	@swift format lint --strict --recursive Sources Tests Package.swift
	@Scripts/check-folders
	@Scripts/check-types
	@Scripts/check-paths
	@Scripts/check-json

streams: build ## Readers of every kind beside an exact model; make streams ARGS='--seconds 3600'
	@Tests/streams/run $(program) $(ARGS)

attack: build ci-deps ## Slow clients, few descriptors, signals under load; make attack ARGS=--short
	@Tests/attack/run $(program) $(ARGS)

fuzz: deps ## Feed the parsers with libFuzzer; make fuzz ARGS='--seconds 600 json'
	@Fuzz/run $(ARGS)

soak: build ci-deps ## Ten minutes of everything at once; make soak ARGS='--seconds 3600'
	@Benchmarks/soak --program $(program) $(ARGS)

image: image-deps ## Build and check the container image without an engine; make image ARGS=--stand-ins
	@Scripts/image/run $(ARGS)

bench: bench-deps ## Measure side by side with others, in one run: make bench BENCHFLAGS=--quick
	@Benchmarks/run $(BENCHFLAGS)

cldr: ci-deps ## Make the tables of CLDR again, from Babel; make cldr ARGS=--check compares
	@programs=$$(Tests/support/virtualenv cldr Scripts/cldr/requirements.txt); \
	PYTHONDONTWRITEBYTECODE=1 $$programs/python Scripts/cldr/generate.py $(ARGS)

reference: ## Make /docs and /openapi.json from openapi.yaml; make reference ARGS=--check compares
	@$(call install,python3 python3-venv)
	@programs=$$(Tests/support/virtualenv reference Scripts/reference/requirements.txt); \
	PYTHONDONTWRITEBYTECODE=1 $$programs/python Scripts/reference/generate.py $(ARGS)

tables: build ## Make the tables in docs/ from the program; make tables ARGS=--check compares
	@$(call install,python3)
	@PYTHONDONTWRITEBYTECODE=1 Scripts/tables $(program) $(ARGS)

records: ## Put the last record of each kind of run, from .build/records, into docs/verification.md
	@$(call install,python3)
	@Scripts/records

release-notes: ## Print the notes of a release; make release-notes ARGS='0.3.0 FILE…' adds checksums
	@Scripts/release-notes $(ARGS)

deps: ## Install the Debian packages that the service needs; does nothing when they are there
	@$(call install,$(packages))

client-deps: ## The same for progressctl
	@$(call install,$(client-packages))

deb-deps: ## The same for deb
	@$(call install,$(deb-packages))

test-deps: ## The same for the tests
	@$(call install,$(test-packages))

ci-deps: ## The same for .ci/run
	@$(call install,$(ci-packages))

image-deps: ## The same for image
	@$(call install,$(image-packages))

bench-deps: ## The same for bench: the peers, and what measures them
	@$(call install,$(bench-packages))
	@Tests/support/virtualenv peers Benchmarks/Peers/fastapi/requirements.txt >/dev/null
	@Tests/support/virtualenv progressista Benchmarks/Peers/progressista/requirements.txt >/dev/null
	@Tests/support/virtualenv browser Tests/browser/requirements.txt >/dev/null
	@Tests/support/virtualenv timeleft Benchmarks/timeleft/requirements.txt >/dev/null

# Quiet where nothing is missing. RUNLEVEL=1: servers among the packages are not started by their scripts. Elsewhere than on Debian it names what has to be there.
define install
if ! command -v dpkg-query >/dev/null; then echo 'Not Debian: this needs $(1).' >&2; exit 0; fi; \
missing=; \
for package in $(1); do \
    [ "$$(dpkg-query -W -f '$${db:Status-Status}' $$package 2>/dev/null)" = installed ] || missing+=" $$package"; \
done; \
[ -n "$$missing" ] || exit 0; \
sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
echo "Installing$$missing"; \
$$sudo apt-get update -qq; \
case $$missing in *postgresql*) $(without-main-cluster) ;; esac; \
$$sudo env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $$missing >/dev/null
endef

# Debian's packages would make a cluster of PostgreSQL and start it; the tests start their own, in folders of their own.
define without-main-cluster
folder=/etc/postgresql-common/createcluster.d; \
if [ ! -e $$folder ]; then \
    $$sudo mkdir -p $$folder; \
    echo 'create_main_cluster = false' | $$sudo tee $$folder/progressd.conf >/dev/null; \
fi
endef

# Reads the line that names the address, and says it on, with lines that can be pasted. Ends with the service.
define say-what-to-try
trap '' INT TERM; \
read -r line || exit 0; \
echo "$$line"; \
printf '%s\n' "$${WHAT_TO_TRY//@/$${line##* }}"; \
cat
endef

define WHAT_TO_TRY

Open @/ or, in another terminal:
  curl @/v1/progress -d name=import -d totalUnitCount=10
  curl -N @/v1/progress/import/events &
  curl @/v1/progress/import/completed-units -d count=3
  curl -X POST @/v1/progress/import/cancel
A real job:    PROGRESSD_URL=@ examples/backup.sh
The reference: @/docs
Stop: Ctrl-C

endef
export WHAT_TO_TRY
