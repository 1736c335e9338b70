"""Tests that touch a dialect of SQL run on PostgreSQL and SQLite; the others on PostgreSQL alone.

`make test` runs those marked ``both_databases`` again with ``--embedded``. A test needs the mark if
its own text has such a construct, or threads that commit. And each module of the product that has
one is imported by a marked test, or by a module that a marked test imports.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.mutation.concerned import Concerned, dotted
from tests.test_house import source
from tests.test_house.dialects import constructs

MARK = "both_databases"
FOLDERS = ("tests/site/", "tests/attacks/", "tests/ratings/")
"""The tests that `make test` runs a second time if they are marked."""
PROCESSES = ("tests/attacks/live/", "tests/site/test_services.py")
"""Not among them: tests of whole processes (tests/pipeline runs embedded), and of the servers."""
THREADS = frozenset(("Thread", "ThreadPoolExecutor"))
NO_DATABASE = ("engine", "drawing")
"""Packages in which a method of such a name is another one."""
PROCESS_PACKAGE = "imhotep_site"
"""Starts and wires the processes, which tests/pipeline runs on both databases."""
BY_ADDRESS = {
    "events.clubs.queries": "tests/site/events/test_club_pages.py",
    "games.admin": "tests/site/admin/test_pages.py",
    "games.accounts.factors": "tests/attacks/test_second_factors.py",
    "ratings.reasons": "tests/ratings/test_why.py",
}
"""Modules that no test imports: the marked tests that ask for their pages."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules_of_tests() -> dict[str, ast.Module]:
    """By path from the root."""
    paths = {path.relative_to(source.ROOT).as_posix(): path for path in source.tests()}
    return {
        place: source.tree(path)
        for place, path in paths.items()
        if place.startswith(FOLDERS)
        and not place.startswith(PROCESSES)
        and path.name.startswith("test_")
    }


def marks(code: ast.Module | ast.stmt) -> set[str]:
    """The marks of a module (``pytestmark``) or of a function."""
    nodes = code.decorator_list if isinstance(code, Function) else []
    if isinstance(code, ast.Module):
        nodes = [
            statement.value
            for statement in code.body
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets) == "pytestmark"
        ]
    return {
        part.attr
        for node in nodes
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and ast.unparse(part.value) == "pytest.mark"
    }


def starts_threads(code: ast.AST) -> bool:
    return any(isinstance(node, ast.Name) and node.id in THREADS for node in ast.walk(code))


def unmarked(module: ast.Module) -> Iterator[str]:
    """Functions of a module of tests that touch a dialect without the mark."""
    if {MARK, "postgres"} & marks(module):
        return
    commits = "transaction=True" in ast.unparse(module)
    for statement in module.body:
        words = {word for _, word in constructs(statement)}
        threads = commits and starts_threads(statement)
        if (words or threads) and not {MARK, "postgres"} & marks(statement):
            name = getattr(statement, "name", f"line {statement.lineno}")
            yield f"{name}: {', '.join(sorted(words)) or 'threads'}"


def marked(module: ast.Module) -> bool:
    """The module or one of its tests bears the mark."""
    return MARK in marks(module).union(*map(marks, module.body))


def test_a_test_that_touches_a_dialect_bears_the_mark():
    faults = {place: list(unmarked(module)) for place, module in modules_of_tests().items()}
    assert {place: names for place, names in faults.items() if names} == {}


def test_every_module_that_touches_a_dialect_has_a_marked_test():
    concerned = Concerned(source.ROOT)
    near: set[str] = set()
    for place, module in modules_of_tests().items():
        if marked(module):
            direct = concerned.imports[dotted(Path(place))]
            near |= direct.union(*(concerned.imports[name] for name in direct))
    touching = {
        name
        for name, path in concerned.files.items()
        if source.ROOT / path in source.product()
        and not name.startswith((*NO_DATABASE, PROCESS_PACKAGE))
        and any(constructs(source.tree(source.ROOT / path)))
    }
    assert len(touching) > 50
    near |= {
        name
        for name in touching
        for module, place in BY_ADDRESS.items()
        if name.startswith(module) and marked(modules_of_tests()[place])
    }
    assert sorted(touching - near) == []


@pytest.mark.parametrize(
    "code",
    [
        "with connection.cursor() as cursor: pass",
        "Game.objects.filter(facts__has_key='x')",
        "Game.objects.bulk_create(rows, ignore_conflicts=True)",
        "Lower('name')",
        "class Median(Func): pass",
        "try: pass\nexcept (KeyError, IntegrityError): pass",
        "with pytest.raises(IntegrityError): pass",
        "if connection.vendor == 'sqlite': pass",
    ],
)
def test_a_construct_is_found(code):
    assert len(list(constructs(ast.parse(code)))) == 1
    assert list(
        unmarked(ast.parse(f"def test_one():\n    {code.replace(chr(10), chr(10) + '    ')}"))
    )
    assert not list(unmarked(ast.parse(f"pytestmark = [pytest.mark.{MARK}]\n{code}")))


def test_threads_need_the_mark_where_they_commit():
    code = "def test_two_at_once():\n    Thread(target=act).start()"
    commits = "pytestmark = pytest.mark.django_db(transaction=True)\n"
    assert not list(unmarked(ast.parse(code)))
    assert list(unmarked(ast.parse(commits + code))) == ["test_two_at_once: threads"]
    assert not list(unmarked(ast.parse(f"{commits}@pytest.mark.{MARK}\n{code}")))
