"""Differences between an uploaded log and the stored game, as data and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Required, TypedDict

from django.utils.translation import gettext as _

from drawing.language.words import colour_called
from games.models import Account, Seat


class LogDifference(TypedDict, total=False):
    """`kind` and what belongs to it; ``difference_sentence`` puts it in words. ``seat``: `colour`
    (on record), `says`, `here`. ``replaced``: `colour`, `says`, `here`, which are entries or null.
    ``colours``. ``header``: `field`, `says`, `here`. ``void``: `reason`. ``claim``: `state`.
    ``nearly``: `state`, `says` (the first entry that differs), `here` (the number of the
    discrepancy, if any). ``namesake``, of a log that became a game: `colour`, `says` (a name),
    `here` (a handle).
    """

    kind: Required[str]
    colour: str
    field: str
    says: str | int | None
    here: str | int | None
    reason: str
    state: str


def seat_differences(
    table: Iterable[Seat], names: Sequence[str], replaced: Sequence[int | None]
) -> list[LogDifference]:
    """How `names` and `replaced`, by seat, differ from the seats of a game."""
    differences: list[LogDifference] = []
    for seat, name, since in zip(_in_order(table), names, replaced, strict=True):
        if name and name.lower() not in (seat.name.lower(), name_in_log(seat).lower()):
            differences.append(
                {"kind": "seat", "colour": seat.colour, "says": name, "here": name_in_log(seat)}
            )
        if since != seat.replaced_at:
            differences.append(
                {
                    "kind": "replaced",
                    "colour": seat.colour,
                    "says": since,
                    "here": seat.replaced_at,
                }
            )
    return differences


def seats_other_accounts(table: Iterable[Seat], names: Sequence[str]) -> bool:
    """True if `names` seat an account where another sits on record, or none."""
    return any(
        name.startswith("@") and handle_of(seat) != name[1:].lower()
        for seat, name in zip(_in_order(table), names, strict=True)
    )


def name_in_log(seat: Seat) -> str:
    """Player of a seat, as logs name them; empty if unknown."""
    return seat.player.in_logs if seat.player else seat.name


def handle_of(seat: Seat) -> str:
    account = seat.player and seat.player.account
    return account.username if account else ""


def handles_in(names: Iterable[str]) -> set[str]:
    """The handles, without the sign, among the `names` of a log."""
    return {name[1:].lower() for name in names if name.startswith("@")}


def difference_sentences(differences: Iterable[LogDifference]) -> list[str]:
    return [difference_sentence(difference) for difference in differences]


def difference_sentence(difference: LogDifference) -> str:
    """A difference in words."""
    if "colour" in difference:
        difference = {**difference, "colour": colour_called(difference["colour"])}
    match difference["kind"]:
        case "seat" if difference["here"]:
            return (
                _("%(colour)s is %(says)s in the uploaded log, but %(here)s on this site")
                % difference
            )
        case "seat":
            return (
                _("%(colour)s is %(says)s in the uploaded log, but has no name on this site")
                % difference
            )
        case "replaced":
            return _replaced(difference)
        case "colours":
            return _("it is the same game with the colours exchanged")
        case "header":
            words = {**difference, "field": _field(difference["field"])}
            return (
                _(
                    "it is the same game with another %(field)s: %(says)s in the uploaded "
                    "log, but %(here)s on this site"
                )
                % words
            )
        case "void":
            return _(
                "the game is void: %(reason)s. Uploading it again does not change that; a "
                "moderator can correct its seats and restore it"
            ) % {"reason": difference["reason"].rstrip(".")}
        case "namesake":
            return (
                _(
                    "%(colour)s is a guest called %(says)s. Did you mean @%(here)s? Then write "
                    "it with @, or correct the seats on the page of the game"
                )
                % difference
            )
        case "nearly":
            return _nearly()[difference["state"]] % {"entry": difference["says"]}
    return _claims()[difference["state"]]


def name_questions(logs: Sequence[Mapping[str, str]]) -> list[list[LogDifference]]:
    """For each log, whose names are given by colour, a ``namesake`` for each plain name that is
    also the handle of an account: was that meant? One query, or none."""
    meant = {name.lower() for names in logs for name in names.values() if _is_plain(name)}
    rows = Account.objects.filter(username__in=meant, is_active=True, computer="")
    handles = set(rows.values_list("username", flat=True)) if meant else set()
    return [
        [
            {"kind": "namesake", "colour": colour, "says": name, "here": name.lower()}
            for colour, name in names.items()
            if _is_plain(name) and name.lower() in handles
        ]
        for names in logs
    ]


# --- inside -------------------------------------------------------------------


def _is_plain(name: str) -> bool:
    return bool(name) and not name.startswith("@") and name.isprintable()


def _in_order(table: Iterable[Seat]) -> list[Seat]:
    return sorted(table, key=lambda seat: seat.number)


def _field(name: str) -> str:
    """Name of a differing field of the set-up."""
    fields = {
        "edition": _("edition"),
        "profile": _("profile"),
        "sites": _("choice of sides"),
        "modules": _("choice of modules"),
        "figure": _("place of the figure"),
    }
    return fields.get(name, name)


def _replaced(difference: LogDifference) -> str:
    if difference["says"] is None:
        return (
            _(
                "%(colour)s played to the end in the uploaded log, but left at move %(here)d on "
                "this site"
            )
            % difference
        )
    if difference["here"] is None:
        return (
            _(
                "%(colour)s left at move %(says)d in the uploaded log, but played to the end on "
                "this site"
            )
            % difference
        )
    return (
        _("%(colour)s left at move %(says)d in the uploaded log, but at move %(here)d on this site")
        % difference
    )


def _claims() -> dict[str, str]:
    return {
        "contested": _(
            "your log and the log on this site name different players, so the game does not "
            "count for now. The game’s uploader or a moderator can correct the seats. If your "
            "log is wrong, press “The seats here are right” on the game’s page"
        ),
        "noted": _(
            "many games were rated after this game, so this game still counts until a "
            "moderator has looked at your log"
        ),
        "vouched": _("an arbiter has confirmed these seats: only a moderator can change them"),
        "played_here": _("the game was played here: only a moderator can change its seats"),
        "stranger": _(
            "only a player named in one of the two logs can contest the seats of the game"
        ),
        "before": _("you have contested the seats of this game before; ask a moderator"),
        "bounded": _("you have contested too many games for now; ask a moderator"),
    }


def _nearly() -> dict[str, str]:
    return {
        "opened": _(
            "this is nearly the log of a game on this site; the first difference is move "
            "%(entry)d. It is not counted as a second game: the players choose the right log on "
            "the page of the game"
        ),
        "before": _(
            "this is nearly the log of a game on this site; the first difference is move "
            "%(entry)d. The same log was uploaded before: see the page of the game"
        ),
        "stranger": _(
            "this is nearly the log of a game on this site. Neither log names you; the "
            "first difference is move %(entry)d. It is not counted as a second game"
        ),
        "bounded": _(
            "this is nearly the log of a game on this site; the first difference is move "
            "%(entry)d. It is not counted as a second game. You have uploaded too many such logs "
            "for now; ask a moderator"
        ),
    }
