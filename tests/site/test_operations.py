"""Every shell line of docs/operations.md: what can run here does, what it names is there.

`tests/site/test_backup.py` runs the lines about backups. A line of a new kind fails until somebody
says here what becomes of it.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
import yaml
from django.core.management import get_commands

from archive.log import signing
from games.notifications.push import vapid
from tests.services.processes import ROOT

DOCUMENT = (ROOT / "docs/operations.md").read_text("utf-8")
FILES = ("docs/operations.md", ".env.example", "deploy/imhotep.env")
LINES = re.findall(r"^    (\S.*)$", DOCUMENT, re.MULTILINE)


def commands() -> Iterator[list[str]]:
    """The single commands, as words; of ``su`` what it runs."""
    for line in LINES:
        words = shlex.split(line, comments=True)
        while words:
            end = words.index("&&") if "&&" in words else len(words)
            one, words = words[:end], words[end + 1 :]
            if one[0] == "su":
                yield from (shlex.split(part) for part in one[one.index("-c") + 1].split("&&"))
            else:
                yield one[2:] if one[:2] == ["runuser", "-u"] else one


def is_there(words: list[str]) -> bool:
    """Copied: from files that are in the project."""
    sources = [word for word in words[1:-1] if not word.startswith("-")]
    if words[0] == "install" and "--directory" in words:
        return True
    return all(list(ROOT.glob(source)) for source in sources)


def is_managed(words: list[str]) -> bool:
    """A command of ``manage.py``."""
    return words[words.index("manage.py") + 1 if "manage.py" in words else 1] in get_commands()


def is_made(words: list[str]) -> bool:
    """A target of the Makefile; variables may stand before it."""
    target = next(word for word in words if "=" not in word and word != "make")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return f"\n{target}:" in makefile or (target == ".venv/site" and "\n$(SITE):" in makefile)


def is_composed(words: list[str]) -> bool:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    if words[2] != "run":
        return words[2] in ("up", "build")
    name, *remaining = (word for word in words[3:] if word != "--rm")
    return name in services and (not remaining or is_managed(remaining))


def is_a_unit(words: list[str]) -> bool:
    named = [word for word in words[2:] if word.startswith("imhotep")]
    units = {path.name for path in (ROOT / "deploy").glob("imhotep-*.*")}
    return all(word in units or f"{word}.service" in units for word in named)


def anything(words: list[str]) -> bool:
    """Of the system, or run by test_backup.py."""
    return True


KINDS: dict[str, Callable[[list[str]], bool]] = {
    "cp": is_there,
    "install": is_there,
    "deploy/manage": is_managed,
    "python": is_managed,
    "make": is_made,
    "LAN=1": is_made,
    "docker": is_composed,
    "systemctl": is_a_unit,
} | dict.fromkeys(
    (
        *("apt-get", "cd", "certbot", "chmod", "curl", "git", "ln", "nginx", "useradd"),
        *("createdb", "pg_dump", "pg_restore", "postgres", "sqlite3", ".venv/bin/python"),
    ),
    anything,
)


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_a_line_names_what_is_there(words):
    assert words[0] in KINDS, "a new kind of line"
    assert KINDS[words[0]](words)


def test_every_line_is_good_shell():
    run = subprocess.run(["sh", "-n"], input="\n".join(LINES), text=True, check=False, timeout=20)
    assert run.returncode == 0
    assert len(LINES) > 40


def test_the_first_lines_for_compose_make_a_file_that_only_its_owner_reads(tmp_path):
    shutil.copy(ROOT / ".env.example", tmp_path)
    (line,) = (line for line in LINES if line.startswith("cp .env.example"))
    subprocess.run(["sh", "-ec", line], cwd=tmp_path, check=True, timeout=20)
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600


def test_the_lines_that_make_secrets_make_good_ones(settings):
    commands = set()
    for file in FILES:
        text = (ROOT / file).read_text("utf-8")
        commands |= set(re.findall(r'python3 -c "(import secrets[^"]+)"', text))
    assert len(commands) == 4
    for script in commands:
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
        output = run.stdout.decode().strip()
        assert len(output) > 40
        if "token_urlsafe(31)" in script:
            settings.PUSH_KEY = output
            assert vapid.server_key() is not None
        if "token_urlsafe(32)" in script:
            settings.TRANSPARENCY_KEY = output
            assert signing.log_key() is not None


def test_the_scripts_can_run_and_are_good_shell():
    for name in ("backup", "manage"):
        script = ROOT / "deploy" / name
        assert os.access(script, os.X_OK)
        subprocess.run(["sh", "-n", str(script)], check=True, timeout=20)


PYTHON_WITHOUT_A_NETWORK = """\
#!/bin/sh
# As Python, but that pip finds no packages.
case "$*" in
  *venv*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *pip*) echo 'ERROR: No matching distribution found for uvicorn' >&2; exit 1 ;;
esac
"""


def test_a_first_run_without_a_network_says_what_it_needs(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements").mkdir()
    for name in ("build", "site"):
        (tmp_path / f"requirements/{name}.lock").touch()
    python = tmp_path / "python"
    python.write_text(PYTHON_WITHOUT_A_NETWORK)
    python.chmod(0o755)
    command = ["make", ".venv/site", f"PYTHON={python}"]
    # what a `make` around this test says of itself is not for this one
    around = ("MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS")
    environment = {key: value for key, value in os.environ.items() if key not in around}
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode != 0
    assert "The first run needs a network, to fetch them." in run.stderr
    assert not (tmp_path / ".venv/site").exists()


def test_links_within_the_document_lead_somewhere():
    heads = re.findall(r"^#+ (.*)$", DOCUMENT, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    assert set(re.findall(r"\]\(#([^)]+)\)", DOCUMENT)) <= anchors
