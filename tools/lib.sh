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

# heed_signals SCRIPT [ARGUMENT…]: starts the script again if signals to end were ignored when it
# began, as in the background of another script: a shell can never trap those. SIGHUP stays
# ignored, for that is what nohup is for.
heed_signals() {
    [ -z "${VZETEK_HEEDS_SIGNALS:-}" ] || { unset VZETEK_HEEDS_SIGNALS; return 0; }
    export VZETEK_HEEDS_SIGNALS=yes
    if env --default-signal=INT true 2>/dev/null; then
        exec env --default-signal=INT,TERM,QUIT "$BASH" "$@"
    elif have perl; then
        exec perl -e '$SIG{$_} = "DEFAULT" for qw(INT TERM QUIT); exec @ARGV' "$BASH" "$@"
    fi
    unset VZETEK_HEEDS_SIGNALS
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

# Whether C programs can be compiled and linked; headers may be missing alone.
can_compile() {
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' |
        cc -x c -o /dev/null - >/dev/null 2>&1
}

# Prints the Debian packages that a build needs and that are missing. SQLite is compiled in.
build_packages() {
    can_compile || echo gcc libc6-dev
    node_is_there || ! node_fits "v$(candidate nodejs)" || echo nodejs npm
}

# The version of a package that apt-get would install, without its epoch; nothing if there is none.
candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9][^ ]*\).*/\2/p'; }

node_is_there() { have npm && node_fits "$(node --version 2>/dev/null)"; }

# What Vite, which builds the page, asks for: ^20.19 || >=22.12.
node_fits() {
    local major minor
    [[ $1 =~ ^v([0-9]+)\.([0-9]+) ]] || return
    major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    [ "$major" -gt 22 ] || { [ "$major" = 22 ] && [ "$minor" -ge 12 ]; } ||
        { [ "$major" = 20 ] && [ "$minor" -ge 19 ]; }
}

# Prints what is missing or too old and in no package, with the command that brings it: a
# line each, divided by a tab.
missing_tools() {
    local version
    version=$(cargo --version 2>/dev/null | sed -n 's/^cargo 1\.\([0-9]*\).*/\1/p')
    [ "${version:-0}" -ge "$RUST_MINOR" ] || {
        printf 'Rust 1.%s or newer%s\t' "$RUST_MINOR" "${version:+ (here is 1.$version)}"
        if have rustup; then
            echo 'rustup default stable && rustup update stable'
        elif [ -n "$(candidate rustup)" ]; then
            echo 'apt-get install -y rustup && rustup default stable'
        else
            echo "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y"
        fi
    }
    node_is_there || node_fits "v$(candidate nodejs)" || {
        version=$(node --version 2>/dev/null)
        printf 'Node 22.12 or newer, or 20.19%s\t%s\n' "${version:+ (here is ${version#v})}" \
            'curl -fsSL https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.3/install.sh | bash && . ~/.nvm/nvm.sh && nvm install 22'
    }
}

# need LIST [HINT]: LIST prints the Debian packages that are missing. Installs them where that
# suffices and is allowed; otherwise names all that is missing at once, each with the command
# that brings it, and ends. The hint is a way to do without.
need() {
    local packages tools what command hint=${2:+$'\n'$2}
    local bin=${CARGO_HOME:-${HOME:-}/.cargo}/bin
    [ -d "$bin" ] && PATH="$bin:$PATH"
    packages=$("$1" | xargs) tools=$(missing_tools)
    [ -z "$packages$tools" ] && return
    if [ -z "$tools" ] && have apt-get && { [ "$(id -u)" = 0 ] || have sudo; }; then
        # shellcheck disable=SC2086  # a list of words
        install $packages || die "apt-get could not install $packages; it says above why.$hint"
        packages=$("$1" | xargs)
        [ -z "$packages" ] || die "Installed, but still not what is needed: $packages.$hint"
        return
    fi
    case $tools in *curl*) have curl || packages+="${packages:+ }curl ca-certificates" ;; esac
    command="apt-get update && apt-get install -y $packages"
    if ! have apt-get; then
        command='(their names on Debian)'
    elif [ "$(id -u)" != 0 ]; then
        if have sudo; then command=${command//apt-get/sudo apt-get}; else command="su -c '$command'"; fi
    fi
    complain 'Missing here, each with the command that brings it:'
    [ -z "$packages" ] || tools=$packages$'\t'$command$'\n'$tools
    while IFS=$'\t' read -r what command; do
        [ -z "$what" ] || complain "  $what"$'\n'"      $command"
    done <<<"$tools"
    die "Then run this again, in a new shell.$hint"
}

