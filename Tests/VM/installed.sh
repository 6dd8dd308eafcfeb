# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154
#
# What the tests share that need Flickpad installed. After lib.sh:
#
#   source Tests/VM/installed.sh
#   install_flickpad

service=/run/flickpad

# install_flickpad: as `make install`, and then word for word what that says is to be done, for the
# user `player`. `padplayer` may play gamepads only, `stranger` nothing. All of it is gone when the
# test ends.
install_flickpad() {
  trap uninstall_flickpad EXIT
  for user in player padplayer stranger; do useradd "$user"; done
  make -s install BINARY="$flickpad" >"$work/install.log" 2>&1 || fail "make install:" "$(<"$work/install.log")"
  sed -n 's/^  //p' "$work/install.log" | sed 's/USER/player/' >"$work/advice"
  [[ -s $work/advice ]] || fail "make install says nothing is to be done"
  bash -e "$work/advice" >"$work/advice.log" 2>&1 ||
    fail "what make install says:" "$(<"$work/advice.log")" \
      "$(journalctl --no-pager -n 20 -u flickpad.service -u flickpad-web.service)"
  usermod -aG flickpad-pad padplayer
  wait_for "the service's gamepad" node gamepad
}

uninstall_flickpad() {
  set +e
  make -s uninstall
  for user in player padplayer stranger flickpad flickpad-web; do userdel -f "$user"; done
  for group in flickpad flickpad-pad flickpad-uinput flickpad-web; do groupdel "$group"; done
  rm -rf /run/systemd/system/flickpad*.d /etc/flickpad /var/lib/flickpad /var/lib/flickpad-web \
    /etc/udev/rules.d/{*flickpad*,99-keys*} /etc/modprobe.d/no-uinput.conf
  systemctl daemon-reload
  systemctl reset-failed
  udevadm control --reload
} >/dev/null 2>&1

# as USER COMMAND...: as a user who has just logged in.
as() {
  local user=$1
  shift
  runuser -u "$user" -- "$@"
}

# pads: how many gamepads of Flickpad there are.
pads() { cat /sys/devices/virtual/input/input*/phys 2>/dev/null | grep -c ^flickpad/pad || true; }
no_pads() { [[ $(pads) == 0 ]]; }

is_active() { systemctl is-active --quiet "$@"; }
