#!/usr/bin/env python3
"""Looks over docker-compose.yml, Dockerfile and .env.example without Docker.

Checks the structure by the Compose specification, that every setting given to
our programs is one they have, and that the three files and the sources agree
with each other. Prints every fault it finds.
"""

import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys

import jsonschema
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema

ROOT = pathlib.Path(__file__).resolve().parent.parent
VARIABLE = re.compile(r"\$\{(\w+)(?::?([-?])([^}]*))?\}")
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
# Read by libraries, not declared by our own options.
FOREIGN = {"RUST_LOG"}
# Read by Docker Compose itself.
OF_COMPOSE = {"COMPOSE_PROFILES"}
# What these say in .env.example is for several servers.
FOR_SEVERAL = {"VZETEK_BOTS_SERVER"}
BALANCER = ROOT / "deploy/haproxy.cfg"

faults = []


def fault(text):
    faults.append(text)


def declared(*sources):
    """The environment variables that clap reads in these sources."""
    text = "".join((ROOT / source).read_text() for source in sources)
    return set(re.findall(r'env = "(\w+)"', text))


def rust_sources(folder):
    return [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.rs")]


def check_schema(compose):
    """The file's structure, by the Compose specification and by the schema above."""
    for schema in (get_builtin_schema("vendor.compose-spec"), STRICTER):
        for error in jsonschema.Draft202012Validator(schema).iter_errors(compose):
            fault(f"docker-compose.yml: {error.json_path}: {error.message}")


def expand(text):
    """Puts defaults in, and a word where the environment must say."""
    return VARIABLE.sub(lambda m: m[3] if m[2] == "-" else "given", text)


def check_references(compose, image_health):
    """What services say of each other and of volumes, which a schema does not see."""
    services, mounted = compose["services"], set()
    for name, service in services.items():
        for other, how in service.get("depends_on", {}).items():
            health = services.get(other, {}).get("healthcheck", {})
            own_image = services.get(other, {}).get("image") == "vzetek"
            healthy = not health.get("disable") and ("test" in health or (own_image and image_health))
            if other not in services:
                fault(f"{name}: depends on {other}, which is no service")
            elif how["condition"] == "service_healthy" and not healthy:
                fault(f"{name}: waits for {other} to be healthy, which has no health check")
        mounted |= {mount.split(":")[0] for mount in service.get("volumes", [])}
    named = {source for source in mounted if not source.startswith((".", "/"))}
    for volume in sorted(named ^ compose["volumes"].keys()):
        fault(f"volume {volume} is declared and not used, or the other way round")


def check_environment(services):
    server = declared("server/src/config.rs") | FOREIGN
    bots = declared(*rust_sources("bot/src")) | FOREIGN
    balancing = BALANCER.read_text()
    balancer = set(re.findall(r"\$\{(\w+)", balancing)) | set(re.findall(r"defined\((\w+)\)", balancing))
    may_lack = set(re.findall(r"\$\{(\w+)-|defined\((\w+)\)", balancing))
    may_lack = {name for pair in may_lack for name in pair}
    programs = {"server": server, "server-b": server, "bots": bots, "balancer": balancer}
    for name, known in programs.items():
        for key in services[name]["environment"].keys() - known:
            fault(f"{name}: its program reads no {key}")
    given = services["server"]["environment"]
    if given["VZETEK_HOUSE_TOKEN"] != services["bots"]["environment"]["VZETEK_HOUSE_TOKEN"]:
        fault("server and bots do not get the same house token")
    postgres = services["postgres"]["environment"]
    url = re.match(r"postgres://(\w+):(.*)@(\w+):5432/(\w+)$", given["VZETEK_DATABASE"])
    if not url:
        fault("server: VZETEK_DATABASE is no Postgres address")
    elif url.groups() != (
        postgres["POSTGRES_USER"], postgres["POSTGRES_PASSWORD"], "postgres", postgres["POSTGRES_DB"],
    ):
        fault("server: VZETEK_DATABASE does not fit the Postgres service")
    listen = given["VZETEK_LISTEN"].rsplit(":", 1)[1]
    other = services["server-b"]["environment"]
    apart = {key for key in given | other if given.get(key) != other.get(key)}
    if apart != {"VZETEK_NODE"}:
        fault(f"server and server-b differ in {sorted(apart)}, and should in VZETEK_NODE alone")
    for name in balancer - may_lack - services["balancer"]["environment"].keys():
        fault(f"balancer: deploy/haproxy.cfg needs {name}")
    for key in ("VZETEK_BALANCED_A", "VZETEK_BALANCED_B"):
        host, port = services["balancer"]["environment"][key].split(":")
        if host not in services or port != listen:
            fault(f"balancer: {key} is no server of ours")
    at = [service["ports"][0].split("}")[0] for service in (services["server"], services["balancer"])]
    if at[0] == at[1]:
        fault("server: believes the balancer's X-Forwarded-For, but is published wherever that is")
    for port in services["server"]["ports"]:
        if not port.endswith(f":{listen}"):
            fault(f"server: listens at {listen}, but {port} is published")


def check_example(text, services):
    example = (ROOT / ".env.example").read_text()
    offered = dict(re.findall(r"^#?(\w+)=(.*)$", example, re.M))
    used = {}
    for name, kind, rest in VARIABLE.findall(text):
        used[name] = (kind, rest)
        if kind not in "-?" or not kind:
            fault(f"${{{name}}} needs a default or a question")
        if kind == "?" and not rest.strip():
            fault(f"${{{name}:?}} must say what to do")
    for name in used.keys() - offered.keys():
        fault(f".env.example does not mention {name}")
    for name in offered.keys() - used.keys() - OF_COMPOSE:
        fault(f".env.example offers {name}, which docker-compose.yml does not use")
    for name, (kind, rest) in used.items():
        commented = f"#{name}=" in example
        if kind == "?" and (commented or offered.get(name)):
            fault(f".env.example must leave {name} empty, to be filled in")
        if kind == "-" and not commented:
            fault(f".env.example must leave {name} commented out")
        # Origin and booleans stand there as they would be behind a proxy.
        if name in FOR_SEVERAL or kind != "-" or rest in ("", "false"):
            continue
        if offered.get(name) != rest:
            fault(f".env.example shows another default of {name} than docker-compose.yml")
    if f":{offered['NATS_PASSWORD']}@" not in offered["VZETEK_NATS"]:
        fault(".env.example: NATS_PASSWORD is not the password in VZETEK_NATS")
    host, port = re.match(r"ws://([\w-]+):(\d+)/ws$", offered["VZETEK_BOTS_SERVER"]).groups()
    if host != "balancer" or int(port) != services["balancer"]["environment"]["VZETEK_BALANCER_PORT"]:
        fault(".env.example: VZETEK_BOTS_SERVER is not the balancer's")


def check_balancer():
    """Lets HAProxy read its configuration as the several installations have it."""
    haproxy = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if not haproxy:
        return
    clean = {name: value for name, value in os.environ.items() if not name.startswith("VZETEK_")}
    clean["VZETEK_BALANCER_PORT"] = "1024"
    clean |= {f"VZETEK_BALANCED_{letter}": f"127.0.0.1:{port}" for port, letter in enumerate("AB", 1025)}
    ways = [{}, {"VZETEK_BALANCER_IN_FRONT": "yes"}, {"VZETEK_BALANCER_IN_DOCKER": "yes"}]
    ways += [{f"VZETEK_BALANCED_{letter}": "127.0.0.1:1027"} for letter in "CDE"]
    if any(user.pw_name == "haproxy" for user in pwd.getpwall()):
        ways.append({"VZETEK_BALANCER_USER": "haproxy"})
    for way in ways:
        run = subprocess.run([haproxy, "-c", "-f", BALANCER], env=clean | way, capture_output=True, text=True)
        if run.returncode or run.stderr:
            fault(f"deploy/haproxy.cfg with {way}: {run.stderr or run.stdout}")


def check_dockerfile():
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    stages = re.findall(r"^FROM \S+(?: AS (\w+))?$", text, re.M)
    for stage in re.findall(r"--from=(\w+)", text):
        if stage not in stages:
            fault(f"Dockerfile: there is no stage {stage}")
    known = declared("server/src/config.rs") | FOREIGN
    for key in re.findall(r"(\w+)=\S+", " ".join(re.findall(r"^ENV (.*)$", text, re.M))):
        if key not in known:
            fault(f"Dockerfile: the server reads no {key}")
    ignored = [
        line.rstrip("/") for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M):
        for source in line.split()[:-1]:
            if not (ROOT / source).exists():
                fault(f"Dockerfile: copies {source}, which does not exist")
            if source in ignored:
                fault(f"Dockerfile: copies {source}, which .dockerignore leaves out")
    manifest = (ROOT / "Cargo.toml").read_text()
    for member in re.search(r"members = \[(.*?)\]", manifest, re.S)[1].split(","):
        member = member.strip().strip('"')
        if member and member.split("/")[0] in ignored:
            fault(f".dockerignore leaves out {member}, which the workspace needs")
    for crate in re.findall(r"-p ([\w-]+)", text):
        folder = ROOT / crate.removeprefix("vzetek-")
        if f'name = "{crate}"' not in (folder / "Cargo.toml").read_text():
            fault(f"Dockerfile: builds {crate}, which does not exist")
    if f"rust:{re.search(r'rust-version = .([0-9.]+)', manifest)[1]}-" not in text:
        fault("Dockerfile: not the Rust that Cargo.toml asks for")
    user = re.search(r"^USER (\w+)$", text, re.M)
    if not user or user[1] == "root":
        fault("Dockerfile: the programs must not run as root")
    return "\nHEALTHCHECK " in text


def main():
    text = (ROOT / "docker-compose.yml").read_text()
    compose = yaml.safe_load(text)
    check_schema(yaml.safe_load(expand(text)))
    check_references(compose, check_dockerfile())
    check_environment(compose["services"])
    check_example(re.sub(r"^\s*#.*$", "", text, flags=re.M), compose["services"])
    check_balancer()
    for line in faults:
        print(line, file=sys.stderr)
    if not faults:
        print(f"docker-compose.yml: {len(compose['services'])} services, Dockerfile and .env.example agree")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
