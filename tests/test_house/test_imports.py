"""Each name that a test imports from the product exists there. Mypy reads the product alone, and
a test module that cannot be imported would be noticed ten minutes later."""

import ast
import importlib
from collections.abc import Iterator

from tests.test_house import source


def imports(module: ast.Module, roots: set[str]) -> Iterator[tuple[str, str]]:
    """The module and the name of each ``from … import`` below one of the roots."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in roots:
            yield from ((node.module, name.name) for name in node.names)


def exists(module: str, name: str) -> bool:
    try:
        if name == "*" or hasattr(importlib.import_module(module), name):
            return True
        importlib.import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return False
    return True


def test_each_imported_name_exists() -> None:
    importlib.import_module("imhotep_site.urls")  # which gives converters to the other addresses
    roots = {folder.name for folder in source.packages()}
    missing = {
        f"{path.relative_to(source.ROOT)}: from {module} import {name}"
        for path in source.tests()
        for module, name in imports(source.tree(path), roots)
        if not exists(module, name)
    }
    assert missing == set()


def test_a_missing_name_is_found() -> None:
    code = ast.parse(
        "from engine import log, moon\nfrom engine.moon import rises\nfrom re import x"
    )
    names = list(imports(code, {"engine"}))
    assert [exists(*name) for name in names] == [True, False, False]
