# The part of ./play that knows of several servers: a Postgres and a NATS that they share,
# and a balancer before them. Sourced by ./play, whose variables it uses.
# shellcheck shell=bash disable=SC2154

MOST_SERVERS=5
LETTERS=(a b c d e)
# The pause before a part that has ended is started again, in seconds: long enough to see
# that play goes on without it.
REST=10

# The ports: people come to the first; after it the servers', then that of NATS.
server_port() { echo $((port + 1 + $1)); }
nats_port() { echo $((port + servers + 1)); }

is_one_of_several() { case $1 in server-?) return 0 ;; *) return 1 ;; esac }

check_servers() {
    [[ $servers =~ ^[0-9]{1,3}$ ]] && servers=$((10#$servers)) &&
        [ "$servers" -ge 1 ] && [ "$servers" -le $MOST_SERVERS ] ||
        die "$servers is no number of servers: give one from 1 to $MOST_SERVERS."
    [ "$servers" = 1 ] && return
    case $database in
        '' | postgres://* | postgresql://*) ;;
        *) die "Several servers can share a Postgres only: --database postgres://…, or leave it out, and they get one of their own." ;;
    esac
    [ "$(nats_port)" -le 65535 ] ||
        die "Above port $port are too few for $servers servers: give --port $((65535 - servers - 1)) or less."
}

# Ends unless all ports are free.
need_ports() {
    local one last=$port more=''
    if [ "$servers" -gt 1 ]; then
        last=$(nats_port)
        more=" With --servers $servers it takes the ports $port to $last."
    fi
    for ((one = port; one <= last; one++)); do
        port_taken "$one" || continue
        local other=$((last < 65000 ? last + 1 : 8081))
        die "Port $one is in use already, perhaps by another Vzetek.$more Stop that one, or choose another port and another folder for its games: ./play --port $other --data $data-2"
    done
}

# For need: prints the packages that are missing for the build and for the chosen parts.
play_packages() {
    build_packages
    [ "$servers" -gt 1 ] || return 0
    have nats-server || echo nats-server
    have haproxy || echo haproxy
    [ -n "$database" ] || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || have initdb || echo postgresql
}

start_several() {
    local i
    if [ -z "$database" ]; then
        step 'Starting Postgres'
        # It must not hold the lock of this folder: whatever is left of it is used again.
        database=$(tools/postgres start --durable "$data/postgres" 9>&-) ||
            die "Postgres does not start; it says above why. Its folder is $data/postgres; --data chooses another."
        postgres=yes
    fi
    export VZETEK_DATABASE=$database
    # By the letter before it NATS knows that it is no number.
    VZETEK_NATS_PASSWORD=p$(random_token)
    export VZETEK_NATS_PASSWORD VZETEK_NATS=nats://vzetek:$VZETEK_NATS_PASSWORD@127.0.0.1:$(nats_port)
    cat >"$data/nats.conf" <<CONF
listen: "127.0.0.1:$(nats_port)"
authorization { user: vzetek, password: \$VZETEK_NATS_PASSWORD }
CONF
    step 'Starting NATS'
    start_part nats
    await_part port_taken "$(nats_port)"
    for ((i = 0; i < servers; i++)); do
        step "Starting the server ${LETTERS[i]}"
        start_part "server-${LETTERS[i]}"
        await_part healthy "$(server_port "$i")"
    done
    step 'Starting the balancer'
    start_part balancer
    await_part healthy "$port"
}

# start_part NAME: any part, for the first time or again.
start_part() {
    local i
    case $1 in
        nats) start nats nats-server --config "$data/nats.conf" ;;
        balancer)
            for ((i = 0; i < servers; i++)); do
                export "VZETEK_BALANCED_$(tr a-z A-Z <<<"${LETTERS[i]}")=127.0.0.1:$(server_port "$i")"
            done
            VZETEK_BALANCER_ADDRESS=$listen VZETEK_BALANCER_PORT=$port \
                start balancer haproxy -q -f deploy/haproxy.cfg
            ;;
        bots) start_bots ;;
        server-?)
            for ((i = 0; i < servers; i++)); do
                [ "$1" = "server-${LETTERS[i]}" ] || continue
                VZETEK_BEHIND_PROXY=true start "$1" "$built/vzetek-server" --node "${LETTERS[i]}" \
                    --listen "127.0.0.1:$(server_port "$i")" --demo-tables "$demo"
            done
            ;;
    esac
}

tell_of_servers() {
    local i list=''
    for i in "${!pids[@]}"; do
        is_one_of_several "${names[i]}" && list+="${list:+, }${names[i]#server-} is process ${pids[i]}"
    done
    lines+=('' "Servers: $list"
        'kill -9 PID ends one at once, kill PID lets it leave: its tables go on at the others.'
        "It starts again after $REST seconds.")
}

# Starts whatever has ended again, for as long as this runs.
keep_up() {
    local i ended=()
    while true; do
        sleep 0.5
        for i in "${!pids[@]}"; do
            kill -0 "${pids[i]}" 2>/dev/null && continue
            if [ -z "${ended[i]:-}" ]; then
                ended[i]=$SECONDS
                step "The ${names[i]} (process ${pids[i]}) has ended. It starts again in $REST seconds."
            elif [ $((SECONDS - ended[i])) -ge $REST ]; then
                again=$i start_part "${names[i]}"
                ended[i]=''
                step "The ${names[i]} starts again: process ${pids[i]}."
            fi
        done
    done
}

stop_postgres() {
    [ -n "${postgres:-}" ] || return 0
    [ -n "$stopping" ] && step 'Stopping Postgres' 2>/dev/null
    tools/postgres stop "$@" "$data/postgres" >/dev/null 2>&1
}

# What the parts show here, with the name of each before its lines.
with_name() {
    local line
    while IFS= read -r line; do printf '%-8s | %s\n' "${1#server-}" "$line"; done
}
