"""Chapters of the rules in plain sentences, with pictures, before their exact text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from drawing.language.words import SITES, colour_title
from engine.vocabulary import CardColour, Side
from games.rulebook.examples import LOADED_SIZE, SAILED_SIZE, wager_points
from games.rulebook.summaries import edition_numbers

Numbers = Mapping[str, object]


class RulePicture(NamedTuple):
    """A picture of a chapter: its address, its size, the sentence below it."""

    address: str
    width: int
    height: int
    caption: str = ""
    alt: str = ""
    is_card: bool = False


class PlainChapter(NamedTuple):
    """A chapter in plain words: a first sentence, then `points`. `colours`: of the cards that it
    shows."""

    title: str
    sentence: str
    points: tuple[str, ...] = ()
    pictures: tuple[RulePicture, ...] = ()
    colours: tuple[CardColour, ...] = ()


def plain_chapters(page: str, players: int) -> dict[str, PlainChapter]:
    """The chapters of `page` that have plain words, by the anchors of their texts."""
    if page not in _CHAPTERS:
        return {}
    numbers = edition_numbers(players)
    return {anchor: write(players, numbers) for anchor, write in _CHAPTERS[page].items()}


def plain_opening(page: str) -> str:
    """The sentence below the title of a page whose text is exact from its first line on."""
    return str(_OPENINGS.get(page, ""))


# --- pictures -------------------------------------------------------------------------


def _turn_picture(action: str, players: int, caption: str = "") -> RulePicture:
    """The part of the table that an action of a turn changes."""
    width, height = _TURN_SIZES[action]
    address = f"{reverse('rules-turn', args=[action])}?players={players}"
    return RulePicture(address, width, height, caption, is_card=action == "play")


def side_in_game(name: str, side: str, players: int, title: object, example: str) -> RulePicture:
    """A side of a site in a game, which the sentence `example` tells."""
    return RulePicture(
        f"{reverse('rules-example', args=[name, side])}?players={players}",
        *_BOARD_SIZE,
        example,
        _("%(what)s in a game") % {"what": title},
    )


def module_pictures(anchor: str) -> list[RulePicture]:
    """The block of a module on the table, if it has one."""
    if anchor not in _MODULE_SIZES:
        return []
    address = reverse("rules-turn", args=[anchor])
    if anchor == "stonemasons-wager":
        return [RulePicture(address, *_MODULE_SIZES[anchor], _wager_words())]
    return [RulePicture(address, *_MODULE_SIZES[anchor])]


def _wager_words() -> str:
    """Words below the picture of the Stonemason's Wager."""
    setup, points = wager_points()
    (leader, first), (second, lower) = points.items()
    return _(
        "End of a game. Most stones: %(site)s. The bet of %(player)s there earns %(points)s "
        "points. Second: %(second)s. The bet of %(opponent)s there earns %(other)s points."
    ) % {
        "site": SITES[leader],
        "player": colour_title(setup.seats[0]),
        "points": first,
        "second": SITES[second],
        "other": lower,
        "opponent": colour_title(setup.seats[1]),
    }


def _example(site: str, players: int, caption: str) -> RulePicture:
    address = f"{reverse('rules-example', args=[site, Side.A.word])}?players={players}"
    return RulePicture(address, *_BOARD_SIZE, caption)


_TURN_SIZES: Final = {
    "setup": (1064, 648),
    "round": (260, 354),
    "take": (281, 174),
    "load": LOADED_SIZE,
    "sail": SAILED_SIZE,
    "play": (112, 128),
}
_MODULE_SIZES: Final = {
    "private-ships": (281, 174),
    "pharaohs-favors": (378, 100),
    "god-prophecies": (474, 60),
    "stonemasons-wager": (292, 240),
    "unlimited-stones": (280, 174),
    "hidden-market-cards": (280, 174),
    "wrath-of-the-pharaoh": (340, 110),
}
_BOARD_SIZE: Final = (368, 290)


