# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
#
# What the tests in the guest share. A test begins with
#
#   source Tests/VM/lib.sh

set -euo pipefail

# The programs to test, which suite has found; what a test writes.
# shellcheck disable=SC2153
flickpad=$FLICKPAD
reader=$KERNEL_READER
work=$TMPDIR

# fail LINE...: ends the test; what was logged is shown, too.
fail() {
  local log
  printf '%s\n' "$@"
  for log in "$work"/*.log; do
    [[ ! -s $log ]] || { echo "${log##*/}:" && tail -n 20 "$log"; }
  done
  exit 1
}

# wait_for WHAT COMMAND...: until the command succeeds; for a minute, since the guest is slow, and
# slower yet on a busy host.
wait_for() {
  local what=$1 end=$((SECONDS + 60))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || fail "waited in vain for $what"
    # As sleep does, but without a process, whose start takes the time of what is waited for.
    read -rt 0.1 -u "$never" || true
  done
}
mkfifo "$work/never"
exec {never}<>"$work/never"

# assert_eq WHAT EXPECTED ACTUAL
assert_eq() {
  [[ $2 == "$3" ]] || fail "$1:" "  expected: $2" "  it is:    $3"
}

# assert_has WHAT TEXT ACTUAL: the text stands somewhere in it.
assert_has() {
  [[ $3 == *"$2"* ]] || fail "$1 lacks: $2" "it is:" "$3"
}

# assert_status STATUS COMMAND...: its exit status. What it printed is then in $output.
assert_status() {
  local expected=$1 status=0
  shift
  output=$("$@" 2>&1) || status=$?
  ((status == expected)) || fail "exit status $status instead of $expected: $*" "$output"
}

# has [OPTION...] PATTERN: whether a line of the input matches, as grep -q; but it reads to the end, as
# who writes it would be ended else, which pipefail takes for a no.
has() { [[ -n $(grep "$@") ]]; }

# input DEVICE: the sysfs folder of player 1's device, the newest of them.
input() {
  local phys found='' file text
  case $1 in
  gamepad) phys=flickpad/pad0 ;;
  keyboard) phys=flickpad/kbd ;;
  mouse) phys=flickpad/mouse ;;
  esac
  for file in /sys/devices/virtual/input/input*/phys; do
    read -r text 2>/dev/null <"$file" || continue
    [[ $text != "$phys" ]] || found=${file%/phys}
  done
  [[ -n $found ]] && echo "$found"
}

# node DEVICE [event|js]: its device file.
node() {
  local folder file
  folder=$(input "$1")
  for file in "$folder/${2:-event}"*; do
    [[ -e $file ]] && echo "/dev/input/${file##*/}"
  done
}

# serve [OPTION...]: starts a daemon and waits until its pad is there. $daemon is its process,
# $socket where it listens.
socket=$work/flickpad.sock
serve() {
  "$flickpad" serve --socket "$socket" "$@" 2>"$work/daemon.log" &
  daemon=$!
  wait_for "the daemon" daemon_plays
}
daemon_plays() { [[ -S $socket ]] && node gamepad; }

# connect: a client of the daemon; `say` sends lines, what it is told goes to $work/client.
connect() {
  rm -f "$work/to-daemon"
  mkfifo "$work/to-daemon"
  "$flickpad" send --socket "$socket" <"$work/to-daemon" >"$work/client" &
  client=$!
  exec {to_daemon}>"$work/to-daemon"
}
say() { printf '%s\n' "$@" >&"$to_daemon"; }
disconnect() {
  exec {to_daemon}>&-
  wait "$client" || true
}

# finger PHASE X Y [ID]: a message with one touch.
finger() {
  say "{\"type\":\"touch\",\"touches\":[{\"id\":${4:-1},\"phase\":\"$1\",\"x\":$2,\"y\":$3}]}"
}

# read_devices DEVICE...: begins to read them; what they report goes to $work/events. First in line
# for the one processor, so that the kernel's buffer of 64 events never runs over.
read_devices() {
  chrt --fifo 10 "$reader" --wait 60 "$@" >"$work/events" 2>"$work/reader.log" &
  reading=$!
  wait_for "the reader" grep -q '^ready$' "$work/events"
}

# reported: what was read since, without times.
reported() { grep -v '^ready$' "$work/events" | sed -E 's/^[0-9.]+ //'; }

# wait_report LINE: until the line stands among what was reported.
wait_report() { wait_for "the report of $1" has_report "$1"; }
has_report() { reported | has -Fx -- "$1"; }
