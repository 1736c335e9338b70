"""Forms of the tables' pages. Forms read; services check and do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeVar

from django import forms
from django.core.exceptions import PermissionDenied
from django.forms.boundfield import BoundWidget
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from drawing.language.words import SITES, colour_name, with_value
from drawing.text.names import MODULES
from drawing.text.rules import addresses
from engine import Setup
from engine.setup import MAX_SEATS, MIN_SEATS
from engine.vocabulary import Colour, Side, Site
from games.accounts import typed_handle
from games.editions import offered_editions
from tables import words
from tables.errors import InvalidTerms
from tables.limits import ENTRY_CHARACTERS, KEY_CHARACTERS, LAST_PLY, MAX_INVITED
from tables.models import Access, Pace
from tables.terms import PRESETS, WITHIN, Terms, setup_for_terms
from web.errors import NotAllowed, ServiceError

Row = TypeVar("Row")

CUSTOM: Final = "custom"
USUAL_PRESET: Final = "all-a"
"""Pages begin with it. ``first``, the default of the API, is the same game by an older name."""
OPPONENTS: Final = range(1, MAX_SEATS)
LONGEST_INVITATION: Final = MAX_INVITED * 26
HEX_DIGITS: Final = 64
PERSON: Final = ""
ANY_COLOUR: Final = ""

TYPED: Final = sorted({term.name for term in fields(Terms)} - {"sites", "modules", "computers"})
"""The terms that are fields of the page as they are."""

COLOUR_NAME: Final = lazy(colour_name, str)
COLOURS: Final = [
    (ANY_COLOUR, _("any")),
    *((colour.word, COLOUR_NAME(colour)) for colour in Colour),
]


class ServiceForm(forms.Form):
    """A form whose service may refuse one of its fields."""

    names_on_page: ClassVar[Mapping[str, str]] = {}
    """Fields of the page, by those of the service, where they differ."""

    def stored(self, store: Callable[[], Row]) -> Row | None:
        """The row that `store` makes of the form, if it is valid; None with errors in the form.
        Raises ``PermissionDenied`` for what the account may not do."""
        if not self.is_valid():
            return None
        try:
            return store()
        except InvalidTerms as refusal:
            self.refused(refusal.field, refusal.message)
        except NotAllowed as refusal:
            raise PermissionDenied(refusal.message) from None
        except ServiceError as refusal:
            self.add_error(None, refusal.message)
        return None

    def refused(self, field: str, message: str) -> None:
        """Put a refusal of the service next to its field."""
        name = self.names_on_page.get(field, field)
        self.add_error(name if name in self.fields else None, message)


class PromiseForm(ServiceForm):
    """A form that a script puts the promise of a share of the shuffle into; see fair.js."""

    promise = forms.RegexField(
        r"\A[0-9a-f]{64}\Z",
        required=False,
        max_length=HEX_DIGITS,
        widget=forms.HiddenInput(attrs={"data-promise": "", "autocomplete": "off"}),
        error_messages={"invalid": _("This is not a SHA-256 digest.")},
    )


def _within(term: str, **options: Any) -> forms.IntegerField:
    """A number of the terms, which may be left out."""
    lowest, highest = WITHIN[term]
    usual = getattr(Terms, term)
    return forms.IntegerField(
        required=False, min_value=lowest, max_value=highest, initial=usual, **options
    )


class OnwardForm(forms.Form):
    """Playing on from a step of a game: the host's seat, and the players of the other seats."""

    colour = forms.ChoiceField(label=_("Your seat"), widget=forms.RadioSelect)
    others = forms.ChoiceField(label=_("The other seats"), required=False, initial="search-1")

    def __init__(
        self, setup: Setup, names: Sequence[str], data: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(data)
        seats = [
            (colour.word, with_value(colour_name(colour), name))
            for colour, name in zip(setup.seats, names, strict=True)
        ]
        people = (PERSON, _("people who join by a link"))
        self.fields["colour"].choices = seats  # type: ignore[attr-defined]
        self.fields["colour"].initial = seats[0][0]
        self.fields["others"].choices = [*words.level_choices(), people]  # type: ignore[attr-defined]


@dataclass(frozen=True)
class SideChoice:
    """Choice of the side of a site, with pictures and the address of its rules."""

    site: Site
    field: forms.BoundField

    @property
    def pictures(self) -> list[tuple[BoundWidget, str]]:
        """The radio button of each side, and the address of its picture."""
        page = addresses.SITES[self.site]
        return [
            (radio, reverse("rules-board", args=[page, side.word]))
            for radio, side in zip(self.field.subwidgets, Side, strict=True)
        ]

    @property
    def rules(self) -> str:
        return addresses.of_site(self.site)


class TermsForm(PromiseForm):
    """A new table. What is chosen for a preset that does not use it, for a seat that there is not,
    or for the other pace, is passed over."""

    names_on_page = MappingProxyType({"sites": f"side_{Site.MARKET.word}"})

    preset = forms.ChoiceField(
        label=_("Which game?"), widget=forms.RadioSelect, initial=USUAL_PRESET
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        choices=[(n, str(n)) for n in range(MIN_SEATS, MAX_SEATS + 1)],
        initial=Terms.seats,
        widget=forms.RadioSelect,
    )
    colour = forms.ChoiceField(label=_("Your colour"), required=False, choices=COLOURS)
    pace = forms.ChoiceField(
        label=_("Pace"), choices=Pace.choices, initial=Terms.pace, widget=forms.RadioSelect
    )
    minutes = _within("minutes", label=_("Minutes for each player"))
    increment = _within("increment", label=_("Seconds added for each move"))
    days = _within("days", label=_("Days for each move"))
    access = forms.ChoiceField(
        label=_("Who may sit down?"),
        choices=list(words.ACCESS_SENTENCES.items()),
        initial=Terms.access,
        widget=forms.RadioSelect,
    )
    invited = forms.CharField(
        label=_("Invite"),
        required=False,
        max_length=LONGEST_INVITATION,
        help_text=_(
            "Handles with spaces between them, such as @ana @ben. Each player gets an invitation."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        initial=Terms.rated,
        help_text=_(
            "A rated game changes the rating of every player. An unrated game is for fun, with "
            "previews for everybody."
        ),
    )
    watchable = forms.BooleanField(
        label=_("Others may watch"),
        required=False,
        initial=Terms.watchable,
        help_text=_("Spectators see what everybody at the table sees, but no hidden cards."),
    )
    previews = forms.BooleanField(
        label=_("Allow previews in a rated game"),
        required=False,
        initial=Terms.previews,
        help_text=_(
            "Players can see the result of a move before they play it. Unrated games always "
            "allow previews."
        ),
    )
    profile = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        choices=list(words.PROFILE_TITLES.items()),
        initial=Terms.profile,
    )
    edition = forms.ChoiceField(
        label=_("Edition of the printed numbers"),
        required=False,
        choices=lambda: [(name, name) for name in offered_editions()],
        initial=Terms.edition,
    )
    modules = forms.MultipleChoiceField(
        label=_("Modules"),
        required=False,
        choices=[(module.word, name) for module, name in MODULES.items()],
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.fields["preset"].choices = [(name, choice.title) for name, choice in PRESETS.items()]  # type: ignore[attr-defined]
        for site, title in SITES.items():
            self.fields[f"side_{site.word}"] = forms.ChoiceField(
                label=title,
                required=False,
                choices=[(side.word, side.word) for side in Side],
                initial=Side.A.word,
                widget=forms.RadioSelect,
            )
        people = [(PERSON, _("a person")), *words.level_choices()]
        for number in OPPONENTS:
            self.fields[f"opponent_{number}"] = forms.ChoiceField(
                label=_("Opponent %(n)s") % {"n": number}, required=False, choices=people
            )

    # --- for the page ---------------------------------------------------------

    @property
    def presets(self) -> list[tuple[BoundWidget, str]]:
        """The radio button of each preset, and a sentence about it; one by an older name stands
        there only if it was chosen."""
        radios = self["preset"].subwidgets
        return [
            (radio, str(words.PRESET_SENTENCES.get(name, "")))
            for radio, name in zip(radios, PRESETS, strict=True)
            if name != Terms.preset or self["preset"].value() == name
        ]

    @property
    def has_editions(self) -> bool:
        """True if there is a choice of them."""
        return len(offered_editions()) > 1

    @property
    def opponents(self) -> list[forms.BoundField]:
        return [self[f"opponent_{number}"] for number in OPPONENTS]

    @property
    def sides(self) -> list[SideChoice]:
        return [SideChoice(site, self[f"side_{site.word}"]) for site in Site]

    # --- reading --------------------------------------------------------------

    def clean_invited(self) -> tuple[str, ...]:
        typed = self.cleaned_data["invited"].replace(",", " ").split()
        handles = tuple(dict.fromkeys(typed_handle(word) for word in typed))
        if len(handles) > MAX_INVITED:
            raise forms.ValidationError(
                _("At most %(n)s people can be invited to a table."), params={"n": MAX_INVITED}
            )
        return handles

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        live = cleaned.get("pace") != Pace.DAYS
        for name in ("minutes", "increment") if live else ("days",):
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, _("Enter a number to set the time limit."))
        self._check_setup(cleaned)
        return cleaned

    def _check_setup(self, cleaned: dict[str, Any]) -> None:
        """Put a refusal of the rules next to its field."""
        if cleaned.get("preset") != CUSTOM or "seats" not in cleaned:
            return
        modules = cleaned.get("modules", ())
        profile = cleaned.get("profile") or Terms.profile
        try:
            setup_for_terms(cleaned["seats"], self._sites(cleaned), modules, profile)
        except InvalidTerms as refusal:
            self.refused(refusal.field, refusal.message)

    def _sites(self, cleaned: Mapping[str, Any]) -> str:
        return "".join(cleaned.get(f"side_{site.word}") or Side.A.word for site in Site)

    def terms(self) -> Terms:
        """Terms of a valid form; empty fields have usual values."""
        typed = self.cleaned_data
        chosen = {name: typed[name] for name in TYPED if typed[name] not in (None, "")}
        if typed["preset"] == CUSTOM:
            chosen |= {"sites": self._sites(typed), "modules": tuple(typed["modules"])}
        if typed["access"] == Access.GUESTS:
            chosen["rated"] = False
        opponents = [typed[f"opponent_{n}"] for n in range(1, typed["seats"])]
        computers = tuple(level for level in opponents if level != PERSON)
        return Terms(**chosen, computers=computers)

    def refused(self, field: str, message: str) -> None:
        super().refused(self._wrong_opponent() if field == "computers" else field, message)

    def _wrong_opponent(self) -> str:
        """The first opponent whose level another one before it has; else the first that is a
        computer player."""
        levels: list[str] = []
        for number in range(1, self.cleaned_data.get("seats") or MAX_SEATS):
            level = self.cleaned_data.get(f"opponent_{number}", PERSON)
            if level != PERSON and level in levels:
                return f"opponent_{number}"
            levels.append(level)
        computers = [number for number, level in enumerate(levels, 1) if level != PERSON]
        return f"opponent_{(computers or [1])[0]}"


class ActForm(forms.Form):
    """An entry as the form of a table sends it."""

    ply = forms.IntegerField(min_value=1, max_value=LAST_PLY)
    text = forms.CharField(max_length=ENTRY_CHARACTERS)
    key = forms.CharField(required=False, max_length=KEY_CHARACTERS)
