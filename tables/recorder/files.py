"""Addresses of the engine of a recording, for pages and for the service worker."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from drawing.language import ENGLISH, PARAMETER
from drawing.text.rules.addresses import SITES
from engine.vocabulary import Side, Site
from tables.recorder import runtime
from tables.recorder.archive import engine_archive
from web.languages import supported_language

OFFLINE_PATTERNS: Final = (
    "js/*.js", "js/board/*.js", "js/recorder/*.js", "js/table/*.js", "vendor/*.js",
    "css/*.css", "fonts/*.woff2", "img/*.svg",
)  # fmt: skip
"""Files that a page of a recording may have."""

ELSEWHERE: Final = ("js/worker.js", "js/recorder/worker.js", "js/data_names.js")
"""Scripts with an address of their own, and of another page."""


def urls(language: str | None) -> dict[str, object]:
    """For ``static/js/recorder/engine.js``: the addresses of worker, runtime and our modules;
    `ready`: whether the runtime is there."""
    spoken = supported_language(language or "") or ENGLISH
    return {
        "worker": reverse("record-worker"),
        "pyodide": reverse("record-pyodide", args=[runtime.VERSION, "x"]).removesuffix("x"),
        "python": reverse("record-python", args=[engine_archive(spoken).digest, spoken]),
        "language": spoken,
        "ready": runtime.is_fetched(),
    }


def offline_files(language: str) -> dict[str, object]:
    """For ``static/js/worker.js``: `page` and all `files` that it needs without a network, and a
    `version`, another one as soon as one of them is."""
    places = urls(language)
    files = sorted({static(name) for name in _static_names()})
    files += [board_picture_url(site, side) for site in Site for side in Side]
    files += [str(places["worker"]), str(places["python"])]
    if places["ready"]:
        files += [f"{places['pyodide']}{name}" for name in runtime.FILES]
    page = f"{recorder_home()}?{PARAMETER}={places['language']}"
    version = hashlib.sha256(json.dumps([page, files, _changed()]).encode()).hexdigest()[:12]
    return {"version": version, "page": page, "files": files}


def board_picture_url(site: Site, side: Side) -> str:
    """The address of the picture of one side of a site, for the set-up."""
    return reverse("rules-board", args=[SITES[site], side.word])


def recorder_home() -> str:
    """The address of the page of a recording, above its files."""
    return reverse("record-worker").rpartition("/")[0] + "/"


def worker_source() -> str:
    """The script in which Python runs."""
    return (_root() / "js/recorder/worker.js").read_text("utf-8")


def _root() -> Path:
    return Path(settings.BASE_DIR) / "static"


def _static_names() -> Iterator[str]:
    root = _root()
    for pattern in OFFLINE_PATTERNS:
        for file in sorted(root.glob(pattern)):
            name = file.relative_to(root).as_posix()
            if name not in ELSEWHERE:
                yield name


def _changed() -> str:
    """Digest of files whose names do not change with them."""
    digest = hashlib.sha256(worker_source().encode())
    if settings.DEBUG:
        for name in _static_names():
            digest.update((_root() / name).read_bytes())
    return digest.hexdigest()