# Formatting and lints are parts of Rust that may be left out of an installation.
need_components() {
    local missing=''
    cargo fmt --version >/dev/null 2>&1 || missing+=' rustfmt'
    cargo clippy --version >/dev/null 2>&1 || missing+=' clippy'
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086  # a list of words
    have rustup && step "Installing$missing with rustup" && rustup --quiet component add $missing ||
        die "Missing here: rustup component add$missing"
}

# rust_tests ARGUMENT…: with the better runner where it is installed.
rust_tests() {
    if cargo nextest --version >/dev/null 2>&1; then
        cargo nextest run --no-fail-fast --status-level fail --final-status-level slow "$@"
    else
        cargo test --no-fail-fast --lib --bins --tests "$@"
    fi
}

find_browser() {
    local name
    for name in "${CHROMIUM:-chromium}" chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    return 1
}

# The Python environment of the checks, made again when its requirements change.
python_environment() {
    local env=${CARGO_TARGET_DIR:-target}/python needs
    needs=$(cat clients/python/pyproject.toml tools/requirements.txt | sha256)
    [ "$(cat "$env/needs" 2>/dev/null)" = "$needs" ] && return
    "${VZETEK_PYTHON:-python3}" -m venv --clear "$env"
    "$env/bin/pip" install --quiet --disable-pip-version-check -r tools/requirements.txt -e 'clients/python[test]'
    printf '%s\n' "$needs" >"$env/needs"
}

# need_room FOLDER MEGABYTES: ends unless the file system of that folder has this much room.
need_room() {
    local folder=$1 free
    until [ -d "$folder" ]; do folder=$(dirname "$folder"); done
    free=$(($(df -Pk "$folder" | awk 'NR == 2 { print $4 }') / 1024))
    [ "$free" -ge "$2" ] || die "The build needs $2 MB of disk in $1, and $free are free."
}

# need_memory LEAST EACH: ends unless there is memory for one compiler (LEAST megabytes), and limits
# their number to what fits (EACH megabytes for every further one).
need_memory() {
    local free limit jobs
    [ -r /proc/meminfo ] || return 0
    free=$(awk '/^(MemAvailable|SwapFree):/ { sum += $2 } END { print int(sum / 1024) }' /proc/meminfo)
    # A container's, of either version of control groups.
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || cat /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null || true)
    [[ $limit =~ ^[0-9]+$ ]] && [ $((limit / 1048576)) -lt "$free" ] && free=$((limit / 1048576))
    [ "$free" -ge "$1" ] || die "The build needs $1 MB of memory at least, and $free are free: end other programs, or add swap."
    jobs=$(((free - $1) / $2 + 1))
    [ "$jobs" -lt "$(getconf _NPROCESSORS_ONLN)" ] || return 0
    export CARGO_BUILD_JOBS=$jobs
    step "Only $free MB of memory are free: the build runs $jobs at a time at most, and takes longer"
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

# healthy PORT: succeeds if GET /health on that local port answers 200.
healthy() {
    local line=''
    (
        exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
        printf 'GET /health HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$1" >&3
        read -r -t 5 line <&3 && [[ $line = *' 200 '* ]]
    ) 2>/dev/null
}
