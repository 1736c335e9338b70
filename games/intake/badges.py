"""Verdicts of an upload's logs as badges: a word and its kind (the ``badge--…`` of it)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Status

Badge = tuple[str, str]

VERDICTS: Final = {
    Status.QUEUED: (gettext_lazy("queued"), "info"),
    Status.RUNNING: (gettext_lazy("verifying"), "info"),
    Status.VERIFIED: (gettext_lazy("verified"), "good"),
    Status.DUPLICATE: (gettext_lazy("already here"), "wait"),
    Status.REFUSED: (gettext_lazy("refused"), "bad"),
    Status.FAILED: (gettext_lazy("could not be checked"), "bad"),
}


def badge_of(status: str) -> Badge:
    """The verdict on one log."""
    word, kind = VERDICTS[Status(status)]
    return str(word), kind


def badges_of(tally: Mapping[str, int]) -> list[Badge]:
    """A `tally` of ``games.queries.tallies`` in badges; none for what did not happen."""
    badges = (
        (ngettext("%(n)s waiting", "%(n)s waiting", tally["waiting"]), "waiting", "info"),
        (ngettext("%(n)s verified", "%(n)s verified", tally["verified"]), "verified", "good"),
        (
            ngettext("%(n)s already here", "%(n)s already here", tally["duplicate"]),
            "duplicate",
            "wait",
        ),
        (ngettext("%(n)s refused", "%(n)s refused", tally["refused"]), "refused", "bad"),
        (ngettext("%(n)s not checked", "%(n)s not checked", tally["failed"]), "failed", "bad"),
    )
    return [(words % {"n": tally[name]}, kind) for words, name, kind in badges if tally[name]]


def progress_words(tally: Mapping[str, int]) -> str:
    """How far the judging is: ``3 of 5 checked``."""
    counts = {"n": tally["logs"] - tally["waiting"], "all": tally["logs"]}
    return _("%(n)s of %(all)s checked") % counts


def all_of(tally: Mapping[str, int]) -> str:
    """The link to the verdicts that are not shown: ``All 12 verdicts``."""
    logs = tally["logs"]
    return ngettext("The only verdict", "All %(n)s verdicts", logs) % {"n": logs}
