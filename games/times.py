"""Moments as pages and mails write them: in UTC, and a script puts them in the viewer's zone."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _


def in_utc(moment: datetime) -> str:
    """``22 Nov 2026, 14:02 UTC``, for what no script can change: mails, answers."""
    text = date_format(moment.astimezone(UTC), "SHORT_DATETIME_FORMAT")
    return _("%(moment)s UTC") % {"moment": text}


def moment_element(instant: datetime | None) -> SafeString | str:
    """A moment on a page; empty without one. ``static/js/times.js`` writes it again."""
    return _element(instant, in_utc(instant), "moment") if instant else ""


def day_element(instant: datetime | None) -> SafeString | str:
    """The day of a moment on a page, in the zone of its reader; empty without one."""
    return (
        _element(instant, date_format(instant.astimezone(UTC), "SHORT_DATE_FORMAT"), "day")
        if instant
        else ""
    )


def _element(instant: datetime, words: str, kind: str) -> SafeString:
    iso = instant.astimezone(UTC).isoformat(timespec="seconds")
    return format_html('<time datetime="{}" data-local="{}">{}</time>', iso, kind, words)
