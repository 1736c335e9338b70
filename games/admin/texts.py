"""Logs, digests and JSON as the pages of moderators show them."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.pseudonyms import pseudonymise

MAX_LINES = 3000
"""Lines of a log that are shown."""


def numbered(text: str, *, begins: int = 1, bad: int = 0) -> SafeString:
    """A log with the numbers of its lines, from `begins`; the line `bad` is marked."""
    lines = pseudonymise(text).splitlines()[:MAX_LINES]
    numbered_lines = format_html_join(
        "",
        '<li id="line-{}"{}>{}</li>',
        (
            (number, SafeString(' class="bad"' if number == bad else ""), line or "\u00a0")
            for number, line in enumerate(lines, begins)
        ),
    )
    return format_html('<ol class="log" start="{}" tabindex="0">{}</ol>', begins, numbered_lines)


def shortened(digest: str) -> SafeString | str:
    """The beginning of a long word of digits; all of it on hover."""
    return format_html('<span title="{}">{}…</span>', digest, digest[:12]) if digest else "–"


def listed(facts: dict[str, object] | None) -> SafeString | str:
    """The fields of a refusal, or of another JSON object, each on its line."""
    if not facts:
        return "–"
    texts = {
        name: ", ".join(map(str, fact)) if isinstance(fact, list) else str(fact)
        for name, fact in facts.items()
        if fact not in (None, "", [])
    }
    rows = ((name, pseudonymise(text)) for name, text in texts.items())
    return format_html(
        '<dl class="facts">{}</dl>', format_html_join("", "<dt>{}</dt><dd>{}</dd>", rows)
    )
