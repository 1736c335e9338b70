"""Forms of series."""

from __future__ import annotations

from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Series
from events.results.series_boards import SERIES_TIE_BREAK_WORDS
from events.series.organising import SeriesTerms
from tables.forms import ServiceForm

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text

TIE_FIELDS: Final = ("tie1", "tie2", "tie3")
TIE_CHOICES: Final = [
    ("", "–"),
    *((key, words[0]) for key, words in SERIES_TIE_BREAK_WORDS.items()),
]
SEASON: Final = timedelta(days=182)


def date_field(label: Text) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class SeriesForm(ServiceForm):
    """A series: name and days first; everything else has usual values."""

    names_on_page = MappingProxyType({"tie_breaks": "tie1"})

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("Everybody can read the name. For example “Winter season 2026”."),
    )
    first_day = date_field(_("First day"))
    last_day = date_field(_("Last day"))
    best = forms.IntegerField(
        label=_("Evenings that count"),
        required=False,
        min_value=1,
        help_text=_(
            "How many of each player’s best evenings count, such as 8 of 12. Leave empty to "
            "count all."
        ),
    )
    least = forms.IntegerField(
        label=_("Evenings needed for a rank"), min_value=1, initial=SeriesTerms.least
    )
    rank_points = forms.CharField(
        label=_("Points for each rank in an evening"),
        required=False,
        max_length=120,
        help_text=_(
            "Enter the winner’s points first, such as “10 6 4 3 2 1”. Leave empty to use the "
            "points scored in each evening."
        ),
    )
    tie1 = forms.ChoiceField(label=_("First tie-break"), choices=TIE_CHOICES, required=False)
    tie2 = forms.ChoiceField(label=_("Then"), choices=TIE_CHOICES, required=False)
    tie3 = forms.ChoiceField(label=_("Then"), choices=TIE_CHOICES, required=False)

    def terms(self) -> SeriesTerms:
        typed = dict(self.cleaned_data)
        ties = [typed.pop(name) for name in TIE_FIELDS]
        typed["best"] = typed["best"] or 0
        return SeriesTerms(tie_breaks=" ".join(filter(None, ties)), **typed)

    @staticmethod
    def beginning(series: Series | None, today: date) -> dict[str, object]:
        """Initial values: those of `series`, or the usual ones from today."""
        ties = (series or SeriesTerms).tie_breaks.split()
        values: dict[str, object] = dict(zip(TIE_FIELDS, ties, strict=False))
        if series is None:
            return {**values, "first_day": today, "last_day": today + SEASON}
        names = ("name", "first_day", "last_day", "least", "rank_points")
        columns = {name: getattr(series, name) for name in names}
        return {**values, **columns, "best": series.best or None}

    @staticmethod
    def next_beginning(series: Series, today: date) -> dict[str, object]:
        """Initial values of the season after `series`."""
        first = max(today, series.last_day + timedelta(days=1))
        last = first + (series.last_day - series.first_day)
        values = SeriesForm.beginning(series, today)
        return values | {"name": "", "first_day": first, "last_day": last}
