"""The filters of games, the same for the page and the API."""

from __future__ import annotations

import re
from typing import Any, Final

import django_filters as filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from drawing.text.names import MODULES
from engine.vocabulary import Module, Profile, Side
from games.models import Game, Player, Seat, Standing
from games.search.find import GameSearch, filter_games, parse_search
from games.search.query import LONGEST
from games.search.terms import UnreadableSearch
from games.standing.resolve_players import current_players

MAX_PLAYERS: Final = 4
CLOSE: Final = 3
"""A game is close if its winner is at most so many points ahead."""

RESULTS: Final = {
    "decided": Q(winners=1),
    "shared": Q(winners__gt=1),
    "close": Q(winners=1, margin__lte=CLOSE),
}

NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
HANDLE = re.compile(r"@?[a-z0-9][a-z0-9_-]{1,23}", re.ASCII)


class DayInput(forms.DateInput):
    """A calendar, in the one form that browsers understand."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class WordsInput(forms.TextInput):
    """A text input that shows all values of a repeated parameter, between spaces."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        values = data.getlist(name) if isinstance(data, MultiValueDict) else [data.get(name)]
        return " ".join(value for value in values if value)


class PlayersField(forms.CharField):
    """Players by id or by handle, with or without @; several between spaces or repeated."""

    widget = WordsInput

    def clean(self, value: object) -> list[Player]:
        text: str = super().clean(value)
        words = list(dict.fromkeys(re.split(r"[\s,]+", text.strip()))) if text.strip() else []
        if len(words) > MAX_PLAYERS:
            raise ValidationError(_("Enter at most four players: a game can’t have more."))
        return current_players(self._player(word) for word in words)

    def _player(self, word: str) -> Player:
        condition = self._condition(word)
        player = condition and Player.objects.filter(condition).first()
        if not player:
            raise ValidationError(_("There is no player “%(word)s”."), params={"word": word[:40]})
        return player

    def _condition(self, word: str) -> Q | None:
        if NUMBER.fullmatch(word):
            return Q(pk=int(word))
        if HANDLE.fullmatch(word):
            return Q(account__username=word.removeprefix("@"))
        return None


class PlayersFilter(filters.Filter):  # type: ignore[misc]
    """Games in which all the named players sat."""

    field_class = PlayersField

    def filter(self, qs: QuerySet[Game], value: list[Player]) -> QuerySet[Game]:
        for player in value or ():
            qs = qs.filter(id__in=Seat.objects.filter(player=player).values("game"))
        return qs


class WholeNumberFilter(filters.Filter):  # type: ignore[misc]
    field_class = forms.IntegerField


class ModulesFilter(filters.MultipleChoiceFilter):  # type: ignore[misc]
    """Games with all the named modules."""

    def filter(self, qs: QuerySet[Game], value: list[str]) -> QuerySet[Game]:
        for word in value or ():
            qs = qs.filter(modules__contains=f" {word} ")
        return qs


class SearchField(forms.CharField):
    """A search in the language of ``games.search.query``."""

    def clean(self, value: object) -> GameSearch | None:
        text: str = super().clean(value)
        try:
            return parse_search(text) if text.strip() else None
        except UnreadableSearch as error:
            raise ValidationError("%(reason)s", params={"reason": error}) from None


class SearchFilter(filters.Filter):  # type: ignore[misc]
    """Games in which that happened."""

    field_class = SearchField

    def filter(self, qs: QuerySet[Game], value: GameSearch | None) -> QuerySet[Game]:
        return filter_games(qs, value) if value else qs


SITES: Final = frozenset(("market", "pyramid", "temple", "burial_chamber", "obelisks"))
ALL_SIDES: Final = [side.word for side in Side]
RARE: Final = 3
"""Sides that are said: one game in dozens at most has them."""


def _side(field: str, label: object) -> filters.ChoiceFilter:
    return filters.ChoiceFilter(
        field_name=field,
        label=label,
        choices=[(side.word, side.word) for side in Side],
        empty_label=_("any"),
    )


def _mean_rating(compared: str, label: object) -> WholeNumberFilter:
    return WholeNumberFilter("strength", compared, label=label, min_value=-9999, max_value=99999)


