"""How static files are collected: without comments, style sheets that import others as one file,
under names that change with what is in them, and packed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from django.conf import settings
from rjsmin import jsmin  # type: ignore[import-untyped]
from whitenoise.compress import Compressor  # type: ignore[import-untyped]
from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)

from drawing.export.style import IMPORT
from imhotep_site.lean import lean_style

PICTURE: Final = re.compile(r'url\("(\.\./img/[\w-]+\.svg)"\)')
SMALL: Final = 500
"""Bytes of a picture, about as many as the headers of an answer."""

UNQUOTED: Final = " ='/:;,.-"
"""Characters that need no quoting in an address within double quotes."""

OURS: Final = ("js/", "css/")
"""Folders of the site's own files; those of packages stay as they are."""

PACKED: Final = (".gz", ".br")

LEAN: Final[dict[str, Callable[[str], str]]] = {".js": jsmin, ".css": lean_style}


class NamedByContent(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Modules import each other by such names too, so that a browser may keep every file for ever
    and never runs an old one beside a new one. Beside each lies the same in gzip, in production
    in brotli too, which WhiteNoise sends to clients that accept it. Comments are for those who read
    ``static/``."""

    support_js_module_import_aggregation = True

    def create_compressor(self, **options: object) -> Compressor:
        """Brotli at its best takes the better part of a minute. That is for a site in production,
        which is collected once; `serve` collects at every start, for machines of one household."""
        return Compressor(use_brotli=settings.MODE == "production", **options)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Those that pages name; the others are there for what has no names of its own."""
        yield from super().compress_files(paths - self.hashed_files.keys())

    def get_modified_time(self, name: str) -> Any:
        """Not known, so that every file is collected anew: what was collected is not what was
        copied, and a sheet changes with those that it imports."""
        raise NotImplementedError

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """As Django does, with lean scripts and style sheets: it then reads what was collected, in
        the place of what that is a copy of."""
        if not dry_run:
            for name in paths:
                for packed in PACKED:  # of what was here before
                    Path(self.path(name + packed)).unlink(missing_ok=True)
                if make_lean(name, Path(self.path(name))):
                    paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def whole_style(sheet: Path) -> str:
    """The text of a style sheet, with those that it imports in the place of the import, and with
    its small pictures."""
    text = PICTURE.sub(lambda found: _inside(found, sheet.parent), sheet.read_text("utf-8"))
    return IMPORT.sub(lambda found: whole_style(sheet.parent / found[1]), text)


def _inside(found: re.Match[str], folder: Path) -> str:
    """A small picture as an address that has it inside; a larger one stays a file."""
    picture = (folder / found[1]).read_bytes()
    if len(picture) > SMALL:
        return found[0]
    return f'url("data:image/svg+xml,{quote(picture.strip(), safe=UNQUOTED)}")'


def make_lean(name: str, collected: Path) -> bool:
    """Rewrite the collected file `name`, if it is one of ours; whether it is."""
    lean = LEAN.get(collected.suffix)
    if lean is None or not name.startswith(OURS):
        return False
    whole = whole_style if collected.suffix == ".css" else Path.read_text
    collected.write_text(lean(whole(collected)), "utf-8")
    return True
