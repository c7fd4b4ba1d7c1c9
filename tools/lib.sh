# What ./play and ./check share. Sourced from the repository's root.
# shellcheck shell=bash

NODE_MAJOR=20
RUST_MINOR=$(sed -n 's/^rust-version = "1\.\([0-9]*\)".*/\1/p' Cargo.toml)

if [ -t 1 ]; then
    BOLD=$'\e[1m' RED=$'\e[31m' GREEN=$'\e[32m' DIM=$'\e[2m' PLAIN=$'\e[0m'
else
    BOLD='' RED='' GREEN='' DIM='' PLAIN=''
fi

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

# install PACKAGE…: with apt-get, where there is one and we may.
APT_UPDATED=''
install() {
    have apt-get || return 1
    { [ "$(id -u)" = 0 ] || have sudo; } || return 1
    step "Installing $* with apt-get"
    if [ -z "$APT_UPDATED" ]; then
        as_root apt-get -q update || return 1
        APT_UPDATED=yes
    fi
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y --no-install-recommends install "$@"
}

# need COMMAND PACKAGE…: installs the packages if the command is missing.
need() {
    local command=$1
    shift
    have "$command" && return
    install "$@" && have "$command" && return
    die "$command is missing and could not be installed here. On Debian: apt-get install $*"
}

# Looks for what builds Rust and the page; installs what a package manager can.
need_tools() {
    [ -d "$HOME/.cargo/bin" ] && PATH="$HOME/.cargo/bin:$PATH"
    local minor
    have cargo || die "cargo is missing. Get Rust 1.$RUST_MINOR or newer from https://rustup.rs, then run this again."
    minor=$(cargo --version | sed 's/cargo 1\.\([0-9]*\).*/\1/')
    [ "$minor" -ge "$RUST_MINOR" ] ||
        die "Rust 1.$minor is too old, 1.$RUST_MINOR is needed: rustup update stable"
    have node && have npm ||
        die "node is missing. Get version $NODE_MAJOR or newer from https://nodejs.org, then run this again."
    [ "$(node -p 'process.versions.node.split(".")[0]')" -ge "$NODE_MAJOR" ] ||
        die "node $(node --version) is too old, $NODE_MAJOR or newer is needed: https://nodejs.org"
    # SQLite is compiled in.
    need cc gcc libc6-dev
}

# Fetches the page's dependencies if they are missing or the lock has changed.
web_dependencies() {
    local stamp=web/node_modules/.vzetek-lock lock
    lock=$(sha256sum <web/package-lock.json)
    [ "$(cat $stamp 2>/dev/null)" = "$lock" ] && return
    npm --prefix web ci --no-audit --no-fund && printf '%s\n' "$lock" >$stamp
}

random_token() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# Whether something answers at this port of this machine.
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# The status line of GET /health, or nothing.
health() {
    (
        exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
        printf 'GET /health HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$1" >&3
        timeout 5 head -n 1 <&3
    ) 2>/dev/null
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
