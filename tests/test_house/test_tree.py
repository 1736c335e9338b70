"""What every file of the project keeps to: no foreign addresses, nothing too long."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.test_house import source

ROOT = Path(__file__).resolve().parents[2]

PACKAGES = (
    "engine",
    "drawing",
    "web",
    "games",
    "ratings",
    "audit",
    "tables",
    "events",
    "insights",
    "archive",
    "imhotep_site",
)
MODULE_LINES = 400
FUNCTION_LINES = 60

# Put together from pieces, so that this file passes its own test.
REGISTRIES = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "registry.npm" + "js.org",
    "registry.yarn" + "pkg.com",
    "cra" + "tes.io",
    "ruby" + "gems.org",
    "proxy.go" + "lang.org",
    "deb." + "debian.org",
    "security." + "debian.org",
    "archive.u" + "buntu.com",
]
# Names and places that mean something at one desk or in one company only.
PRIVATE = [
    r"(?<![\w.])/(?:root|work|workspace|Users)" + r"/",
    r"\bintra" + r"net\b",
    r"\bartifac" + r"tory\b",
    r"\b(?:corporate|company|internal|in-house) (?:mirror|proxy|registry|network|" + r"server)\b",
]
FORBIDDEN = re.compile("|".join([*map(re.escape, REGISTRIES), *PRIVATE]), re.IGNORECASE)


def project_files() -> Iterator[Path]:
    """Every file that is committed or could be: all but what .gitignore names."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        if listing.returncode == 0:
            names = listing.stdout.decode().split("\0")
            yield from (path for name in names if name and (path := ROOT / name).is_file())
            return
    left_by_tools = {".git", ".venv", "__pycache__", "build", "dist", "htmlcov"}
    for path in ROOT.rglob("*"):
        parts = set(path.relative_to(ROOT).parts)
        cached = any(re.fullmatch(r"\..+_cache|\.hypothesis|\.coverage.*", part) for part in parts)
        if path.is_file() and not cached and not parts & left_by_tools:
            yield path


def trees() -> Iterator[tuple[str, str, ast.Module]]:
    """Every module of ours but the migrations, which Django writes."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), source.text(path), source.tree(path)


def test_no_file_names_a_registry_or_a_private_place():
    violations, count = [], 0
    for path in project_files():
        content = path.read_bytes()
        if b"\0" in content:
            continue
        count += 1
        for number, line in enumerate(content.decode("utf-8").splitlines(), start=1):
            if match := FORBIDDEN.search(line):
                violations.append(f"{path.relative_to(ROOT)}:{number}: {match[0]}")
    assert violations == []
    assert count > 10


def test_the_search_finds_what_it_is_for():
    for host in REGISTRIES:
        assert FORBIDDEN.search(f"see https://files.{host}/simple")
    for words in ("in /wo" + "rk/here", "on the intra" + "net", "our internal" + " mirror"):
        assert FORBIDDEN.search(words)
    for words in ("/games/work/", "the framework/site", "example.org/root/", "a mirror of a game"):
        assert not FORBIDDEN.search(words)


def test_no_module_is_too_long():
    lengths = {place: len(text.splitlines()) for place, text, _ in trees()}
    assert {place: n for place, n in lengths.items() if n > MODULE_LINES} == {}


def test_every_limit_is_one_that_the_code_keeps():
    """A name of a module ``limits`` that only tests read would promise what nothing holds."""
    limits, read = {}, set()
    for place, _, tree in trees():
        if place.endswith("/limits.py"):
            names = [node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)]
            limits.update(dict.fromkeys(names, place))
        read |= {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
        }
    assert len(limits) > 40
    assert {name: place for name, place in limits.items() if name not in read} == {}


def test_no_function_is_too_long():
    violations = []
    for place, _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    violations.append(f"{place}:{node.lineno} {node.name}: {lines} lines")
    assert violations == []


def test_no_template_has_a_script_or_a_style_of_its_own():
    """The site's Content-Security-Policy would not run them; data blocks are no scripts."""
    inline = re.compile(
        r"<script(?![^>]*\b(?:src=|type=\"application/json\"))|<style|\sstyle=|\son[a-z]+=\"", re.I
    )
    templates = sorted((ROOT / "templates").rglob("*.html"))
    violations = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in templates
        for match in inline.finditer(path.read_text("utf-8"))
    ]
    assert violations == []


def test_the_locked_packages_need_no_others() -> None:
    """They are installed with --no-deps, so pip does not notice what a lock forgets."""
    check = [sys.executable, "-m", "pip", "check"]
    answer = subprocess.run(check, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout
