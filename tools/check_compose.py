#!/usr/bin/env python3
"""Looks over docker-compose.yml, Dockerfile and .env.example without Docker.

Checks the structure by the Compose specification as far as we use it, that
every setting given to our programs is one they have, and that the three files
and the sources agree with each other. Prints every fault it finds.
"""

import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
SERVICE_KEYS = {
    "image", "build", "restart", "stop_grace_period", "depends_on", "environment",
    "ports", "volumes", "command", "healthcheck", "profiles",
}
HEALTH_KEYS = {"test", "interval", "timeout", "retries", "start_period", "disable"}
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}
DURATION = re.compile(r"^(\d+(us|ms|s|m|h))+$")
VARIABLE = re.compile(r"\$\{(\w+)(?::?([-?])([^}]*))?\}")
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


def check_health(name, health):
    for key in health.keys() - HEALTH_KEYS:
        fault(f"{name}: healthcheck has no {key}")
    if health.get("disable"):
        return
    test = health.get("test")
    if not (isinstance(test, list) and len(test) > 1 and test[0] in ("CMD", "CMD-SHELL")):
        fault(f"{name}: healthcheck.test must be a list that begins with CMD")
    for key in ("interval", "timeout", "start_period"):
        if key in health and not DURATION.match(str(health[key])):
            fault(f"{name}: {health[key]!r} is no duration")
    if not isinstance(health.get("retries", 1), int):
        fault(f"{name}: healthcheck.retries must be a number")


def check_service(name, service, services, volumes, image_health):
    for key in service.keys() - SERVICE_KEYS:
        fault(f"{name}: unknown key {key}")
    if not ("image" in service or "build" in service):
        fault(f"{name}: neither image nor build")
    if service.get("restart") not in (None, "no", "always", "on-failure", "unless-stopped"):
        fault(f"{name}: restart: {service['restart']}")
    if not DURATION.match(service.get("stop_grace_period", "1s")):
        fault(f"{name}: stop_grace_period is no duration")
    for other, how in service.get("depends_on", {}).items():
        if other not in services:
            fault(f"{name}: depends on {other}, which is no service")
            continue
        condition = how.get("condition")
        if condition not in CONDITIONS:
            fault(f"{name}: depends_on.{other}.condition: {condition}")
        health = services[other].get("healthcheck", {})
        own_image = services[other].get("image") == "vzetek"
        healthy = not health.get("disable") and ("test" in health or (own_image and image_health))
        if condition == "service_healthy" and not healthy:
            fault(f"{name}: waits for {other} to be healthy, which has no health check")
    for mount in service.get("volumes", []):
        source, target = mount.split(":")[:2]
        if not target.startswith("/"):
            fault(f"{name}: {mount} is not mounted at an absolute path")
        if not source.startswith((".", "/")) and source not in volumes:
            fault(f"{name}: volume {source} is not declared")
    for port in service.get("ports", []):
        if not re.match(r"^([\d.]+:)?\d+:\d+$", expand(port)):
            fault(f"{name}: {port} is no port mapping")
    command = service.get("command")
    if command is not None and not all(isinstance(word, str) for word in command):
        fault(f"{name}: command must be a list of texts")
    for key, value in service.get("environment", {}).items():
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            fault(f"{name}: {key} must be a text")
    check_health(name, service.get("healthcheck", {"disable": True}))


def expand(text):
    """Puts defaults in, and a word where the environment must say."""
    return VARIABLE.sub(lambda m: m[3] if m[2] == "-" else "given", text)


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
    for key in compose.keys() - {"services", "volumes"}:
        fault(f"unknown key {key}")
    services, volumes = compose["services"], compose.get("volumes", {})
    image_health = check_dockerfile()
    for name, service in services.items():
        check_service(name, service, services, volumes, image_health)
    used = {m.split(":")[0] for s in services.values() for m in s.get("volumes", [])}
    for volume in volumes.keys() - used:
        fault(f"volume {volume} is used by no service")
    check_environment(services)
    check_example(re.sub(r"^\s*#.*$", "", text, flags=re.M), services)
    check_balancer()
    for line in faults:
        print(line, file=sys.stderr)
    if not faults:
        print(f"docker-compose.yml: {len(services)} services, Dockerfile and .env.example agree")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