# --- the course of a game -------------------------------------------------------------


def _set_up(players: int, numbers: Numbers) -> PlainChapter:
    caption = _("The table before the first move.")
    return PlainChapter(
        _("Set-up"),
        _("Each site shows one of its sides, A to D. For your first game, use the A sides."),
        (
            _("Each player has a quarry of %(stones)s stones of one colour.") % numbers,
            _(
                "The first player begins with %(first)s stones on the sled. Each later "
                "player begins with one more than the player before."
            )
            % numbers,
            _(
                "Shuffle the market cards. Some of them are laid out at the market for the "
                "first round."
            ),
            _(
                "Shuffle the round cards for your number of players, and put one aside unseen. "
                "Each of the other cards is a round."
            ),
        ),
        (_turn_picture("setup", players, caption),),
    )


def _round(players: int, numbers: Numbers) -> PlainChapter:
    caption = _("The ships of a round. One of them has a stone on board.")
    return PlainChapter(
        _("A round"),
        _(
            "A round card brings %(ships)s ships. Players take turns until all ships have "
            "sailed and are unloaded."
        )
        % numbers,
        (
            _("The market gets new cards at the start of each round."),
            _("A round has no fixed number of turns: it ends with the last ship."),
        ),
        (_turn_picture("round", players, caption),),
    )


def _turn(players: int, numbers: Numbers) -> PlainChapter:
    pictures = (
        (
            "take",
            _("Take stones: %(take)s from your quarry onto your sled, or as many as fit.")
            % numbers,
        ),
        ("load", _("Load a stone: move one from your sled to any free space on a ship.")),
        (
            "sail",
            _(
                "Sail a ship: choose any ship with enough stones, and bring it to a site "
                "without a ship."
            ),
        ),
        ("play", _("Play a blue card that you took in an earlier turn.")),
    )
    return PlainChapter(
        _("A turn"),
        _("In your turn you do one of four things."),
        (
            _("Modules add actions of their own."),
            _("You pass only if you can do nothing else."),
        ),
        tuple(_turn_picture(action, players, caption) for action, caption in pictures),
    )


def _sailing(players: int, numbers: Numbers) -> PlainChapter:
    caption = _("Stones at the pyramids, in the order in which they came.")
    return PlainChapter(
        _("Sailing and unloading"),
        _(
            "Stones leave a ship from front to back. Each one takes effect before the next one "
            "leaves."
        ),
        (
            _("A site takes one ship a round. The ship stays there until the round ends."),
            _("If a stone brings a choice, its owner decides, whichever player sailed the ship."),
            _("With %(ships)s ships and %(sites)s sites at least one site gets no ship.") % numbers,
        ),
        (_example("pyramids", players, caption),),
    )


def _round_end(players: int, _numbers: Numbers) -> PlainChapter:
    caption = _("The temple pays for the stones that can be seen from above.")
    return PlainChapter(
        _("End of a round"),
        _("The temple pays, the market is cleared, and the ships leave."),
        (
            _("Stones at the sites and on the sleds stay where they are."),
            _("The player to the left of the one who sailed last begins the next round."),
        ),
        (_example("temple", players, caption),),
    )


def _stuck(_players: int, _numbers: Numbers) -> PlainChapter:
    return PlainChapter(
        _("Stuck rounds"),
        _("If all players pass one after the other, the round ends early. This is rare."),
        (
            _("Stones on ships that did not sail go back to their quarries."),
            _("The temple pays as usual."),
        ),
    )


def _final(players: int, numbers: Numbers) -> PlainChapter:
    return PlainChapter(
        _("Final scoring"),
        _(
            "After %(rounds)s rounds the burial chamber and the obelisks score, then cards and "
            "modules."
        )
        % numbers,
        (
            _("Points for each blue card that you did not play: %(blue)s.") % numbers,
            _("Some modules cost points: a score may fall below zero."),
        ),
        (
            _example("burial-chamber", players, _("Areas of one colour in the burial chamber.")),
            _example("obelisks", players, _("The tallest obelisk brings the most points.")),
        ),
    )


