#!/bin/sh
# What the suite uses of the system: a Chromium, a PostgreSQL, a Redis. As root on a machine with apt, install what is
# missing; otherwise use what is there. PostgreSQL and Redis also come in wheels (requirements/dev.in), a Chromium does not.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }
known() { apt-cache show "$1" >/dev/null 2>&1; }

# Chromium without windows, where there is one (Debian), does a test with half the work of the whole browser.
shell=chromium-headless-shell
missing=""
if ! have "$shell" && [ -z "${CHROMIUM:-}" ]; then
  if known "$shell" || ! { have chromium || have chromium-browser || have google-chrome; }; then missing=" $shell"; fi
fi
have redis-server || have valkey-server || missing="$missing redis-server"
[ -n "${PG_BIN:-}" ] || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"

if [ -z "$missing" ] || [ "$(id -u)" -ne 0 ] || ! have apt-get; then
  exit 0
fi

echo "installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# policy-rc.d: the packages' own services must not start; the suite runs private ones.
blocked=""
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
  chmod +x /usr/sbin/policy-rc.d
  blocked=yes
fi
quickly="-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20"
install_missing() {
  # shellcheck disable=SC2086 - one argument an option
  apt-get update -qq $quickly || return
  known "$shell" || missing=$(echo "$missing" | sed "s/$shell/chromium/")
  # shellcheck disable=SC2086 - one argument a package
  apt-get install -y -qq $quickly --no-install-recommends $missing
}
if ! install_missing > "$log" 2>&1; then
  tail -n 5 "$log" >&2
  echo "countersign: could not install$missing; the suite goes on with what is there" >&2
fi
rm -f "$log"
[ -z "$blocked" ] || rm -f /usr/sbin/policy-rc.d
