"""The proxy's configuration, on one machine and in containers, and what else is in deploy/."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from transformer_core.version import __version__
from ui.processes.proxy import (
    COOKIE,
    IN_CONTAINERS,
    PORT,
    ProxyMissingError,
    configuration,
    container_configuration,
    installed_proxy,
    is_own_machine,
)

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
IMAGE = f"attention-workbench:{__version__}"
HEALTH = "/_stcore/health"
LOCAL = {"app-1": "127.0.0.1:9001", "app-2": "127.0.0.1:9002"}


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def composed() -> dict[str, Any]:
    return yaml.safe_load(read("compose.yaml"))


def in_kubernetes() -> dict[tuple[str, str], Any]:
    documents = yaml.safe_load_all(read("kubernetes.yaml"))
    return {(one["kind"], one["metadata"]["name"]): one for one in documents}


def test_the_containers_have_the_same_configuration_as_one_machine() -> None:
    """If it fails: python -m ui.processes.proxy > deploy/haproxy.cfg"""
    assert read("haproxy.cfg") == container_configuration()


def test_a_proxy_for_others_writes_who_asks_itself() -> None:
    shared = configuration("0.0.0.0:8501", LOCAL, is_shared=True)
    assert "set-header X-Forwarded-For %[src]" in shared
    for name in ("Forwarded", "X-Forwarded-Host", "X-Real-IP"):
        assert f"del-header {name}\n" in shared


def test_on_ones_own_machine_no_header_says_that_there_is_a_proxy() -> None:
    """The app then refuses other sites' tricks, and keeps what only its owner may use."""
    assert "Forwarded" not in configuration("127.0.0.1:8501", LOCAL, is_shared=False)


@pytest.mark.parametrize(
    "address, is_own",
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False),
     ("10.0.0.5", False), ("school.example", False), ("", False)],
)  # fmt: skip
def test_whether_others_reach_an_address(address: str, is_own: bool) -> None:
    assert is_own_machine(address) == is_own


def test_without_haproxy_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.processes.proxy.shutil.which", lambda *_, **__: None)
    with pytest.raises(ProxyMissingError, match="apt-get install haproxy"):
        installed_proxy()


@pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed")
@pytest.mark.parametrize("bind", ["127.0.0.1:8501", "[::1]:8501", "localhost:8501", "in deploy"])
def test_haproxy_accepts_the_configuration(tmp_path: Path, bind: str) -> None:
    file = tmp_path / "haproxy.cfg"
    text = configuration(bind, LOCAL, is_shared=True)
    if bind == "in deploy":
        text = container_configuration()
    file.write_text(text)
    checked = subprocess.run(["haproxy", "-c", "-f", file], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    # The names of containers are known among containers only.
    others = [line for line in checked.stderr.splitlines() if "could not resolve" not in line]
    assert not [line for line in others if "ALERT" in line or "[WARNING]" in line]


def test_nginx_keeps_a_visitor_on_a_process_and_names_the_same_ones() -> None:
    text = read("nginx.conf")
    servers = re.findall(r"^\s+server (app-\d):(\d+) ", text, flags=re.MULTILINE)
    assert servers == [(name, str(PORT)) for name in IN_CONTAINERS]
    balanced = text.index("least_conn;")
    assert balanced < text.index(f"sticky cookie {COOKIE} path=/ httponly samesite=lax;")
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in text


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_accepts_the_rest_of_its_configuration(tmp_path: Path) -> None:
    """Debian's 1.22 does not know `sticky`."""
    text = re.sub(r"server app-\d", "server 127.0.0.1", read("nginx.conf"))
    text = text.replace(f"sticky cookie {COOKIE} path=/ httponly samesite=lax;", "")
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid;\nerror_log stderr;\n{text}")
    checked = subprocess.run(["nginx", "-t", "-c", file], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_compose_has_the_processes_that_the_proxy_names() -> None:
    services = composed()["services"]
    apps = [name for name in services if name.startswith("app-")]
    assert tuple(apps) == IN_CONTAINERS
    assert services["proxy"]["ports"] == [f"{PORT}:{PORT}"]
    ours = [name for name, one in services.items() if one["image"] == IMAGE]
    assert ours == [*IN_CONTAINERS, "scheduler", "workers"]
    for name in apps:
        assert services[name]["env_file"] == "secret.env", "one key of cookies"
        environment = services[name]["environment"]
        assert environment["WORKBENCH_CLUSTER"] in services["workers"]["command"]
        assert environment["WORKBENCH_STORE"] == "redis://store:6379/0"


def test_in_compose_only_the_proxy_can_be_reached_from_outside() -> None:
    one = composed()
    assert one["networks"]["inside"] == {"internal": True}
    outside = [name for name, it in one["services"].items() if "outside" in it["networks"]]
    assert outside == [name for name, it in one["services"].items() if "ports" in it] == ["proxy"]


def test_kubernetes_serves_the_same_image_at_the_same_port_and_keeps_sessions() -> None:
    found = in_kubernetes()
    (app,) = found["StatefulSet", "app"]["spec"]["template"]["spec"]["containers"]
    (port,) = app["ports"]
    assert (app["image"], port["containerPort"]) == (IMAGE, PORT)
    assert app["readinessProbe"]["httpGet"]["path"] == HEALTH
    (rule,) = found["HTTPRoute", "workbench"]["spec"]["rules"]
    assert rule["sessionPersistence"] == {"type": "Cookie", "sessionName": COOKIE}
    assert rule["backendRefs"] == [{"name": "app", "port": PORT}]
    assert found["Service", "app"]["spec"]["ports"][0]["port"] == PORT
    services = composed()["services"]
    for kind, name in (
        ("Deployment", "scheduler"),
        ("Deployment", "workers"),
        ("Deployment", "store"),
    ):
        (container,) = found[kind, name]["spec"]["template"]["spec"]["containers"]
        assert container["image"] == services[name]["image"]
    theirs = {one["name"]: one.get("value") for one in app["env"]}
    ours = services["app-1"]["environment"]
    assert {**theirs, "FORWARDED_ALLOW_IPS": ""} == {**ours, "FORWARDED_ALLOW_IPS": ""}


def test_the_container_has_pinned_packages_all_of_the_app_and_no_rights() -> None:
    text = read("Containerfile")
    assert IMAGE in text
    torch = re.search(r"^torch==(.*)$", (ROOT / "requirements.txt").read_text(), flags=re.MULTILINE)
    assert torch and f"torch=={torch[1]}+cpu -c constraints.txt" in text
    copied = set(re.findall(r"^COPY (\w+) \1$", text, flags=re.MULTILINE))
    shipped = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert shipped | {"pages", "lessons", "ui"} <= copied
    steps = text.splitlines()
    user = steps.index("USER 10001:10001")
    assert not [line for line in steps[user:] if line.startswith(("RUN", "COPY", "ADD"))]
    assert f"EXPOSE {PORT}" in steps and f"http://127.0.0.1:{PORT}{HEALTH}" in text


def test_no_key_is_in_the_repository() -> None:
    assert "deploy/secret.env" in (ROOT / ".gitignore").read_text().splitlines()
    assert "deploy/secret.env" in (ROOT / ".dockerignore").read_text().splitlines()
    assert "COOKIE_SECRET:" not in read("compose.yaml")
