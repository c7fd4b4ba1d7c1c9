# What ./play and ./check share. Sourced from the repository's root.
# shellcheck shell=bash

RUST_MINOR=$(sed -n 's/^rust-version = "1\.\([0-9]*\)".*/\1/p' Cargo.toml)

if [ -t 1 ]; then
    BOLD=$'\e[1m' RED=$'\e[31m' GREEN=$'\e[32m' DIM=$'\e[2m' PLAIN=$'\e[0m'
else
    BOLD='' RED='' GREEN='' DIM='' PLAIN=''
fi

# Debian keeps nats-server and haproxy where only root looks.
PATH=$PATH:/usr/local/sbin:/usr/sbin

# One line about what happens now, with the seconds since the start.
step() { printf '%s[%4d s]%s %s\n' "$DIM" "$SECONDS" "$PLAIN" "$*"; }

complain() { printf '%s%s%s\n' "$RED" "$*" "$PLAIN" >&2; }

die() {
    complain "$@"
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Runs as root, if need be and if possible through sudo.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        return 1
    fi
}

# install PACKAGE…: with apt-get, which is quiet unless it fails.
install() {
    local log
    log=$(mktemp)
    step "Installing $* with apt-get"
    # Lists that are stale in part may do: what counts is the second command.
    as_root apt-get -q update >"$log" 2>&1 || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
        -o DPkg::Lock::Timeout=120 install "$@" >>"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        rm -f "$log"
        return 1
    }
    rm -f "$log"
}

# provide LIST [HINT]: LIST prints the packages that are missing. Installs them
# all, or names them all and ends; the hint is a way to do without.
provide() {
    local packages hint=${2:+$'\n'$2}
    packages=$("$1" | xargs)
    [ -z "$packages" ] && return
    have apt-get ||
        die "Missing here, by their names on Debian: $packages. Install them, then run this again.$hint"
    [ "$(id -u)" = 0 ] || have sudo ||
        die "Missing here, and only root may install it: apt-get install $packages$hint"
    # shellcheck disable=SC2086  # a list of words
    install $packages || die "apt-get could not install $packages; it says above why.$hint"
    packages=$("$1" | xargs)
    [ -z "$packages" ] || die "Installed, but still not what is needed: $packages.$hint"
}

# Whether C programs can be compiled and linked; headers may be missing alone.
can_compile() {
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' |
        cc -x c -o /dev/null - >/dev/null 2>&1
}

# For provide: what it takes to build. SQLite is compiled in.
build_packages() { can_compile || echo gcc libc6-dev; }

# Looks for what no package manager has in the right version, and names all
# that is wrong.
need_tools() {
    local wrong=0 version minor
    local bin=${CARGO_HOME:-${HOME:-}/.cargo}/bin
    [ -d "$bin" ] && PATH="$bin:$PATH"
    if ! have cargo; then
        complain "cargo is missing. Get Rust 1.$RUST_MINOR or newer from https://rustup.rs, then run this again."
        wrong=1
    elif ! version=$(cargo --version); then
        complain 'cargo does not run; it says above why.'
        wrong=1
    else
        minor=$(sed 's/^cargo 1\.\([0-9]*\).*/\1/' <<<"$version")
        [ "$minor" -ge "$RUST_MINOR" ] || {
            complain "Rust 1.$minor is too old, 1.$RUST_MINOR or newer is needed: rustup update stable, or get it from https://rustup.rs"
            wrong=1
        }
    fi
    if ! have node; then
        complain 'node is missing. Get version 22.12 or newer from https://nodejs.org, then run this again.'
        wrong=1
    elif ! version=$(node --version); then
        complain 'node does not run; it says above why.'
        wrong=1
    elif ! node_fits "$version"; then
        complain "node $version does not do: 20.19, or 22.12 or newer is needed. Get it from https://nodejs.org, then run this again."
        wrong=1
    elif ! have npm; then
        complain 'npm is missing, which comes with node from https://nodejs.org; on Debian also: apt-get install npm'
        wrong=1
    fi
    [ "$wrong" = 0 ] || exit 1
}

# What Vite, which builds the page, asks for: ^20.19 || >=22.12.
node_fits() {
    local major minor
    IFS=. read -r major minor _ <<<"${1#v}"
    [ "$major" -gt 22 ] || { [ "$major" = 22 ] && [ "$minor" -ge 12 ]; } ||
        { [ "$major" = 20 ] && [ "$minor" -ge 19 ]; }
}

# Fetches the page's dependencies if they are missing or the lock has changed.
web_dependencies() {
    local stamp=web/node_modules/.vzetek-lock lock
    lock=$(sha256 <web/package-lock.json)
    [ "$(cat $stamp 2>/dev/null)" = "$lock" ] && return
    local cache
    cache=$(npm config get cache)
    # A home may be read-only, or its cache belong to root.
    mkdir -p "$cache/_cacache" 2>/dev/null && [ -w "$cache/_cacache" ] ||
        export npm_config_cache=$PWD/target/npm
    npm --prefix web ci --no-audit --no-fund --no-update-notifier && printf '%s\n' "$lock" >$stamp
}

# Builds the page if anything it is made of has changed, or what was built:
# each new build of it makes cargo build the server again.
build_page() {
    local stamp=web/node_modules/.vzetek-page
    if [ -s web/dist/index.html ] && [ "$(cat $stamp 2>/dev/null)" = "$(page_sum)" ]; then
        echo 'Nothing has changed since it was built.'
        return
    fi
    rm -f $stamp
    npm --prefix web run --silent build -- "$@" && page_sum >$stamp
}
page_sum() {
    (cd web && find . \( -path ./node_modules -o -path ./e2e \) -prune -o -type f -print0 |
        xargs -0 "${SHA256[@]}" | LC_ALL=C sort -k 2 | sha256)
}

# sha256sum is GNU's; where it is missing, Perl's shasum mostly is not.
SHA256=(sha256sum)
have sha256sum || SHA256=(shasum -a 256)
sha256() { "${SHA256[@]}"; }

random_token() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# Whether something answers at this port of this machine.
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# The status line of GET /health, or nothing.
health() {
    local line=''
    (
        exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
        printf 'GET /health HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$1" >&3
        read -r -t 5 line <&3 && printf '%s\n' "$line"
    ) 2>/dev/null
}

# wait_for_one PID…: until one of these children has ended. Bash before 4.3, as on
# macOS, can wait for one or for all only.
wait_for_one() {
    local pid
    if [ "${BASH_VERSINFO[0]}" -gt 4 ] || { [ "${BASH_VERSINFO[0]}" = 4 ] && [ "${BASH_VERSINFO[1]}" -ge 3 ]; }; then
        wait -n "$@" || true
        return
    fi
    while true; do
        for pid in "$@"; do kill -0 "$pid" 2>/dev/null || return 0; done
        sleep 1
    done
}

# wait_healthy PORT PID SECONDS: until the server answers; fails if it ends.
wait_healthy() {
    local until=$((SECONDS + $3))
    while [ "$SECONDS" -lt "$until" ]; do
        case $(health "$1") in *' 200 '*) return 0 ;; esac
        kill -0 "$2" 2>/dev/null || return 1
        sleep 0.2
    done
    return 1
}