def _ties(_players: int, _numbers: Numbers) -> PlainChapter:
    return PlainChapter(
        _("Ties"),
        _(
            "The player with the most points wins. If points are tied, more stones on the sled "
            "decide."
        ),
        (
            _("Players who are still tied share a place."),
            _(
                "At a site, players who tie add up the points of their places and share them, "
                "rounded down."
            ),
            _("A player without a stone at a site never has the most there."),
        ),
    )


# --- cards, modules -------------------------------------------------------------------


def _red(_players: int, _numbers: Numbers) -> PlainChapter:
    sentence = _("A red card works at once, when you take it.")
    return PlainChapter(_("Red cards"), sentence, colours=(CardColour.RED,))


def _green_and_purple(_players: int, _numbers: Numbers) -> PlainChapter:
    sentence = _("Green and purple cards lie in front of you and score at the end of the game.")
    colours = (CardColour.GREEN, CardColour.PURPLE)
    return PlainChapter(_("Green and purple cards"), sentence, colours=colours)


def _blue(_players: int, numbers: Numbers) -> PlainChapter:
    return PlainChapter(
        _("Blue cards"),
        _("You use a blue card once, as the action of a later turn."),
        (
            _("You may play one card a turn, but not a card that you took in the same turn."),
            _("Points for each blue card that is left at the end: %(blue)s.") % numbers,
        ),
        colours=(CardColour.BLUE,),
    )


def _white(_players: int, _numbers: Numbers) -> PlainChapter:
    sentence = _("The Cargo Sled works from the moment you take it until the end of the game.")
    return PlainChapter(_("Cargo Sled"), sentence, colours=(CardColour.WHITE,))


def _piles(_players: int, _numbers: Numbers) -> PlainChapter:
    return PlainChapter(
        _("Draw pile and discard pile"),
        _("Cards that are used or left over go to the discard pile."),
        (_("When the draw pile is empty, the discard pile is shuffled and drawn from again."),),
    )


def _secrets(_players: int, _numbers: Numbers) -> PlainChapter:
    return PlainChapter(
        _("Who sees what"),
        _("Everyone sees all open cards and pieces. Nobody sees upcoming cards and tiles."),
        (
            _("If you look at face-down cards at the market, only you know them."),
            _("Everybody sees how many cards each player has."),
        ),
    )


_CHAPTERS: Final[Mapping[str, Mapping[str, Callable[[int, Numbers], PlainChapter]]]] = {
    "game": {
        "set-up": _set_up,
        "a-round": _round,
        "a-turn": _turn,
        "sailing-and-unloading": _sailing,
        "end-of-a-round": _round_end,
        "stuck-rounds": _stuck,
        "final-scoring": _final,
        "ties": _ties,
    },
    "cards": {
        "red-cards": _red,
        "green-and-purple-cards": _green_and_purple,
        "blue-cards": _blue,
        "cargo-sled-in-full": _white,
        "draw-pile-discard-pile-reshuffle": _piles,
    },
    "modules": {"who-sees-what": _secrets},
}

_OPENINGS: Final = {
    "game": gettext_lazy(
        "Two to four players ship stones to five sites. Depending on the site, a stone earns "
        "points immediately, after the round, or at the end of the game."
    ),
    "cards": gettext_lazy("A stone at the market takes a card for its owner."),
    "modules": gettext_lazy(
        "Modules add rules to the game. Choose any of them when you open a table; a first "
        "game needs none."
    ),
    "rulings": gettext_lazy(
        "The exact rules, each with a number. When a move is refused, the message names the rule. "
        "You need none of these rules to learn the game."
    ),
    "examples": gettext_lazy(
        "Every example of the printed rules, by name. The computer plays all of them when we test "
        "the site."
    ),
    "about": gettext_lazy(
        "We tell the printed rules in our own words. This page lists our sources, and says "
        "how sure each number is."
    ),
}
