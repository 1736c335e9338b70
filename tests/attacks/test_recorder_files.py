"""The files of the recorder are for everybody: what else could be got there, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from engine.vocabulary import Site
from tables.recorder import archive, files, runtime
from tables.recorder.engine.recording import Recording

HIDDEN = "seven-silent-scarabs"


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """A data folder with a secret and a runtime in it."""
    settings.DATA_DIR = tmp_path
    runtime.read_runtime_file.cache_clear()
    (tmp_path / "secret_key").write_text(HIDDEN)
    runtime.folder().mkdir(parents=True)
    for name in runtime.FILES:
        (runtime.folder() / f"{name}.gz").write_bytes(name.encode())
    (runtime.folder() / "other.gz").write_text(HIDDEN)
    yield tmp_path
    runtime.read_runtime_file.cache_clear()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/record/pyodide/1.0/pyodide.mjs",
        f"/record/pyodide/{runtime.VERSION}/other",
        f"/record/pyodide/{runtime.VERSION}/../../secret_key",
        f"/record/pyodide/{runtime.VERSION}/%2e%2e%2f%2e%2e%2fsecret_key",
        f"/record/pyodide/{runtime.VERSION}/pyodide.mjs%00",
        "/record/pyodide/../secret_key",
        "/record/pyodide/%2e%2e/secret_key",
        "/record/python/0123456789abcdef.en.zip",
        "/record/python/0123456789abcdef.xx.zip",
    ],
)
def test_nothing_else_of_the_data_folder_is_sent(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 404
    assert HIDDEN.encode() not in answer.content


def test_an_archive_has_nothing_but_source_and_words() -> None:
    """No settings, no key, nothing of the games and accounts of this site."""
    root = Path(site.BASE_DIR)
    for path, content in [*archive._files(root), *archive._catalogue(root, "de")]:
        ours = path.startswith(("engine/", "drawing/", "tables/recorder/engine/"))
        assert ours or path in archive.PARENTS, path
        if not path.endswith("/catalogue.mo"):
            assert content == (root / path).read_bytes()


@pytest.mark.django_db
def test_languages_that_nobody_speaks_make_no_archive() -> None:
    archive.pack_modules.cache_clear()
    for word in ("xx", "de-AT", "DE", "en-us", "../de", "d" * 300):
        assert Client().get(f"/record/python/0123456789abcdef.{word}.zip").status_code == 404
        assert Client().get("/record/kept.json", {"lang": word}).status_code == 200
    assert archive.pack_modules.cache_info().currsize <= len(site.LANGUAGES)


@pytest.mark.parametrize("name", ['"><script>alert(1)</script>', "&lt;b&gt;"])
def test_a_name_in_a_link_is_in_no_drawing(name: str) -> None:
    """A log comes in an address: its names are text, and never a part of what is drawn."""
    sites = " ".join(f"{site.word}=A" for site in Site)
    log = f"imhotep 1\nedition: 2026.1\nsites: {sites}\nseats: black={name} white=Ben\n\n"
    page: Any = Recording.opened(log).show()
    assert any(name in block["title"] for block in page["blocks"])
    svgs = [block["svg"] for block in page["blocks"]] + [page["symbols"]]
    assert not any(name in part for part in svgs)


@pytest.mark.django_db
def test_a_thousand_downloads_share_their_bytes() -> None:
    """Slow readers hold a socket each, and no copy of ten megabytes."""
    address = f"{files.urls('en')['pyodide']}pyodide.asm.wasm"
    Client().get(address)
    assert runtime.read_runtime_file("pyodide.asm.wasm") is runtime.read_runtime_file(
        "pyodide.asm.wasm"
    )
    assert runtime.read_runtime_file.cache_info().currsize == 1
