"""Tables of ``docs/`` that follow from code and data; cog writes them into their documents.

``make format`` brings them up to date; ``tests/test_house/test_documents.py`` asks for it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

import django
from django.apps import apps

from archive.dumps.line_fields import LINE_FIELDS
from engine.facts import FACTS
from imhotep_site.settings.environment import RENAMED

PERFT = Path(__file__).parent / "engine" / "perft.toml"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown."""
    cells = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join(lines).replace("| --- ", "|---").replace("--- |", "---|")


def facts_table(subject: str) -> str:
    """All facts of a seat or of the game, in the order of their numbers."""
    return table(
        ("name", "number", "kind", "unit", "what it is", "ruling"),
        (
            (f"`{fact.name}`", fact.number, fact.kind, fact.unit, fact.english, fact.rule)
            for fact in sorted(FACTS.values(), key=lambda fact: fact.number)
            if fact.of == subject
        ),
    )


def perft_table(names: Iterable[str]) -> str:
    """Numbers of sequences from the named positions, by length."""
    positions = {row["name"]: row for row in tomllib.loads(PERFT.read_text("utf-8"))["position"]}
    counts = {name: positions[name]["counts"] + positions[name].get("deep", []) for name in names}
    longest = max(map(len, counts.values()))
    return table(
        ("position", *map(str, range(1, longest + 1))),
        (
            (name, *(f"{number:,}" for number in numbers), *[""] * (longest - len(numbers)))
            for name, numbers in counts.items()
        ),
    )


def decision_kinds() -> str:
    """Kinds of decisions, as a dump has them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    kinds = apps.get_model("games", "StandingDecision").Kind
    return table(("`kind`", "meaning"), ((f"`{kind.value}`", kind.label) for kind in kinds))


def renamed_settings_table() -> str:
    """Old names of settings, each with the name that replaces it."""
    return table(("old name", "name"), ((f"`{old}`", f"`{new}`") for old, new in RENAMED.items()))


def dump_fields() -> str:
    """Fields of the lines of a dump, a table for each file."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    head = ("field", "type", "unit", "meaning", "since")
    return "\n\n".join(f"### {name}\n\n{table(head, field_rows(name))}" for name in LINE_FIELDS)


def field_rows(name: str) -> Iterable[tuple[str, ...]]:
    for field in LINE_FIELDS[name]:
        meaning = f"{field.meaning} ({field.when} only)" if field.when else field.meaning
        kind = field.type.replace("|null", " or null")
        yield f"`{field.name}`", kind, field.unit, meaning, field.since
