"""Notices in words, in the language that is active, and where they lead."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Notice, Status
from games.models.notice import Kind
from web.templatetags.slots import outside

CATEGORY_WORDS: Final = {
    "confirming": gettext_lazy("games that wait for me to confirm them"),
    "games": gettext_lazy("what became of my games: confirmed, rated, disputed, mended, void"),
    "rating": gettext_lazy("my rating, when a later event changed it"),
    "uploads": gettext_lazy("the verdicts on my uploads"),
}


def notice_sentence(notice: Notice) -> str:
    """The notice as a sentence."""
    values = {
        "n": notice.n,
        "handle": notice.by.username if notice.by else "",
        "game": notice.game_id or "",
    }
    match notice.kind:
        case Kind.NAMED if notice.n == 1:
            return _("@%(handle)s says that you played game %(game)s. Was it so?") % values
        case Kind.NAMED:
            return _named(notice.n) % values
        case Kind.CONFIRMED:
            return _confirmed(notice.n) % values
        case Kind.COUNTS:
            return _counts(notice.n) % values
        case Kind.DISPUTED if notice.by:
            return _("@%(handle)s disputes game %(game)s, in which you played.") % values
        case Kind.DISPUTED:
            return _("Game %(game)s, in which you played, is disputed.") % values
        case Kind.CONTESTED:
            return _("Another log of game %(game)s says that other people sat there.") % values
        case Kind.VOID:
            return _("Game %(game)s, in which you played, is void; its page says why.") % values
        case Kind.RESEATED:
            return _("@%(handle)s has mended the seats of game %(game)s.") % values
        case Kind.JUDGED:
            return _judged(notice.n) % values
        case Kind.DISCREPANCY:
            return _discrepancy(notice) % values
        case Kind.RATING:
            return _rating(notice)
        case Kind.UPLOAD:
            return _upload(notice)
        case Kind.REMINDER:
            return _reminder(notice.n) % values
        case Kind.LAPSED:
            return _lapsed(notice.n) % values
    return ""


def notice_address(notice: Notice) -> str:
    """The page that the notice is about; a path of the site."""
    if notice.kind == Kind.REMINDER or (notice.kind == Kind.NAMED and notice.n > 1):
        return reverse("confirm")
    if notice.kind == Kind.LAPSED and notice.n > 1:
        return f"{reverse('confirm')}?lapsed=yes"
    if notice.kind == Kind.RATING and (page := outside("why", notice.facts.get("player"))):
        return page
    if notice.upload_id:
        return reverse("upload-detail", args=[notice.upload_id])
    if notice.kind == Kind.DISCREPANCY and "number" in notice.facts:
        return reverse("discrepancy", args=[notice.game_id, notice.facts["number"]])
    if notice.game_id and notice.n == 1:
        return reverse("game", args=[notice.game_id])
    return reverse("account")


def unread_words(n: int) -> str:
    """How many notices are not read, for the head of a page."""
    return ngettext("%(n)d notice", "%(n)d notices", n) % {"n": n}


def waiting_words(n: int) -> str:
    """How many games wait to be confirmed, for the head of a page."""
    return ngettext("%(n)d game to confirm", "%(n)d games to confirm", n) % {"n": n}


# --- inside -------------------------------------------------------------------


def _named(n: int) -> str:
    return ngettext(
        "@%(handle)s has brought %(n)d game that names you. Was it so?",
        "@%(handle)s has brought %(n)d games that name you. Were they so?",
        n,
    )


def _confirmed(n: int) -> str:
    if n == 1:
        return _("@%(handle)s has confirmed game %(game)s.")
    return ngettext(
        "@%(handle)s has confirmed %(n)d game that you brought.",
        "@%(handle)s has confirmed %(n)d games that you brought.",
        n,
    )


def _counts(n: int) -> str:
    if n == 1:
        return _("Game %(game)s is confirmed, and rated now.")
    return ngettext(
        "%(n)d of your games is confirmed, and rated now.",
        "%(n)d of your games are confirmed, and rated now.",
        n,
    )


def _judged(n: int) -> str:
    if n == 1:
        return _("Game %(game)s is judged by a newer engine now, and otherwise; its page says how.")
    return ngettext(
        "%(n)d of your games is judged by a newer engine now, and otherwise.",
        "%(n)d of your games are judged by a newer engine now, and otherwise.",
        n,
    )


def _reminder(n: int) -> str:
    return ngettext(
        "%(n)d game still waits for you to confirm it.",
        "%(n)d games still wait for you to confirm them.",
        n,
    )


def _lapsed(n: int) -> str:
    if n == 1:
        return _("Game %(game)s was not confirmed for three weeks: it stays, and is not rated.")
    return ngettext(
        "%(n)d game was not confirmed for three weeks: it stays, and is not rated.",
        "%(n)d games were not confirmed for three weeks: they stay, and are not rated.",
        n,
    )


def _discrepancy(notice: Notice) -> str:
    if notice.by is None:
        return _("It is settled which of two logs of game %(game)s is right.")
    return _(
        "@%(handle)s has brought a log that is nearly that of game %(game)s. Which one is right?"
    )


def _rating(notice: Notice) -> str:
    values = {
        "before": round(int(notice.facts["before"]) / 1000),
        "after": round(int(notice.facts["after"]) / 1000),
    }
    return (
        _("Earlier games were added or taken out: your rating is %(after)d now, not %(before)d.")
        % values
    )


def _upload(notice: Notice) -> str:
    facts = notice.facts
    values = {
        "n": notice.n,
        "verified": facts.get(Status.VERIFIED, 0),
        "here": facts.get(Status.DUPLICATE, 0),
        "refused": facts.get(Status.REFUSED, 0) + facts.get(Status.FAILED, 0),
    }
    return (
        ngettext(
            "Your upload of %(n)d log is judged: %(verified)d new, %(here)d here already, "
            "%(refused)d refused.",
            "Your upload of %(n)d logs is judged: %(verified)d new, %(here)d here already, "
            "%(refused)d refused.",
            notice.n,
        )
        % values
    )
