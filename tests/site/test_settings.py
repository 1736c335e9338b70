"""What the environment says, docs/operations.md tells, and the other way round."""

import re
import subprocess
import sys

import pytest
import yaml

from imhotep_site import policy
from imhotep_site.settings.addresses import SOCKET_BYTES, socket_path
from imhotep_site.settings.environment import RENAMED, Variables
from tests.services.processes import ROOT


def variables_read() -> set[str]:
    """Names of the model, and those that the site's code reads with ``os.environ.get("NAME"``."""
    model_fields = set(Variables.model_fields)
    for path in (ROOT / "imhotep_site").rglob("*.py"):
        model_fields |= set(re.findall(r'os\.environ\.get\("(\w+)"', path.read_text("utf-8")))
    return model_fields


def variables_documented() -> set[str]:
    text = (ROOT / "docs/operations.md").read_text("utf-8")
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE)) - set(RENAMED)


def test_every_variable_is_documented_and_no_other():
    assert variables_read() == variables_documented()
    assert variables_read() > {"FORWARDED_ALLOW_IPS", "PORT"}


def default_text(default: object) -> str | None:
    """A default as the table writes it; ``None`` where it is worked out or is a long list."""
    match default:
        case bool():
            return "on" if default else "off"
        case int() | float():
            return f"{default:g}"
        case "":
            return None
        case str():
            return f"`{default}`"
        case _:
            return None


def test_every_default_is_the_documented_one():
    text = (ROOT / "docs/operations.md").read_text("utf-8")
    cells = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]*) \|", text, re.MULTILINE))
    defaults = {name: default_text(field.default) for name, field in Variables.model_fields.items()}
    plain = {name: default for name, default in defaults.items() if default is not None}
    assert {name: re.split(" \\(|; ", cells[name])[0] for name in plain} == plain
    assert len(plain) > 30


def test_compose_sets_only_variables_that_are_read():
    text = (ROOT / "compose.yaml").read_text("utf-8")
    compose = yaml.safe_load(text)
    ours = [part for part in compose["services"].values() if "build" in part]
    assert ours
    uvicorn_s = {"WEB_CONCURRENCY"}
    for part in ours:
        passed = set(part["environment"]) - uvicorn_s
        assert passed <= variables_read() | set(RENAMED)
        # a .env that still has an old name is obeyed
        names = {name for name in passed if f"${{{name}:" in text}
        assert {old for old, new in RENAMED.items() if new in names} == passed & set(RENAMED)


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
    assert socket_path(tmp_path) == tmp_path / "valkey.sock"
    deep = tmp_path / ("ü" * 60)
    assert len(str(socket_path(deep)).encode()) <= SOCKET_BYTES
    assert socket_path(deep) != socket_path(deep / "other")


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
