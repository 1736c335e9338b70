"""What the environment says, docs/operations.md tells, and the other way round."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest
import yaml

from imhotep_site import policy
from imhotep_site.places import LONGEST_SOCKET, socket_of
from tests.services.processes import ROOT

READ_BY_COMMANDS = {"PORT"}


def variables_read() -> set[str]:
    """Every name given to ``env.…("NAME"`` or ``os.environ.get("NAME"`` in the site's code."""
    found = set()
    for path in (ROOT / "imhotep_site").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                asked = ast.unparse(node.func.value)
                name = node.args[0]
                if asked in ("env", "os.environ") and isinstance(name, ast.Constant):
                    found.add(name.value)
    return found - {"DJANGO_SETTINGS_MODULE"}


def variables_documented() -> set[str]:
    text = (ROOT / "docs/operations.md").read_text("utf-8")
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))


def test_every_variable_is_documented_and_no_other():
    assert variables_read() == variables_documented()
    assert variables_read() > READ_BY_COMMANDS


def test_compose_sets_only_variables_that_are_read():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    ours = [part for part in compose["services"].values() if "build" in part]
    assert ours
    uvicorn_s = {"WEB_CONCURRENCY"}
    for part in ours:
        assert set(part["environment"]) - uvicorn_s <= variables_read()


def test_compose_has_every_part_with_its_check_and_no_secret_in_it():
    text = (ROOT / "compose.yaml").read_text("utf-8")
    services = yaml.safe_load(text)["services"]
    assert {"web", "worker", "beat", "database", "queue", "migrate"} <= set(services)
    for name in ("web", "worker", "database", "queue"):
        assert "healthcheck" in services[name], name
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "ALLOWED_HOSTS"):
        assert re.search(rf"\$\{{{secret}:\?[^}}]+\}}", text), f"{secret} has to be asked for"
    assert services["web"]["depends_on"]["migrate"] == {
        "condition": "service_completed_successfully"
    }
    assert services["worker"]["environment"]["DATABASE_POOL"] == "0"


def test_the_key_is_one_for_this_process_until_serve_has_made_one(tmp_path):
    script = "from imhotep_site.settings import SECRET_KEY; print(SECRET_KEY)"

    def key() -> str:
        environment = {"IMHOTEP_DATA": str(tmp_path), "PATH": "/usr/bin:/bin"}
        command = [sys.executable, "-c", script]
        run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=True)
        return run.stdout.decode().strip()

    assert len(key()) > 40
    assert key() != key()
    (tmp_path / "secret_key").write_text("kept\n")
    assert key() == "kept"


def test_a_socket_is_never_longer_than_the_system_allows(tmp_path):
    assert socket_of(tmp_path) == tmp_path / "valkey.sock"
    deep = tmp_path / ("ü" * 60)
    assert len(str(socket_of(deep)).encode()) <= LONGEST_SOCKET
    assert socket_of(deep) != socket_of(deep / "other")


@pytest.mark.django_db
def test_every_answer_carries_the_policy(client):
    for path in ("/", "/admin/login/", "/no/such/page/"):
        said = client.get(path)["Content-Security-Policy"]
        assert "script-src 'self';" in said
        assert "unsafe-inline" not in said
        assert "object-src 'none'" in said
    assert "'unsafe-inline'" not in policy.text("home")


@pytest.mark.django_db
def test_the_cookies_are_closed_to_scripts(client):
    client.get("/accounts/login/")
    for cookie in client.cookies.values():
        assert cookie["samesite"] == "Lax"
