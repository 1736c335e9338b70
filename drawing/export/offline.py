"""A page made into one file that needs nothing else: styles, scripts and data inside.

Scripts are ES modules that import each other. An import map leads each name to a ``data:`` address
with the text of the module, so that a browser runs them as they are, from a disk too.
"""

from __future__ import annotations

import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Callable
from html import escape
from typing import Final

POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' data:; "
    "img-src data:; font-src data:"
)
"""The file loads nothing."""

_SHEET: Final = re.compile(r'<link rel="stylesheet" href="([^"]+)"( media="[^"]+")?>')
_SCRIPT: Final = re.compile(r'<script type="module" src="([^"]+)"></script>')
_IMPORT: Final = re.compile(r"""((?:\bfrom|\bimport)\s*\(?\s*)(["'])(\.{1,2}/[^"']+)\2""")
_FILE: Final = re.compile(r"""url\((["']?)([^"':)]+\.(svg|woff2))\1\)""")
_KINDS: Final = {"svg": "image/svg+xml", "woff2": "font/woff2"}
_HEAD: Final = "<head>"


Files = Callable[[str], bytes]
"""Gives a static file by its path."""


def self_contained(page: str, static_url: str, files: Files) -> str:
    """`page` with every style sheet and module of ours inside it; they lie below `static_url`."""

    def path(address: str) -> str:
        return address.removeprefix("/" + static_url.strip("/") + "/").partition("?")[0]

    modules: dict[str, str] = {}
    page = _SHEET.sub(
        lambda match: f"<style{match[2] or ''}>{_style(path(match[1]), files)}</style>", page
    )
    page = _SCRIPT.sub(lambda match: _script(path(match[1]), modules, files), page)
    imports = {_name(path): f"data:text/javascript;base64,{code}" for path, code in modules.items()}
    head = f'{_HEAD}\n<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'
    if imports:
        head += f'\n<script type="importmap">{json.dumps({"imports": imports})}</script>'
    return page.replace(_HEAD, head, 1)


def _style(path: str, files: Files) -> str:
    """The text of a style sheet, with its pictures and fonts inside."""

    def inside(match: re.Match[str]) -> str:
        file = files(posixpath.normpath(posixpath.join(posixpath.dirname(path), match[2])))
        return f'url("data:{_KINDS[match[3]]};base64,{b64encode(file).decode()}")'

    return _FILE.sub(inside, files(path).decode()).replace("</", "<\\/")


def _script(path: str, modules: dict[str, str], files: Files) -> str:
    _gather(path, modules, files)
    return f'<script type="module">import "{_name(path)}";</script>'


def _gather(path: str, modules: dict[str, str], files: Files) -> None:
    """`path` and what it imports, packed, by path."""
    if path in modules:
        return
    modules[path] = ""
    folder = posixpath.dirname(path)
    imports: list[str] = []

    def renamed(match: re.Match[str]) -> str:
        imports.append(posixpath.normpath(posixpath.join(folder, match[3])))
        return f"{match[1]}{match[2]}{_name(imports[-1])}{match[2]}"

    code = _IMPORT.sub(renamed, files(path).decode())
    modules[path] = b64encode(code.encode()).decode()
    for other in imports:
        _gather(other, modules, files)


def _name(path: str) -> str:
    """Name of a module inside the file."""
    return f"imhotep/{path}"