FORM: Final = "filters"
"""Id of the form on the page of games: the box of the search stands above it."""
RENAMED: Final = {"strength_min": "mean_rating_min", "strength_max": "mean_rating_max"}
"""Deprecated names of filters, with the names that took their place."""


def current_names(query: QueryDict) -> QueryDict:
    """`query` with the filters' present names; a present name that is there already wins."""
    present = query.copy()
    for old, new in RENAMED.items():
        values = present.pop(old, [])
        if values and new not in present:
            present.setlist(new, values)
    return present


class GameFilter(filters.FilterSet):  # type: ignore[misc]
    """`q` (a search by what happened, ``games.search.query``), `player` (id or handle; repeated:
    all of them), `players` (how many), a side for each site, `module` (repeated: all of them),
    `played_after`, `played_before` (days, both included), `mean_rating_min`, `mean_rating_max`,
    `result`, `standing`, `profile`, `played_here` (yes, no); by their deprecated names in
    `RENAMED`, too."""

    q = SearchFilter(
        label=_("What happened"),
        max_length=LONGEST,
        help_text=_(
            "Search words with spaces between them, such as: obelisks>=5 winner=@ana market=B"
        ),
        widget=forms.TextInput(
            attrs={
                "form": FORM,
                "autocapitalize": "none",
                "translate": "no",
                "placeholder": "4 players, market side B",
            }
        ),
    )
    player = PlayersFilter(
        label=_("Players"),
        max_length=200,
        help_text=_(
            "Handles, such as @ana. If you enter several, all of them must be in the game."
        ),
    )
    players = filters.ChoiceFilter(
        label=_("Number of players"),
        choices=[(n, n) for n in (2, 3, 4)],
        empty_label=_("any"),
    )
    market = _side("market", _("Market"))
    pyramid = _side("pyramid", _("Pyramid"))
    temple = _side("temple", _("Temple"))
    burial_chamber = _side("burial_chamber", _("Burial chamber"))
    obelisks = _side("obelisks", _("Obelisks"))
    module = ModulesFilter(
        label=_("Modules"),
        choices=[(module.word, MODULES[module]) for module in Module],
        widget=forms.CheckboxSelectMultiple,
    )
    played_after = filters.DateFilter("played_on", "gte", label=_("Played from"), widget=DayInput)
    played_before = filters.DateFilter("played_on", "lte", label=_("Played until"), widget=DayInput)
    mean_rating_min = _mean_rating("gte", _("Mean rating from"))
    mean_rating_max = _mean_rating("lte", _("Mean rating to"))
    strength_min = _mean_rating("gte", _("Mean rating from"))
    strength_max = _mean_rating("lte", _("Mean rating to"))
    result = filters.ChoiceFilter(
        label=_("Result"),
        method="by_result",
        choices=[
            ("decided", _("one winner")),
            ("shared", _("shared first place")),
            ("close", _("won by at most 3 points")),
        ],
        empty_label=_("any"),
    )
    standing = filters.ChoiceFilter(
        label=_("Standing"), choices=Standing.choices, empty_label=_("any")
    )
    profile = filters.ChoiceFilter(
        label=_("Rules of"),
        choices=[(Profile.OFFICIAL.value, _("the publisher")), (Profile.YUCATA.value, "Yucata")],
        empty_label=_("any"),
    )

    played_here = filters.ChoiceFilter(
        label=_("Played"),
        method="by_place",
        choices=[("yes", _("at a table on this site")), ("no", _("elsewhere"))],
        empty_label=_("any"),
    )

    class Meta:
        model = Game
        fields: list[str] = []

    def filter_queryset(self, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """A set-up of which most is said is rare, and read from the index of all sides: of the
        others any will do, and saying so lets the index be used."""
        games: QuerySet[Game] = super().filter_queryset(queryset)
        chosen = [site for site in SITES if self.form.cleaned_data.get(site)]
        if len(chosen) >= RARE:
            for site in sorted(SITES.difference(chosen)):
                games = games.filter(**{f"{site}__in": ALL_SIDES})
        return games

    def by_result(self, games: QuerySet[Game], _name: str, value: str) -> QuerySet[Game]:
        return games.filter(RESULTS[value])

    def by_place(self, games: QuerySet[Game], _name: str, value: str) -> QuerySet[Game]:
        return games.filter(played_here=value == "yes")
