"""The words of the tables as pages write them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from drawing.language.words import colour_name, with_value
from drawing.text.names import DIFFICULTIES, computer_name
from drawing.text.refusals import in_language
from engine import DealMismatch
from engine.computer import LEVELS
from engine.receipt import SENTENCES
from engine.vocabulary import Colour, Profile
from tables.models import Access, Pace, Table
from tables.terms import PRESETS

LEVEL_SENTENCES: Final[dict[str, str | Promise]] = {
    "random": gettext_lazy("plays any legal move"),
    "greedy": gettext_lazy("takes points as soon as it can; good for a first game"),
    "search-1": gettext_lazy("looks ahead for a moment"),
    "search-2": gettext_lazy("looks ahead for two seconds"),
    "search-3": gettext_lazy("looks ahead for as long as it is allowed to"),
}

PRESET_SENTENCES: Final[dict[str, str | Promise]] = {
    "first": gettext_lazy("The basic game: side A of every site. Good for a first game."),
    "all-a": gettext_lazy("The basic game: side A of every site. Good for a first game."),
    "all-b": gettext_lazy("Each site scores differently."),
    "random": gettext_lazy("Random A or B side for each site."),
    "expansion": gettext_lazy(
        "Sides C and D at random, with the expansion’s cards and prophecies."
    ),
    "mixed": gettext_lazy("Random sides A to D and random modules."),
    "custom": gettext_lazy("You choose each side and each module below."),
}

PROFILE_TITLES: Final[dict[str, str | Promise]] = {
    Profile.OFFICIAL.value: gettext_lazy("as printed"),
    Profile.YUCATA.value: gettext_lazy("as on Yucata"),
}

ACCESS_SENTENCES: Final[dict[str, str | Promise]] = {
    Access.OPEN.value: gettext_lazy("everybody (listed in the lobby)"),
    Access.LINK.value: gettext_lazy("everybody with the link"),
    Access.INVITED.value: gettext_lazy("only players I invite"),
    Access.GUESTS.value: gettext_lazy("friends with the link, even without an account (unrated)"),
}


def level_choices() -> list[tuple[str, str]]:
    """Every level with its sentence, the weakest first."""
    return [
        (name, with_value(computer_name(name), str(LEVEL_SENTENCES.get(name, ""))))
        for name in LEVELS
    ]


def level_words() -> list[tuple[str, str, str]]:
    """The same in three parts: the word of the level, how strong it is, the sentence."""
    return [
        (name, str(DIFFICULTIES.get(name, name)), str(LEVEL_SENTENCES.get(name, "")))
        for name in LEVELS
    ]


def preset_title(name: str) -> str:
    """The title of a preset; an unknown name as it is."""
    return str(PRESETS[name].title) if name in PRESETS else name


def computer_opponents(table: Table) -> list[str]:
    """Levels of the computer players, if all seats but one are theirs; else none. No query."""
    computers = [place.account.computer for place in table.places.all() if place.account.computer]
    return computers if len(computers) == table.seats_wanted - 1 else []


def table_title(table: Table) -> str:
    """The name of a table: its opponents if all of them are computer players, else its preset.
    Tables of the preset ``first`` keep the name that they had."""
    levels = computer_opponents(table)
    if not levels or table.preset == "first":
        return preset_title(table.preset)
    names = get_text_list([computer_name(level) for level in levels], _("and"))
    return _("Game with %(opponents)s") % {"opponents": names}


def pace_words(table: Table) -> str:
    """``20 min + 10 s``, or ``3 days a move``."""
    if table.pace == Pace.LIVE:
        words = {"minutes": table.minutes, "seconds": table.increment}
        return _("%(minutes)s min + %(seconds)s s") % words
    return ngettext("%(n)s day a move", "%(n)s days a move", table.days) % {"n": table.days}


def turns_sentence(turns: int, invitations: int = 0) -> str:
    """At how many tables it is a player's turn, and to how many they are invited; empty for none
    of both."""
    sentences = []
    if turns:
        words = ngettext(
            "It is your turn at %(n)s table.", "It is your turn at %(n)s tables.", turns
        )
        sentences.append(words % {"n": turns})
    if invitations:
        words = ngettext("You have %(n)s invitation.", "You have %(n)s invitations.", invitations)
        sentences.append(words % {"n": invitations})
    return " ".join(sentences)


def receipt_messages() -> dict[str, object]:
    """A browser's words about a deal and its receipt, with the engine's words for differences."""
    kinds = {**SENTENCES, "seats": DealMismatch.SENTENCES["seats"]}
    problems = {kind: capfirst(in_language(sentence)) for kind, sentence in kinds.items()}
    problems["changed"] = _("Before the deal, the table no longer matched your receipt")
    return {
        "held": _(
            "Your receipt matches. This shuffle uses your share, the random number from your "
            "browser. The site’s secret number and all promised shares are still the same as "
            "before your browser sent your share."
        ),
        "choice": _(
            "Nobody could try out many shuffles and pick one. Each of these players could show or "
            "withhold their share of the shuffle: {colours}. So there were at most {deals} "
            "possible shuffles."
        ),
        "alone": _(
            "Nobody could try out many shuffles and pick one. No other seat promised a "
            "share of the shuffle."
        ),
        "withheld": _("Promised a share of the shuffle but withheld it:"),
        "further": _("To check every card offline, run the command shown here."),
        "broken": _("This shuffle doesn’t match your receipt. Do not trust it."),
        "problems": problems,
        "colours": {colour.word: colour_name(colour) for colour in Colour},
    }
