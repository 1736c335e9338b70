"""Previews of options: stones where they would land, in their order,
and the points at once, in words. Only what the player to act may know (``engine.previews``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from drawing.board.scene import Drawing
from drawing.language import gettext as _
from drawing.language import ngettext
from drawing.language.words import joined_words
from drawing.svg import signed_points
from drawing.svg.pieces import StoneSpot
from engine import Chance, Decision, State, awaited, legal_actions, view
from engine.entries import Action
from engine.events import RoundEnded, ShipSailed, StonePlaced
from engine.previews import ActionPreview, preview
from engine.vocabulary import Site

LONGEST: Final = 200
PREVIEW_LIMIT: Final = 40
"""So many options are weighed for one question."""

Ghost = tuple[str, float, float, str]
"""A stone that would land: the name of a block, x, y in its units, and the symbol of the stone."""


class OptionPreview(NamedTuple):
    """Preview of an option. `ghosts`: the stones in the order in which they land; `said`: a
    sentence each."""

    ghosts: list[Ghost]
    said: list[str]


def option_previews(
    s: State, drawing: Drawing, names: Sequence[str], begins: str = ""
) -> dict[str, OptionPreview]:
    """By entry, without its colour, what the options of the player to act in `s` would bring: of
    those that begin with the words `begins`, the first ``PREVIEW_LIMIT``."""
    awaited_action = awaited(s)
    if awaited_action is None or isinstance(awaited_action.item, Chance):
        return {}
    previews: dict[str, OptionPreview] = {}
    for action in _beginning(legal_actions(s), begins):
        tried = preview(s, awaited_action.seat, action)
        sentences = brings(tried, names) or [_("No points change.")]
        previews[action.text] = OptionPreview(
            _ghosts(tried, drawing, awaited_action.seat), sentences
        )
        if len(previews) == PREVIEW_LIMIT:
            break
    return previews


def answer_to(s: State, drawing: Drawing, names: Sequence[str], begins: str) -> dict[str, object]:
    """``option_previews`` for a script: ``{"options": {entry: {"ghosts", "said"}}}``. `begins` is
    what a client sent, of any length."""
    previews = option_previews(s, drawing, names, begins[:LONGEST])
    return {"options": {entry: preview._asdict() for entry, preview in previews.items()}}


def _beginning(actions: Iterable[Action], begins: str) -> Iterable[Action]:
    words = begins.split()
    return (action for action in actions if action.text.split()[: len(words)] == words)


# --- stones -------------------------------------------------------------------


def _ghosts(tried: ActionPreview, drawing: Drawing, seat: int) -> list[Ghost]:
    landings = [event for event in tried.events if isinstance(event, StonePlaced)]
    ghosts: list[Ghost] = []
    for site in dict.fromkeys(event.site for event in landings):
        free = _fresh(tried, drawing, site, seat)
        for event in landings:
            spot = next((place for place in free if place.seat == event.seat), None)
            if event.site is site and spot is not None:
                free.remove(spot)
                symbol = f"{spot.size}{drawing.letters[spot.seat]}"
                ghosts.append((drawing.sites[site].name, spot.x, spot.y, symbol))
    return ghosts


def _fresh(tried: ActionPreview, drawing: Drawing, site: Site, seat: int) -> list[StoneSpot]:
    """The stones that lie at `site` afterwards and did not before, in the order of the board."""
    before, after = (_spots(s, drawing, site, seat) for s in (tried.before, tried.after))
    places = {(spot.key, spot.seat) for spot in before}
    return [spot for spot in after if (spot.key, spot.seat) not in places]


def _spots(s: State, drawing: Drawing, site: Site, seat: int) -> list[StoneSpot]:
    seat_view = {**view(s, seat), "waiting": {}, "standing": []}
    return [spot for part in drawing.sites[site].parts for spot in part.spots(seat_view)]  # type: ignore[arg-type]


# --- words --------------------------------------------------------------------


def brings(tried: ActionPreview, names: Sequence[str]) -> list[str]:
    """Its effects, a sentence each; nothing if no points change."""
    sentences = [
        _points_at_once(name, n, seat in tried.uncertain)
        for seat, (name, n) in enumerate(zip(names, tried.gained, strict=True))
        if n
    ]
    changes = [
        _("%(name)s %(change)s", name=name, change=_signed(n))
        for name, n, at_once in zip(names, tried.prospects, tried.gained, strict=True)
        if n != at_once
    ]
    if changes:
        sentences.append(
            _("If the game ended after this move: %(changes)s.", changes=joined_words(changes))
        )
    if tried.temple and not any(isinstance(event, RoundEnded) for event in tried.events):
        worth = [
            _("%(name)s %(n)s", name=name, n=n) for name, n in zip(names, tried.temple, strict=True)
        ]
        sentences.append(
            _(
                "At the end of the round the temple would give: %(worth)s.",
                worth=joined_words(worth),
            )
        )
    sentences += [
        _(
            "Stones take cards in this order: %(names)s.",
            names=", ".join(names[seat] for seat in event.cargo),
        )
        for event in tried.events
        if isinstance(event, ShipSailed) and event.site is Site.MARKET
    ]
    awaited_action = awaited(tried.after)
    if awaited_action is not None and isinstance(awaited_action.item, Decision):
        sentences.append(_("Then %(name)s has a choice.", name=names[awaited_action.seat]))
    return sentences


def _points_at_once(name: str, n: int, is_uncertain: bool) -> str:
    if is_uncertain:
        return ngettext(
            "%(name)s gets %(n)s point at once, unless a hidden card gives a choice.",
            "%(name)s gets %(n)s points at once, unless a hidden card gives a choice.",
            n,
            name=name,
            n=n,
        )
    return ngettext(
        "%(name)s gets %(n)s point at once.",
        "%(name)s gets %(n)s points at once.",
        n,
        name=name,
        n=n,
    )


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else signed_points(n)
