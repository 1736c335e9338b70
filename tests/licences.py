"""Licences of third parties: ``python -m tests.licences > docs/licences.md`` makes the page from
the locks and from what the installed packages say of themselves."""

from __future__ import annotations

import json
import re
from importlib import metadata
from typing import Final

from tests.test_house.source import ROOT

HEAD: Final = """# Licences of third parties

The code of this project is under the [MIT licence](../LICENSE). It uses these packages, each under
its own licence. `python -m tests.licences` makes the lists from `requirements/site.lock`,
`requirements/tracing.lock` and `package-lock.json`; a test compares them.

`make audit-dependencies` looks for known holes in all locked versions. It needs a network.
"""

SOURCES: Final = {
    "pyodide": "<https://github.com/pyodide/pyodide>",
}

BROWSER: Final = """## Sent to browsers

| | licence | |
|---|---|---|
| Pyodide, with CPython | MPL-2.0; PSF-2.0 | the recorder; unchanged; source: {pyodide} |
| fonts of `static/fonts/` | OFL-1.1 | the licences lie beside the fonts (`*-OFL.txt`) |
"""

UNNAMED: Final = {"resvg-py": "MIT, by the file LICENSE in its wheel"}
"""Packages whose metadata name no licence."""

OTHER_SYSTEMS: Final = {
    "async-timeout": "Apache-2.0",
    "colorama": "BSD-3-Clause",
    "tzdata": "Apache-2.0",
}
"""Packages that are locked for other systems, or for another Python than ours."""

LONGEST: Final = 40


def locked_packages(lock: str) -> dict[str, str]:
    """Versions of the packages of a lock of Python, by name."""
    text = (ROOT / "requirements" / lock).read_text()
    return dict(re.findall(r"(?m)^([A-Za-z0-9_.-]+)(?:\[[^]]*\])?==([^ ;\\]+)", text))


def licence_of(name: str) -> str:
    """Licence of an installed package: an SPDX expression if it gives one, else its own words."""
    if name in UNNAMED or name in OTHER_SYSTEMS:
        return UNNAMED.get(name) or OTHER_SYSTEMS[name]
    package = metadata.metadata(name)
    classes = [
        line.rpartition(" :: ")[2].removeprefix("Other/")
        for line in package.get_all("Classifier") or []
        if line.startswith("License :: OSI")
    ]
    words = package.get("License") or ""
    short = words if len(words) <= LONGEST and "\n" not in words else ""
    return package.get("License-Expression") or ", ".join(classes) or short


def npm_licences() -> dict[tuple[str, str], str]:
    """Licences of the packages of npm, by name and version."""
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    return {
        (path.rpartition("node_modules/")[2], package["version"]): package.get("license", "")
        for path, package in packages.items()
        if path
    }


def render() -> str:
    """The page."""
    locked = locked_packages("tracing.lock") | locked_packages("site.lock")
    python = [
        f"| {name} | {version} | {licence_of(name)} |" for name, version in sorted(locked.items())
    ]
    npm = [
        f"| {name} | {version} | {licence} |"
        for (name, version), licence in sorted(npm_licences().items())
    ]
    table = "| package | version | licence |\n|---|---|---|\n"
    return "\n".join(
        [
            HEAD,
            f"## On the server\n\n{table}" + "\n".join(python) + "\n",
            BROWSER.format(**SOURCES),
            "## Checks of our scripts\n\nNeither the server nor a browser gets these.\n\n"
            + table
            + "\n".join(npm)
            + "\n",
        ]
    )


if __name__ == "__main__":
    print(render(), end="")
