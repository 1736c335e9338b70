"""Collected static files: minified, style sheets with their imports as one file, named by content,
and compressed.

``rjsmin`` minifies scripts. ``rcssmin`` takes the space out of ``.a :is(.b)`` within
``@container``, which says something else then; so style sheets are minified here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from rjsmin import jsmin  # type: ignore[import-untyped]
from whitenoise.compress import Compressor  # type: ignore[import-untyped]
from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)

from drawing.export.style import IMPORT

PICTURE: Final = re.compile(r'url\("(\.\./img/[\w-]+\.svg)"\)')
SMALL: Final = 500
"""Bytes of a picture, about as many as the headers of an answer."""

UNQUOTED: Final = " ='/:;,.-"
"""Characters that need no quoting in an address within double quotes."""

OURS: Final = ("js/", "css/")
"""Folders of the site's own files; those of packages stay as they are."""

PACKED: Final = (".gz", ".br")

BLOCK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
SPACE: Final = re.compile(r"\s*([{};,>])\s*|(:) ")


def minified_style(text: str) -> str:
    """A style sheet of ours without comments and the space around lines. A line with words in
    quotes keeps the space within it."""
    lines = [line.strip() for line in BLOCK.sub("", text).splitlines()]
    return "\n".join(_minified_line(line) for line in lines if line) + "\n"


def _minified_line(line: str) -> str:
    if '"' in line or "'" in line or "url(" in line:
        return line
    return SPACE.sub(lambda match: match[1] or match[2], line)


MINIFIERS: Final[dict[str, Callable[[str], str]]] = {".js": jsmin, ".css": minified_style}


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
        """As Django does, with minified scripts and style sheets: it then reads the collected files
        instead of their sources."""
        if not dry_run:
            for name in paths:
                for packed in PACKED:  # of what was here before
                    Path(self.path(name + packed)).unlink(missing_ok=True)
                if minify(name, Path(self.path(name))):
                    paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def bundled_style(sheet: Path) -> str:
    """The text of a style sheet, with those that it imports in the place of the import, and with
    its small pictures."""
    text = PICTURE.sub(lambda match: _inside(match, sheet.parent), sheet.read_text("utf-8"))
    return IMPORT.sub(lambda match: bundled_style(sheet.parent / match[1]), text)


def _inside(match: re.Match[str], folder: Path) -> str:
    """A small picture as an address that has it inside; a larger one stays a file."""
    picture = (folder / match[1]).read_bytes()
    if len(picture) > SMALL:
        return match[0]
    return f'url("data:image/svg+xml,{quote(picture.strip(), safe=UNQUOTED)}")'


def minify(name: str, file: Path) -> bool:
    """Rewrite the collected file `name`, if it is one of ours; True if so."""
    minifier = MINIFIERS.get(file.suffix)
    if minifier is None or not name.startswith(OURS):
        return False
    read = bundled_style if file.suffix == ".css" else Path.read_text
    file.write_text(minifier(read(file)), "utf-8")
    return True


def collect_static(digest_file: Path) -> bool:
    """Collect the static files, unless `digest_file` says that none has changed; True if done."""
    digest = sources_digest()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and digest_file.exists() and digest_file.read_text() == digest:
        return False
    digest_file.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    digest_file.write_text(digest)
    return True


def sources_digest() -> str:
    """SHA-256 of the names, sizes and times of all static files, and of what collects them."""
    digest = sha256(Path(__file__).read_bytes())
    digest.update(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
