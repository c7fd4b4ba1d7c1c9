"""docker-compose.yml, Dockerfile, .env.example and deploy/haproxy.cfg, without Docker: the
structure by the Compose specification, every setting given to our programs is one they have,
and the files and the sources agree with each other."""

import contextlib
import os
import pathlib
import pwd
import re
import shutil
import socket
import subprocess
import time
import tomllib

import jsonschema
import pytest
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema
from held import HeldPorts

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(TEXT)
SERVICES = COMPOSE["services"]
EXAMPLE = (ROOT / ".env.example").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
BALANCER = ROOT / "deploy/haproxy.cfg"
VARIABLE = re.compile(r"\$\{(\w+)(?::?([-?])([^}]*))?\}")
# What docker-compose.yml asks the environment for: name, how, and the default or the question.
ASKED = {name: (how, rest) for name, how, rest in VARIABLE.findall(re.sub(r"(?m)^\s*#.*$", "", TEXT))}
OFFERED = dict(re.findall(r"(?m)^#?(\w+)=(.*)$", EXAMPLE))
# What the specification's schema leaves open: it lets any text pass for a duration or a port.
DURATION = {"pattern": r"^(\d+(us|ms|s|m|h))+$"}
SERVICE = {
    "anyOf": [{"required": ["image"]}, {"required": ["build"]}],
    "properties": {
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "stop_grace_period": DURATION,
        "ports": {"items": {"pattern": r"^([\d.]+:)?\d+:\d+$"}},
        "volumes": {"items": {"pattern": r"^[^:]+:/"}},
        "healthcheck": {
            "properties": {
                "test": {"type": "array", "minItems": 2, "prefixItems": [{"enum": ["CMD", "CMD-SHELL"]}]},
                "interval": DURATION,
                "timeout": DURATION,
                "start_period": DURATION,
                "retries": {"type": "integer"},
                "disable": {"type": "boolean"},
            },
        },
    },
}
STRICTER = {"properties": {"services": {"additionalProperties": SERVICE}}}
# Read by libraries, not declared by our own options; and by Docker Compose itself.
FOREIGN, OF_COMPOSE = {"RUST_LOG"}, {"COMPOSE_PROFILES"}
# Nothing takes so long on the slowest machine.
PATIENCE_S = 120
# What .env.example says of this is for several servers.
FOR_SEVERAL = {"VZETEK_BOTS_SERVER"}


def declared(*sources):
    """The environment variables that clap reads in these sources."""
    return set(re.findall(r'env = "(\w+)"', "".join(source.read_text() for source in sources))) | FOREIGN


SERVER = declared(ROOT / "server/src/config.rs")


@pytest.mark.parametrize("schema", [get_builtin_schema("vendor.compose-spec"), STRICTER], ids=["specification", "stricter"])
def test_structure(schema):
    # Defaults put in, and a word where the environment must say.
    expanded = yaml.safe_load(VARIABLE.sub(lambda m: m[3] if m[2] == "-" else "given", TEXT))
    errors = jsonschema.Draft202012Validator(schema).iter_errors(expanded)
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_services_wait_for_what_says_that_it_is_healthy():
    for name, service in SERVICES.items():
        for other, how in service.get("depends_on", {}).items():
            health = SERVICES[other].get("healthcheck", {})
            of_image = SERVICES[other].get("image") == "vzetek" and "\nHEALTHCHECK " in DOCKERFILE
            healthy = not health.get("disable") and ("test" in health or of_image)
            assert healthy or how["condition"] != "service_healthy", f"{name} waits for {other}"


def test_volumes_are_those_that_are_used():
    mounted = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])}
    assert {source for source in mounted if not source.startswith((".", "/"))} == COMPOSE["volumes"].keys()


def test_settings_are_read_by_the_programs():
    balancing = BALANCER.read_text()
    balancer = set(re.findall(r"(?:\$\{|defined\()(\w+)", balancing))
    optional = {name for pair in re.findall(r"\$\{(\w+)-|defined\((\w+)\)", balancing) for name in pair}
    bots = declared(*(ROOT / "bot/src").rglob("*.rs"))
    for name, known in {"server": SERVER, "server-b": SERVER, "bots": bots, "balancer": balancer}.items():
        assert SERVICES[name]["environment"].keys() <= known, name
    assert balancer - optional <= SERVICES["balancer"]["environment"].keys()


def test_services_fit_each_other():
    server, other, bots, postgres, balancer = (
        SERVICES[name]["environment"] for name in ("server", "server-b", "bots", "postgres", "balancer")
    )
    assert server["VZETEK_HOUSE_TOKEN"] == bots["VZETEK_HOUSE_TOKEN"]
    user, password, database = (postgres[f"POSTGRES_{what}"] for what in ("USER", "PASSWORD", "DB"))
    assert server["VZETEK_DATABASE"] == f"postgres://{user}:{password}@postgres:5432/{database}"
    assert {key for key in server | other if server.get(key) != other.get(key)} == {"VZETEK_NODE"}
    listen = server["VZETEK_LISTEN"].rsplit(":", 1)[1]
    for key in ("VZETEK_BALANCED_A", "VZETEK_BALANCED_B"):
        host, port = balancer[key].split(":")
        assert host in SERVICES and port == listen, key
    assert all(port.endswith(f":{listen}") for port in SERVICES["server"]["ports"])
    # The server believes the balancer's X-Forwarded-For.
    at = [SERVICES[name]["ports"][0].split("}")[0] for name in ("server", "balancer")]
    assert at[0] != at[1], "published wherever the balancer is"


