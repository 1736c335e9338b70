"""Moments as pages and mails write them: in UTC, and a script puts them in the viewer's zone."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _


def in_utc(at: datetime) -> str:
    """``22 Nov 2026, 14:02 UTC``, for what no script can change: mails, answers."""
    written = date_format(at.astimezone(UTC), "SHORT_DATETIME_FORMAT")
    return _("%(moment)s UTC") % {"moment": written}


def moment(at: datetime | None) -> SafeString | str:
    """A moment on a page; empty without one. ``static/js/times.js`` writes it anew."""
    return _element(at, in_utc(at), "moment") if at else ""


def day(at: datetime | None) -> SafeString | str:
    """The day of a moment on a page, in the zone of its reader; empty without one."""
    return _element(at, date_format(at.astimezone(UTC), "SHORT_DATE_FORMAT"), "day") if at else ""


def _element(at: datetime, words: str, kind: str) -> SafeString:
    shown = at.astimezone(UTC).isoformat(timespec="seconds")
    return format_html('<time datetime="{}" data-local="{}">{}</time>', shown, kind, words)
