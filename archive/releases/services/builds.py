"""Builds of the engine that this site has run, and their differences."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from archive.releases.models import Release
from engine import edition_names
from engine.build import FOLDER, engine_version, judging_sources

MAX_CHANGES: Final = 200
"""Changed numbers that are named."""


class ChangedNumber(NamedTuple):
    """A printed number that two releases have otherwise; None: one of them has none."""

    edition: str
    key: str
    before: object
    after: object


class ReleaseComparison(NamedTuple):
    """Differences of a release from the one before it. `files`: of the engine's source."""

    files: list[str]
    numbers: list[ChangedNumber]


def present() -> Release:
    """The release of the current engine; made when it is first asked for."""
    build = engine_version()
    release = Release.objects.filter(build=build).first()
    if release is None:
        release, _created = Release.objects.get_or_create(
            build=build, defaults={"sources": _sources(), "numbers": _numbers()}
        )
    return release


def previous_release(release: Release) -> Release | None:
    """The release that the site ran before it."""
    return Release.objects.filter(pk__lt=release.pk).first()


def compare_releases(old: Release, new: Release) -> ReleaseComparison:
    """Differences of release `new` from `old`."""
    paths = sorted(old.sources.keys() | new.sources.keys())
    files = [path for path in paths if old.sources.get(path) != new.sources.get(path)]
    return ReleaseComparison(files, list(_changed(old.numbers, new.numbers))[:MAX_CHANGES])


# --- inside -------------------------------------------------------------------

Numbers = Mapping[str, Mapping[str, object]]


def _changed(old: Numbers, new: Numbers) -> Iterator[ChangedNumber]:
    for edition in sorted(old.keys() & new.keys()):
        was, present = old[edition], new[edition]
        for key in sorted(was.keys() | present.keys()):
            if was.get(key) != present.get(key):
                yield ChangedNumber(edition, key, was.get(key), present.get(key))


def _sources() -> dict[str, str]:
    return {name: digest[:12] for name, digest in judging_sources().items()}


def _numbers() -> dict[str, dict[str, object]]:
    """Printed numbers of the shipped editions."""
    files = {path.stem: path for path in (FOLDER / "editions").glob("*.toml")}
    names = sorted(files.keys() & edition_names())
    return {name: dict(_flat(tomllib.loads(files[name].read_text("utf-8")), "")) for name in names}


def _flat(value: object, path: str) -> Iterator[tuple[str, object]]:
    """The numbers and words of nested tables, each under its path; a list is one value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, value if isinstance(value, (int, str, bool, list)) else str(value)
