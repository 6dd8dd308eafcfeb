# Flickpad: `make run` to try it, `make test` to check it, `make && sudo make install` to keep it.

PREFIX = /usr/local
# systemd and udev read /usr/lib, /usr/local/lib and /etc: units and rules of any other PREFIX go
# into /etc.
SYSTEM = $(if $(filter /usr /usr/local,$(PREFIX)),$(PREFIX)/lib,/etc)

SUDO = $(if $(filter 0,$(shell id -u)),,sudo)
BINARY = .build/release/flickpad
GATEWAY = $(BINARY)-web
MANUALS = $(patsubst %.scd,.build/man/%,$(notdir $(wildcard Sources/*/man/*.scd)))
UNITS = flickpad.service flickpad.socket flickpad-pad.socket flickpad-admin.socket \
  flickpad-web.service flickpad-web.socket

# Debian's names of what is needed besides git, make and Swift.
BUILD_NEEDS = libevdev-dev libqrencode-dev libssl-dev libsystemd-dev libwebsockets-dev pkg-config \
  scdoc zlib1g-dev
RUN_NEEDS = acl kmod udev
TEST_NEEDS = $(RUN_NEEDS) busybox-static chromium-headless-shell cpio dbus evemu-tools evtest \
  joystick libinput-tools libsdl2-dev mandoc python3 python3-evdev python3-websockets \
  qemu-system-x86 socat strace sudo systemd util-linux
PLANTED_NEEDS = patch
BENCH_NEEDS = python3 python3-evdev python3-websockets
# Later versions of ydotoold speak otherwise.
KERNEL_NEEDS = busybox-static cpio kmod python3 python3-evdev qemu-system-x86 util-linux \
  $(shell grep -qsx 'VERSION_CODENAME=bookworm' /etc/os-release && echo ydotoold)

build: build-needs
	swift build -c release --static-swift-stdlib --product flickpad
	swift build -c release --static-swift-stdlib --product flickpad-web
	@$(MAKE) --no-print-directory manuals

manuals: $(MANUALS)
vpath %.scd $(wildcard Sources/*/man)
$(MANUALS): .build/man/%: %.scd
	@mkdir -p $(@D)
	scdoc <$< >$@

# A login has a directory for the socket, a shell by su or sudo has none.
SOCKET = $(if $(SUDO),$(if $(XDG_RUNTIME_DIR),, --socket .build/flickpad.sock))
PAD_SOCKET = $(if $(SOCKET), --socket .build/pad.sock)
CONTROL = $(if $(SOCKET), --control .build/flickpad-web.sock)
PRESS_A = {\"type\":\"touch\",\"touches\":[{\"id\":1,\"phase\":\"began\",\"x\":780,\"y\":345}]}
run: build run-needs
	@if ! [ -r /dev/uinput -a -w /dev/uinput ]; then \
	  echo "Flickpad makes input devices through /dev/uinput, which $$(id -un) may not open."; \
	  echo "This lets $$(id -un) open it, until the next boot:"; \
	  set -x; $(SUDO) modprobe uinput && udevadm settle && \
	    $(SUDO) setfacl -m u:$$(id -u):rw /dev/uinput || true; \
	fi
	@echo 'To press A, in another shell here (evtest, as root, shows it as games see it):'
	@echo "  echo '$(PRESS_A)' | $(BINARY) send$(SOCKET)"
	@echo 'To let another phone in: $(GATEWAY) pair$(CONTROL)'
	@trap 'kill $$gateway $$daemon 2>/dev/null' HUP INT TERM; \
	$(BINARY) serve --output auto$(SOCKET) & daemon=$$!; \
	$(GATEWAY) serve$(PAD_SOCKET)$(CONTROL) & gateway=$$!; \
	{ for second in 1 2 3 4 5; do sleep 1; $(GATEWAY) pair$(CONTROL) 2>/dev/null && break; done; } & \
	wait $$daemon; status=$$?; kill $$gateway 2>/dev/null; wait; exit $$status

test: lint build test-needs
	swift test
	$(MAKE) --no-print-directory faults PROGRAMS=daemon CALLS="read accept4 epoll_ctl timerfd_settime"
	$(MAKE) --no-print-directory faults PROGRAMS=gateway CALLS="connect rename"
	mandoc -T lint -W error $(MANUALS)
	FLICKPAD=$(BINARY) Tests/VM/suite
	FLICKPAD=$(BINARY) FLICKPAD_WEB=$(BINARY)-web Tests/Page/suite
	@echo "make test: all of it passed"

# What a touch costs: beside a floor in C, over WebSocket beside a program in Python, and as clients
# grow (PLOT=FILE.svg draws that); how late things are. Servers and client each have a CPU to
# themselves, as far as the machine is idle. What has a bound says "ok" or "missed".
# PARTS: some of single bulk phones load repeats growth company others; repeats takes 200 seconds.
bench: build-needs bench-needs
	swift build -c release --static-swift-stdlib
	taskset -c 0 .build/release/bench .build/release Tests/Bench/bench.json5 \
	  $(if $(PLOT),--plot '$(PLOT)') $(PARTS)

# From a touch to the event on a kernel's own device, beside the floor, ydotoold and a program in
# Python, in a virtual machine whose clock counts its instructions, 8 ns each. COUNTED= for the
# host's clock, by which code that runs for the first time is dear under emulation.
COUNTED = --counted
bench-kernel: build-needs kernel-needs
	swift build -c release --static-swift-stdlib --product flickpad
	swift build -c release --static-swift-stdlib --product bench-floor
	swift build -c release --static-swift-stdlib --product bench
	Tests/VM/run $(COUNTED) --timeout 1200 .build/release/bench .build/release \
	  Tests/Bench/bench.json5 kernel

# Random layouts and touches until nothing can be stuck or lost, then bugs that have to be found.
CASES = 100000
soak:
	swift build -c release --product soak
	.build/release/soak $(CASES)
	@$(MAKE) --no-print-directory planted

planted: planted-needs
	Tests/Soak/Planted/check .build/planted

# SECONDS a target; what is new stays in .build/fuzz/corpus, what goes wrong in .build/fuzz/finds.
# A minute for an input, since that is by the clock and the machine may be busy: most take 0.1 s.
SECONDS = 60
FUZZ = $(notdir $(wildcard Tests/Fuzz/Corpus/*))
FUZZER = FLICKPAD_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product fuzz \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -use-ld=lld
fuzz: build-needs
	$(FUZZER)
	@mkdir -p .build/fuzz/finds
	@for target in $(FUZZ); do \
	  mkdir -p .build/fuzz/corpus/$$target; \
	  echo "fuzz $$target, $(SECONDS) s"; \
	  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 nice .build/fuzz/release/fuzz $$target \
	    -max_total_time=$(SECONDS) -max_len=8192 -timeout=60 -rss_limit_mb=2048 \
	    -dict=Tests/Fuzz/words.dict -artifact_prefix=.build/fuzz/finds/$$target- \
	    -print_final_stats=1 -verbosity=1 .build/fuzz/corpus/$$target Tests/Fuzz/Corpus/$$target \
	    >.build/fuzz/$$target.log 2>&1 || { tail -n 30 .build/fuzz/$$target.log; exit 1; }; \
	  grep '#.*DONE' .build/fuzz/$$target.log; \
	done
	@echo "fuzz: $(words $(FUZZ)) targets, $(SECONDS) s each, nothing found"

# Every system call of the daemon and of the gateway fails once, one a run. CALLS: these only.
PROGRAMS = daemon gateway
faults: build
	$(CC) -Wall -Wextra -O1 -shared -fPIC -o .build/faults.so Tests/Faults/faults.c
	@for program in $(PROGRAMS); do \
	  Tests/Faults/check $$program $(BINARY) .build/faults.so $(CALLS) || exit; \
	done

# The tests under the address sanitizer, in a build of their own.
test-sanitize: build-needs
	ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build/sanitize

lint:
	swift format lint --strict -r Sources Tests Package.swift

format:
	swift format -i -r Sources Tests Package.swift

# What is missing is installed with apt-get, by sudo unless root.
deps: build-needs run-needs test-needs
build-needs: NEEDS = $(BUILD_NEEDS)
run-needs: NEEDS = $(RUN_NEEDS)
test-needs: NEEDS = $(TEST_NEEDS)
bench-needs: NEEDS = $(BENCH_NEEDS)
planted-needs: NEEDS = $(PLANTED_NEEDS)
kernel-needs: NEEDS = $(KERNEL_NEEDS)
build-needs run-needs test-needs bench-needs kernel-needs planted-needs:
	@missing=$$(for package in $(NEEDS); do \
	    dpkg-query -W -f '$${db:Status-Status}' $$package 2>&1 | grep -q ^installed || \
	      echo $$package; \
	  done); \
	if [ -z "$$missing" ]; then exit 0; fi; \
	echo "Not installed here:" $$missing; \
	if ! command -v apt-get >/dev/null; then \
	  echo "Install what your system calls these, should the next step fail."; exit 0; \
	fi; \
	set -x; $(SUDO) apt-get update -qq; \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -qq -y --no-install-recommends $$missing >/dev/null

INSTALL = install -D -m 644
install: $(MANUALS)
	@[ -x $(BINARY) ] || { echo "Nothing to install yet: run make first, as yourself."; exit 1; }
	install -D -s -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/flickpad
	install -D -s -m 755 $(GATEWAY) $(DESTDIR)$(PREFIX)/bin/flickpad-web
	install -d $(DESTDIR)/etc/flickpad/layouts
	for manual in $(MANUALS); do \
	  $(INSTALL) -t $(DESTDIR)$(PREFIX)/share/man/man$${manual##*.} $$manual || exit; done
	$(INSTALL) -t $(DESTDIR)$(SYSTEM)/systemd/system $(addprefix systemd/,$(UNITS))
	sed -i 's|/usr/local/bin|$(PREFIX)/bin|' \
	  $(DESTDIR)$(SYSTEM)/systemd/system/flickpad.service \
	  $(DESTDIR)$(SYSTEM)/systemd/system/flickpad-web.service
	$(INSTALL) systemd/flickpad.sysusers $(DESTDIR)$(SYSTEM)/sysusers.d/flickpad.conf
	$(INSTALL) systemd/flickpad-web.sysusers $(DESTDIR)$(SYSTEM)/sysusers.d/flickpad-web.conf
	$(INSTALL) systemd/flickpad.modules-load $(DESTDIR)$(SYSTEM)/modules-load.d/flickpad.conf
	$(INSTALL) -t $(DESTDIR)$(SYSTEM)/udev/rules.d udev/60-flickpad.rules
	@echo
	@echo "Installed. To start it now and at every boot, run as root:"
	@echo "  systemd-sysusers"
	@echo "  modprobe -a uinput joydev"
	@echo "  udevadm control --reload"
	@echo "  udevadm trigger --settle --sysname-match=uinput"
	@echo "  systemctl daemon-reload"
	@echo "  systemctl enable --now flickpad.service"
	@echo "  systemctl enable --now flickpad-web.service   # for phones; flickpad-web pair lets them in"
	@echo "  usermod -aG flickpad USER   # for everyone who plays; then log out and in again"
	@echo "Then 'flickpad doctor' says whether all is well."

uninstall:
	-[ -n "$(DESTDIR)" ] || systemctl disable --now $(UNITS)
	rm -f $(DESTDIR)$(PREFIX)/bin/flickpad $(DESTDIR)$(PREFIX)/bin/flickpad-web \
	  $(foreach manual,$(notdir $(MANUALS)),$(DESTDIR)$(PREFIX)/share/man/man*/$(manual)) \
	  $(addprefix $(DESTDIR)$(SYSTEM)/systemd/system/,$(UNITS)) \
	  $(DESTDIR)$(SYSTEM)/sysusers.d/flickpad.conf \
	  $(DESTDIR)$(SYSTEM)/sysusers.d/flickpad-web.conf \
	  $(DESTDIR)$(SYSTEM)/modules-load.d/flickpad.conf \
	  $(DESTDIR)$(SYSTEM)/udev/rules.d/60-flickpad.rules
	@echo
	@echo "Removed. Left: /etc/flickpad, /var/lib/flickpad, /var/lib/flickpad-web, the users flickpad and"; \
	  echo "flickpad-web, and their groups."

clean:
	rm -rf .build

.PHONY: build manuals run test test-sanitize bench bench-kernel soak planted fuzz faults lint format \
  deps build-needs run-needs test-needs bench-needs kernel-needs planted-needs install uninstall clean
