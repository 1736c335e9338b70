"""Notices in words, in the language that is active, and where they lead."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from drawing.language.words import colour_called
from games.intake.badges import badges_of
from games.judging.diff import handle_of
from games.limits import MAX_NEW_GAMES
from games.models import Game, Notice, Seat, Status
from games.models.notice import Kind
from web.templatetags.slots import outside

CATEGORY_WORDS: Final = {
    "confirming": gettext_lazy("games that wait for me to confirm them"),
    "games": gettext_lazy("changes to my games: confirmed, rated, disputed, corrected, void"),
    "rating": gettext_lazy("changes to my rating when earlier games are added or removed"),
    "uploads": gettext_lazy("the results of my uploads"),
}


QUESTIONS: Final = {
    Kind.NAMED: ngettext_lazy("Is it right?", "Are they right?", "n"),
    Kind.DISCREPANCY: ngettext_lazy("Which log is right?", "Which logs are right?", "n"),
}
"""Questions after a sentence, while it is not read."""

SENTENCES: Final = {
    Kind.NAMED: gettext_lazy("@%(handle)s uploaded a game with you: %(game)s."),
    Kind.CONFIRMED: gettext_lazy("@%(handle)s confirmed a game: %(game)s."),
    Kind.COUNTS: gettext_lazy("Your game is confirmed and rated: %(game)s."),
    Kind.DISPUTED: gettext_lazy("@%(handle)s disputes a game of yours: %(game)s."),
    Kind.CONTESTED: gettext_lazy(
        "Another log names different players for one of your games: %(game)s."
    ),
    Kind.VOID: gettext_lazy("A game of yours is void. The game’s page says why: %(game)s."),
    Kind.RESEATED: gettext_lazy("@%(handle)s corrected the players of a game: %(game)s."),
    Kind.JUDGED: gettext_lazy(
        "A newer engine gets a different result for a game of yours. The game’s page says "
        "more: %(game)s."
    ),
    Kind.DISCREPANCY: gettext_lazy(
        "@%(handle)s uploaded a log that differs a little from the log of a game: %(game)s."
    ),
    Kind.RATING: gettext_lazy(
        "Earlier games were added or removed. This changed your rating from %(before)d to "
        "%(after)d."
    ),
    Kind.PATTERN: gettext_lazy(
        "Some of your games look made up. You are off the leaderboards for at most 14 "
        "days. You can answer the moderators."
    ),
    Kind.LAPSED: gettext_lazy(
        "A game was not confirmed for three weeks. It stays unrated: %(game)s."
    ),
    Kind.CLUB_INVITED: gettext_lazy("@%(handle)s invites you to a club."),
    Kind.CLUB_ROLE: gettext_lazy("@%(handle)s gave you a role in a club."),
}
"""Sentences of notices about one game, and about a club."""

CLUB_KINDS: Final = frozenset({Kind.CLUB_INVITED, Kind.CLUB_ROLE})

UNSIGNED_SENTENCES: Final = {
    Kind.DISPUTED: gettext_lazy("A game of yours is disputed: %(game)s."),
    Kind.DISCREPANCY: gettext_lazy("It has been decided which of two logs is right: %(game)s."),
}
"""Sentences of notices that name no account."""

PLURAL_SENTENCES: Final = {
    Kind.NAMED: ngettext_lazy(
        "@%(handle)s uploaded %(n)d game with you.",
        "@%(handle)s uploaded %(n)d games with you.",
        "n",
    ),
    Kind.CONFIRMED: ngettext_lazy(
        "@%(handle)s confirmed %(n)d game that you uploaded.",
        "@%(handle)s confirmed %(n)d games that you uploaded.",
        "n",
    ),
    Kind.COUNTS: ngettext_lazy(
        "%(n)d of your games is now confirmed and rated.",
        "%(n)d of your games are now confirmed and rated.",
        "n",
    ),
    Kind.JUDGED: ngettext_lazy(
        "A newer engine gets a different result for %(n)d of your games.",
        "A newer engine gets a different result for %(n)d of your games.",
        "n",
    ),
    Kind.REMINDER: ngettext_lazy(
        "%(n)d game still waits for you to confirm it.",
        "%(n)d games still wait for you to confirm them.",
        "n",
    ),
    Kind.LAPSED: ngettext_lazy(
        "%(n)d game was not confirmed for three weeks. It stays unrated.",
        "%(n)d games were not confirmed for three weeks. They stay unrated.",
        "n",
    ),
    Kind.SEARCH: ngettext_lazy(
        "%(n)d new game matches your search “%(name)s”.",
        "%(n)d new games match your search “%(name)s”.",
        "n",
    ),
}
"""Sentences of notices about several games or logs, and of uploads and reminders of one."""


def game_words(game: Game) -> str:
    """A game by its players, their points and its day."""
    seats = sorted(game.seats.all(), key=attrgetter("place"))
    points = ", ".join(f"{seat_called(seat)} {seat.points}" for seat in seats)
    return f"{points} ({date_format(game.played_on, 'SHORT_DATE_FORMAT')})"


def seat_called(seat: Seat) -> str:
    """``@ana``; of a guest the colour: their name was typed by somebody else."""
    handle = handle_of(seat)
    return f"@{handle}" if handle else colour_called(seat.colour)


def notice_sentence(notice: Notice) -> str:
    """The notice as a sentence, and its question as long as it is not read."""
    kind = Kind(notice.kind)
    if kind == Kind.EVENT:
        return event_sentence(notice)
    asks = kind in QUESTIONS and notice.read_at is None
    statement = _statement(notice, kind)
    return f"{statement} {QUESTIONS[kind] % {'n': notice.n}}" if asks else statement


def _statement(notice: Notice, kind: Kind) -> str:
    fields: dict[str, object] = {
        "n": notice.n,
        "handle": notice.by.username if notice.by else "",
        "game": game_words(notice.game) if notice.game else "",
        "name": notice.saved_search.name if notice.saved_search else "",
    }
    if kind == Kind.RATING:
        fields |= {name: round(int(notice.facts[name]) / 1000) for name in ("before", "after")}
    elif kind == Kind.UPLOAD:
        return _upload_sentence(notice)
    if kind == Kind.SEARCH and notice.n > MAX_NEW_GAMES:
        return _("More than %(most)d new games match your search “%(name)s”.") % {
            **fields,
            "most": MAX_NEW_GAMES,
        }
    if notice.by is None and kind in UNSIGNED_SENTENCES:
        return UNSIGNED_SENTENCES[kind] % fields
    if kind in PLURAL_SENTENCES and (notice.n > 1 or kind not in SENTENCES):
        return PLURAL_SENTENCES[kind] % fields
    return SENTENCES[kind] % fields


def _upload_sentence(notice: Notice) -> str:
    """The verdicts on an upload; of a single log the line at which it was refused."""
    tally = {status.value: notice.facts.get(status, 0) for status in Status} | {"waiting": 0}
    fields = {"n": notice.n, "file": (notice.upload and notice.upload.name) or _("without a name")}
    if notice.n == 1 and tally[Status.REFUSED]:
        if line := notice.facts.get("line"):
            sentence = _("Your log %(file)s was refused at line %(line)d.")
            return sentence % {**fields, "line": line}
        return _("Your log %(file)s was refused.") % fields
    sentence = ngettext(
        "Your upload %(file)s has been checked: %(verdicts)s.",
        "Your upload %(file)s of %(n)d logs has been checked: %(verdicts)s.",
        notice.n,
    )
    return sentence % {**fields, "verdicts": ", ".join(word for word, _kind in badges_of(tally))}


def event_sentence(notice: Notice) -> str:
    """A notice about an event: a round has a table for the account, a deal asks for its share,
    somebody entered it, or says that it was a guest."""
    if "round" in notice.facts:
        sentence = _("Round %(round)d of an event begins: you sit at table %(table)d.")
        return str(sentence % notice.facts)
    if "deal" in notice.facts:
        sentence = _(
            "Deal %(deal)d of an event needs a random number from your browser. Open the "
            "event’s page."
        )
        return str(sentence % notice.facts)
    if "series" in notice.facts:
        sentence = _("@%(handle)s says that you played in a series as a guest. Is that right?")
        return str(sentence % {"handle": notice.by.username if notice.by else ""})
    return _("@%(handle)s entered you in an event.") % {
        "handle": notice.by.username if notice.by else ""
    }


def notice_address(notice: Notice) -> str:
    """The page that the notice is about; a path of the site."""
    if notice.kind == Kind.EVENT and (page := outside("event", notice.facts.get("event"))):
        return page
    if notice.kind == Kind.EVENT and (page := outside("series", notice.facts.get("series"))):
        return page
    if notice.kind == Kind.REMINDER or (notice.kind == Kind.NAMED and notice.n > 1):
        return reverse("confirm")
    if notice.kind == Kind.LAPSED and notice.n > 1:
        return f"{reverse('confirm')}?lapsed=yes"
    if notice.kind == Kind.RATING and (page := outside("why", notice.facts.get("player"))):
        return page
    if notice.kind in CLUB_KINDS and (page := outside("club", notice.facts.get("club"))):
        return page
    if notice.kind == Kind.PATTERN:
        return reverse("account-pattern")
    if notice.saved_search:
        return f"{reverse('games')}?{notice.saved_search.query}"
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
