"""The `data-` names that scripts share with templates stand in one list, and both sides keep to it:
``static/js/data_names.js``."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

ROOT: Final = Path(__file__).resolve().parents[2]
SCRIPTS: Final = ROOT / "static" / "js"
LIST: Final = SCRIPTS / "data_names.js"
WRITERS: Final = (
    "archive", "drawing", "events", "games", "insights", "ratings", "tables", "templates", "web",
    "imhotep_site",
)  # fmt: skip
"""Folders with templates, and with Python that writes markup."""

SERVER_ONLY: Final = frozenset(("label", "proof", "task-sites"))
"""Names that no script reads: of style sheets, and of tests."""

LOOPED: Final = frozenset(("edition", "modules", "profile", "sites"))
"""Names that ``tables/partials/room.html`` writes in a loop over the settings of a log."""

ATTRIBUTE: Final = re.compile(r"(?<![\w-])data-([a-z0-9-]*[a-z0-9])")
READ_LIST: Final = """
const { DATA_NAMES, SCRIPT_NAMES } = await import(process.argv[1]);
console.log(JSON.stringify({ shared: DATA_NAMES, own: SCRIPT_NAMES }));
"""


def key(name: str) -> str:
    """A name as `dataset` has it."""
    return re.sub("-(.)", lambda match: match[1].upper(), name)


def room(script: Path) -> str:
    """The folder of a script; `page` for those beside the folders."""
    folder = script.parent.relative_to(SCRIPTS).as_posix()
    return "page" if folder == "." else folder


def unlisted(names: Iterable[str], listed: set[str]) -> set[str]:
    """Names, or prefixes that end with `*`, that the list has not."""
    return {
        name
        for name in names
        if name not in listed
        and not (name.endswith("*") and any(full.startswith(name[:-1]) for full in listed))
    }


@functools.cache
def program() -> node.Node:
    try:
        interpreter = node.find()
        interpreter.packages(ROOT)
    except ServiceMissing as missing:
        cannot_run(missing)
    return interpreter


@pytest.fixture(scope="module")
def shared() -> dict[str, list[str]]:
    """By folder the names of the list that templates write."""
    return _listed()["shared"]


@pytest.fixture(scope="module")
def script_names() -> set[str]:
    """Names of the list that scripts write themselves."""
    return set(_listed()["own"])


@functools.cache
def _listed() -> dict[str, dict[str, list[str]]]:
    run = program().run(["--input-type=module", "-e", READ_LIST, str(LIST)], ROOT)
    assert run.returncode == 0, run.stderr
    listed: dict[str, dict[str, list[str]]] = json.loads(run.stdout)
    return listed


@functools.cache
def used() -> dict[Path, list[str]]:
    """By script the names that it uses."""
    paths = [path for path in sorted(SCRIPTS.rglob("*.js")) if path != LIST]
    run = program().run([ROOT / "tests/js/data_names.js", *paths], ROOT)
    assert run.returncode == 0, run.stderr
    return {Path(path): names for path, names in json.loads(run.stdout).items()}


def template_names() -> Iterator[str]:
    """Names in templates, and in Python that writes markup."""
    for folder in WRITERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".html", ".py"):
                yield from ATTRIBUTE.findall(path.read_text("utf-8"))


def test_every_name_of_a_script_is_listed(
    shared: dict[str, list[str]], script_names: set[str]
) -> None:
    listed = script_names.union(*shared.values())
    wrong = {path.name: unlisted(names, listed) for path, names in used().items()}
    assert {name: names for name, names in wrong.items() if names} == {}
    assert len(listed) > 200


def test_every_listed_name_is_read_in_its_folder(shared: dict[str, list[str]]) -> None:
    """A name that is put together while the script runs stands there as a word of its own."""
    wrong = []
    for folder, listed in shared.items():
        scripts = {path: names for path, names in used().items() if room(path) == folder}
        names = {name for group in scripts.values() for name in group}
        text = "\n".join(path.read_text("utf-8") for path in scripts)
        for name in listed:
            prefixed = any(
                pattern[:-1] and name.startswith(pattern[:-1])
                for pattern in names
                if pattern[-1] == "*"
            )
            word = key(name.removeprefix("word-"))
            literal = re.search(rf'"(?:{name}|{word})"|\b{key(name)} = ""', text)
            if name not in names and not prefixed and not literal:
                wrong.append(f"{folder}: {name}")
    assert wrong == []


def test_every_listed_name_is_written_once_in_the_list(
    shared: dict[str, list[str]], script_names: set[str]
) -> None:
    names = [name for listed in shared.values() for name in listed] + sorted(script_names)
    assert sorted(set(names)) == sorted(names)
    assert all(listed == sorted(listed) for listed in shared.values())


def test_templates_and_list_have_the_same_names(
    shared: dict[str, list[str]], script_names: set[str]
) -> None:
    listed, markup = set().union(*shared.values()), {*template_names(), *LOOPED}
    assert listed - markup == set(), "no template writes them"
    assert markup - listed - SERVER_ONLY == set(), "no script reads them"
    assert script_names & markup == set(), "a template writes them: they are shared"
    assert " data-{{ field }}=" in (ROOT / "templates/tables/partials/room.html").read_text("utf-8")


def test_a_name_that_is_not_listed_is_found() -> None:
    assert unlisted(["told", "hint-*", "gone", "late-*"], {"told", "hint-title"}) == {
        "gone",
        "late-*",
    }