def test_example_offers_what_is_asked_for():
    assert OFFERED.keys() - OF_COMPOSE == ASKED.keys()
    for name, (how, rest) in ASKED.items():
        commented = f"#{name}=" in EXAMPLE
        assert how, f"{name} needs a default or a question"
        if how == "?":
            assert rest.strip(), f"{name}: the question must say what to do"
            assert not commented and not OFFERED[name], f"{name} is to be filled in"
        else:
            assert commented, f"{name} has a default"
            # Origin and booleans stand there as they would be behind a proxy.
            assert name in FOR_SEVERAL or rest in ("", "false", OFFERED[name]), name


def test_example_for_several_servers():
    assert OFFERED["NATS_PASSWORD"] == "" and ":${NATS_PASSWORD}@" in OFFERED["VZETEK_NATS"]
    port = SERVICES["balancer"]["environment"]["VZETEK_BALANCER_PORT"]
    assert OFFERED["VZETEK_BOTS_SERVER"] == f"ws://balancer:{port}/ws"


HAPROXY = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
WAYS = [{}, {"VZETEK_BALANCER_IN_FRONT": "no"}, {"VZETEK_BALANCER_IN_DOCKER": "yes"}]
WAYS += [{f"VZETEK_BALANCED_{letter}": "127.0.0.1:1027"} for letter in "CDE"]
if any(user.pw_name == "haproxy" for user in pwd.getpwall()):
    WAYS.append({"VZETEK_BALANCER_USER": "haproxy"})


needs_haproxy = pytest.mark.skipif(not HAPROXY, reason="HAProxy is not installed")


def balancing(port, way):
    """The environment of a balancer at this port, before servers that are not there."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("VZETEK_BALANCE")}
    clean["VZETEK_BALANCER_PORT"] = str(port)
    return clean | {f"VZETEK_BALANCED_{letter}": f"127.0.0.1:{at}" for at, letter in enumerate("AB", 1025)} | way


@needs_haproxy
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "".join(way) or "plain")
def test_balancer(way):
    """HAProxy reads its configuration as the several installations have it."""
    run = subprocess.run([HAPROXY, "-c", "-f", BALANCER], env=balancing(1024, way), capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


@needs_haproxy
def test_balancer_bounds_what_an_address_holds():
    """Connections beyond the limit are closed, and so are those that never say a whole request."""
    way = {"VZETEK_BALANCER_ADDRESS": "127.0.0.1", "VZETEK_BALANCER_CONNECTIONS_PER_ADDRESS": "8"}
    with contextlib.ExitStack() as stack:
        ports = stack.enter_context(contextlib.closing(HeldPorts()))
        balancer = subprocess.Popen([HAPROXY, "-q", "-db", "-f", BALANCER], env=balancing(ports.first, way))
        stack.callback(balancer.wait)
        stack.callback(balancer.terminate)

        def connect(said):
            made = stack.enter_context(socket.socket())
            made.settimeout(PATIENCE_S)
            while made.connect_ex(("127.0.0.1", ports.first)):
                assert balancer.poll() is None
                time.sleep(0.05)
            with contextlib.suppress(OSError):
                made.sendall(said)
            return made

        def answer(to):
            try:
                return to.recv(100)[9:12]
            except ConnectionResetError:
                return b""

        head, body = b"GET / HTTP/1.1\r\nHo", b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{"
        assert sorted(answer(one) for one in [connect(said) for said in 6 * [head, body]]) == 4 * [b""] + 8 * [b"408"]
        # There is room again; the servers are none.
        assert answer(connect(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")) == b"503"


def test_dockerfile():
    stages = re.findall(r"(?m)^FROM \S+(?: AS (\w+))?$", DOCKERFILE)
    assert set(re.findall(r"--from=(\w+)", DOCKERFILE)) <= set(stages)
    assert set(re.findall(r"(\w+)=\S+", " ".join(re.findall(r"(?m)^ENV (.*)$", DOCKERFILE)))) <= SERVER
    ignored = {line.rstrip("/") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in "#"}
    copied = [source for line in re.findall(r"(?m)^COPY (?!--from)(.*)$", DOCKERFILE) for source in line.split()[:-1]]
    assert copied and all((ROOT / source).exists() for source in copied)
    assert not ignored & set(copied)
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]
    assert not ignored & {member.split("/")[0] for member in manifest["members"]}
    for crate in re.findall(r"-p ([\w-]+)", DOCKERFILE):
        assert f'name = "{crate}"' in (ROOT / crate.removeprefix("vzetek-") / "Cargo.toml").read_text()
    assert f"rust:{manifest['package']['rust-version']}-" in DOCKERFILE
    user = re.search(r"(?m)^USER (\w+)$", DOCKERFILE)
    assert user and user[1] != "root"
