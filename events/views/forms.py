"""Forms of events."""

from __future__ import annotations

from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from drawing.text.names import MODULES
from engine import DEFAULT_EDITION
from events.models import Event, EventFormat, EventPlace
from events.organising.making import LISTS, EventTerms
from events.organising.zones import checked_zone, moment_on_wall, wall_time
from events.results.tie_breaks import TIE_BREAK_WORDS
from tables.forms import ServiceForm
from tables.terms import Agreed, Pace
from tables.words import PROFILE_TITLES
from web.errors import Invalid

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text

TIE_FIELDS: Final = ("tie1", "tie2", "tie3", "tie4")
TIE_CHOICES: Final = [("", "–"), *((key, words[0]) for key, words in TIE_BREAK_WORDS.items())]


def points_field(seats: Text) -> forms.CharField:
    return forms.CharField(label=seats, required=False, max_length=40)


class EventForm(ServiceForm):
    """An event: name and time first; everything else has usual values."""

    names_on_page = MappingProxyType({"tie_breaks": "tie1", "starts_at": "starts"})

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("Everybody can read the name. For example “Thursday at the Anchor”."),
    )
    starts = forms.CharField(
        label=_("Begins"),
        max_length=20,
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=40,
        initial="UTC",
        widget=forms.TextInput(
            attrs={
                "list": "time-zones",
                "autocomplete": "off",
                "data-zone": "",
                "spellcheck": "false",
            }
        ),
        help_text=_("The time zone of the place where you meet, such as Europe/Berlin."),
    )
    format = forms.ChoiceField(
        label=_("Seating"), choices=EventFormat, widget=forms.RadioSelect, initial="evening"
    )
    place = forms.ChoiceField(
        label=_("Where games are played"),
        choices=EventPlace,
        widget=forms.RadioSelect,
        initial="hall",
    )
    rounds_planned = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=0,
        max_value=60,
        help_text=_("Leave empty if you don’t know yet."),
    )
    through = forms.TypedChoiceField(
        label=_("Knock-out: players from each table who reach the next round"),
        choices=[(2, _("the best two")), (1, _("the winner"))],
        coerce=int,
        required=False,
    )
    has_final = forms.BooleanField(
        label=_("Swiss: the four best play a final after the planned rounds"), required=False
    )
    least_games = forms.IntegerField(
        label=_("Results needed for a rank"), required=False, min_value=0, max_value=60
    )
    team_best = forms.IntegerField(
        label=_("Number of members who count for each team"),
        required=False,
        min_value=0,
        max_value=200,
        help_text=_("Leave empty to count all members."),
    )
    open_entry = forms.BooleanField(
        label=_("Players with an account can join by themselves"), required=False
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        choices=[(4, "4"), (3, "3"), (2, "2")],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    points4 = points_field(_("Table of four"))
    points3 = points_field(_("Table of three"))
    points2 = points_field(_("Table of two"))
    bye_points = forms.CharField(
        label=_("Points for a round without a table"), max_length=10, initial="3"
    )
    tie1 = forms.ChoiceField(label=_("First tie-break"), choices=TIE_CHOICES, required=False)
    tie2 = forms.ChoiceField(label=_("Then"), choices=TIE_CHOICES, required=False)
    tie3 = forms.ChoiceField(label=_("Then"), choices=TIE_CHOICES, required=False)
    tie4 = forms.ChoiceField(label=_("Then"), choices=TIE_CHOICES, required=False)
    hides_end = forms.BooleanField(
        label=_("Hide the results of the last two rounds until the event ends"), required=False
    )
    sites = forms.CharField(
        label=_("Sides"),
        required=False,
        max_length=5,
        help_text=_(
            "Enter each site’s side as a letter, in the order market, pyramids, temple, burial "
            "chamber, obelisks, such as AABCA. Leave empty to let each table choose."
        ),
    )
    modules = forms.MultipleChoiceField(
        label=_("Modules"),
        required=False,
        choices=[(module.word, name) for module, name in MODULES.items()],
        widget=forms.CheckboxSelectMultiple,
    )
    profile = forms.ChoiceField(label=_("Rules"), choices=list(PROFILE_TITLES.items()))
    edition = forms.CharField(max_length=20, initial=DEFAULT_EDITION, widget=forms.HiddenInput)
    rated = forms.BooleanField(label=_("Games on the site are rated"), required=False, initial=True)
    pace = forms.ChoiceField(label=_("Pace on the site"), choices=Pace, widget=forms.RadioSelect)
    minutes = forms.IntegerField(label=_("Minutes for each player"), initial=Agreed.minutes)
    increment = forms.IntegerField(label=_("Seconds added for each move"), initial=Agreed.increment)
    days = forms.IntegerField(label=_("Days for each move"), initial=Agreed.days)

    def terms(self) -> EventTerms:
        """The terms that were typed. Raises ``Invalid`` for a time that cannot be."""
        typed = dict(self.cleaned_data)
        zone = checked_zone(typed["time_zone"].strip())
        starts_at = moment_on_wall(typed.pop("starts"), ZoneInfo(zone))
        ties = [typed.pop(name) for name in TIE_FIELDS]
        typed["modules"] = " ".join(typed["modules"])
        typed["sites"] = typed["sites"].strip().upper()
        typed["through"] = typed["through"] or EventTerms.through
        size = typed.pop("table_size")
        if typed["format"] == EventFormat.DUPLICATE:
            typed["place"] = EventPlace.SITE.value
            if size:
                typed |= _lists_of_one_size(size, typed[f"points{size}"])
        for name in ("rounds_planned", "least_games", "team_best"):
            typed[name] = typed[name] or 0
        typed["time_zone"] = zone
        return EventTerms(starts_at=starts_at, tie_breaks=" ".join(filter(None, ties)), **typed)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        try:
            if "starts" in cleaned and "time_zone" in cleaned:
                zone = checked_zone(cleaned["time_zone"].strip())
                moment_on_wall(cleaned["starts"], ZoneInfo(zone))
        except Invalid as refusal:
            self.add_error("starts", refusal.message)
        return cleaned

    @staticmethod
    def beginning(event: Event | None) -> dict[str, object]:
        """Initial values: those of `event`, or the usual ones; it begins tomorrow evening."""
        if event is None:
            usual = {name: getattr(EventTerms, name) for name in LISTS}
            ties = dict(zip(TIE_FIELDS, EventTerms.tie_breaks.split(), strict=False))
            evening = wall_time(timezone.now() + timedelta(days=1), ZoneInfo("UTC"))[:10] + "T19:00"
            return {**usual, **ties, "pace": Agreed.pace, "table_size": 4, "starts": evening}
        columns = {
            name: getattr(event, name) for name in EventForm.base_fields if hasattr(event, name)
        }
        return {
            **columns,
            "modules": event.module_words,
            "table_size": next(n for name, n in LISTS.items() if getattr(event, name)),
            "starts": wall_time(event.starts_at, event.zone),
            **{
                name: getattr(event, name) or None
                for name in ("rounds_planned", "least_games", "team_best")
            },
            **dict(zip(TIE_FIELDS, event.tie_breaks.split(), strict=False)),
        }


def _lists_of_one_size(size: int, points: str) -> dict[str, str]:
    """The lists of points of a duplicate event: it counts no places, and the list that is there
    says how many play at a table."""
    name = f"points{size}"
    return dict.fromkeys(LISTS, "") | {name: points or getattr(EventTerms, name)}
