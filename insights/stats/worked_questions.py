"""The worked questions of ``docs/research.md``, each with its query and the table of its answer."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

QUESTION: Final = re.compile(
    r"^### ([^\n]+)\n(.*?)^```sql\n(.+?)^```\n+^```text\n(.+?)^```", re.DOTALL | re.MULTILINE
)
"""A worked question: its title, a note, the query and the answer."""


class WorkedQuestion(NamedTuple):
    """A question to the files, its query, and the table that answers it."""

    title: str
    note: SafeString
    query: str
    heads: list[str]
    rows: list[list[str]]


@cache
def worked_questions() -> list[WorkedQuestion]:
    """The worked questions of ``docs/research.md``; it is ours, and has no HTML."""
    text = (settings.BASE_DIR / "docs" / "research.md").read_text("utf-8")
    reader = MarkdownIt("commonmark", {"html": False})
    return [
        WorkedQuestion(
            title,
            mark_safe(reader.render(note)),
            query,
            *_table_of(answer),
        )
        for title, note, query, answer in QUESTION.findall(text)
    ]


def _table_of(text: str) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of a table whose cells stand between bars."""
    heads, *rows = ([cell.strip() for cell in line.split(" | ")] for line in text.splitlines())
    return heads, rows
