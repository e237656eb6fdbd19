#!/usr/bin/env bash
# Makes this machine ready: Debian packages of third_party/apt-packages.txt, then the pinned wheels
# (tools/fetch_wheels.py). Asks apt only for what is missing; where nothing is, it takes no network,
# no root, and less than a second. Every failure is one line on stderr and a non-zero exit.
#
#   tools/setup.sh BUILD run|test [--skip-apt] [--os-release FILE] [--packages FILE] [--no-wheels]
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:?build directory}
need=${2:?run or test}
shift 2
skip_apt=no
wheels=yes
os_release=/etc/os-release
packages=third_party/apt-packages.txt
while [ $# -gt 0 ]; do
  case $1 in
    --skip-apt) skip_apt=yes ;;
    --no-wheels) wheels=no ;;
    --os-release) os_release=$2; shift ;;
    --packages) packages=$2; shift ;;
    *) echo "rung set-up: unknown argument $1" >&2; exit 2 ;;
  esac
  shift
done

say() { echo "rung set-up: $*" >&2; }
die() { say "$@"; exit 1; }

# Prints the value of one key of an os-release file, unquoted.
os_value() { { sed -n "s/^$1=//p" "$os_release" 2>/dev/null || true; } | head -n 1 | tr -d "\"'"; }

all_packages() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$packages"; }

missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null |
    sed -n 's/^installed //p')
  for package in $(all_packages); do
    grep -qxF -- "$package" <<<"$installed" || echo "$package"
  done
}

check_system() {
  case " $(os_value ID) $(os_value ID_LIKE) " in
    *" debian "* | *" ubuntu "*) command -v dpkg-query >/dev/null && return ;;
  esac
  local name
  name=$(os_value PRETTY_NAME)
  die "this system is ${name:-unknown}, not Debian or Ubuntu: install the counterparts of" \
    "$packages yourself, then run make with SETUP=skip"
}

# Runs a command as root; asks for a password only where someone can type it.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

can_be_root() {
  [ "$(id -u)" = 0 ] && return
  command -v sudo >/dev/null || return 1
  sudo -n true 2>/dev/null || [ -t 0 ]
}

install_packages() {
  local missing=$1 log
  can_be_root || die "packages are missing, and there is neither root nor sudo here: have an" \
    "administrator run \`apt-get install $missing\`, then run this again"
  log=$(mktemp)
  # shellcheck disable=SC2064
  trap "rm -f '$log'" EXIT
  say "installing $missing"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update >"$log" 2>&1 ||
    die "apt-get update failed: $(apt_error "$log"): check the network and apt's sources," \
      "then run this again"
  # Word splitting of $missing is meant: one argument per package.
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing \
    >"$log" 2>&1 ||
    die "apt-get cannot install $missing: $(apt_error "$log"): install them by hand, then run" \
      "this again, or with SETUP=skip"
  rm -f "$log"  # the exec below would skip the trap
  missing=$(missing_packages | xargs)
  [ -z "$missing" ] || die "apt-get ran, but these packages are still missing: $missing"
}

# The first error that apt wrote, as one line.
apt_error() {
  if grep -q 'No space left on device' "$1"; then
    echo 'no space left on the device'
  else
    { grep -m 1 '^E: ' "$1" || tail -n 1 "$1"; } | sed 's/^E: //'
  fi
}

find_python() {
  local python
  for python in /usr/bin/python3 python3; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
}

if [ "$skip_apt" = no ]; then
  check_system
  missing=$(missing_packages | xargs)
  [ -z "$missing" ] || install_packages "$missing"
fi
if [ "$wheels" = yes ]; then
  python=$(find_python)
  [ -n "$python" ] || die "no Python 3.11 or later found: install the package python3"
  exec "$python" tools/fetch_wheels.py --link-into "$build" --need "$need"
fi
