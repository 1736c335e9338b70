"""Forms of the pages about games: confirming, disputing, seats, claims, two logs of one game."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from drawing.language.words import colour_called
from games.accounts.handles import typed_handle
from games.judging.diff import name_in_log
from games.models import Seat, Which
from games.search.filters import DayInput
from games.standing.attest import LONGEST_REASON
from games.standing.confirming import WaitingFilter
from games.standing.resolve_players import LONGEST_NAME


class WantedForm(forms.Form):
    """Choice among the games that wait."""

    by = forms.CharField(label=_("Uploaded by"), max_length=25, required=False)
    player = forms.CharField(label=_("Played with"), max_length=25, required=False)
    since = forms.DateField(label=_("Played from"), widget=DayInput, required=False)
    until = forms.DateField(label=_("Played until"), widget=DayInput, required=False)
    lapsed = forms.ChoiceField(
        label=_("Games"),
        choices=[
            ("", _("waiting for you")),
            ("yes", _("overdue")),
        ],
        required=False,
    )

    all = WaitingFilter()

    @property
    def wanted(self) -> WaitingFilter:
        """The games chosen; unreadable ids are left out."""
        cleaned_data = self.cleaned_data if self.is_bound else {}
        return WaitingFilter(
            uploader=typed_handle(cleaned_data.get("by", "")),
            since=cleaned_data.get("since"),
            until=cleaned_data.get("until"),
            player=typed_handle(cleaned_data.get("player", "")),
            lapsed=cleaned_data.get("lapsed") == "yes",
        )


class DisputeForm(forms.Form):
    reason = forms.CharField(
        label=_("What is wrong with this game?"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody can read this. The game is not rated until a moderator decides."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class SeatsForm(forms.Form):
    """Seat correction: a field a seat, and a reason."""

    def __init__(self, data: QueryDict | None = None, *, table: Iterable[Seat]) -> None:
        super().__init__(data, auto_id="seats_%s")  # beside another form with a reason
        self.seats = sorted(table, key=lambda seat: seat.number)
        for seat in self.seats:
            self.fields[f"seat_{seat.number}"] = forms.CharField(
                label=capfirst(colour_called(seat.colour)),
                required=False,
                initial=name_in_log(seat),
                max_length=LONGEST_NAME + 1,
                widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
            )
        self.fields["reason"] = forms.CharField(
            label=_("Why were the seats wrong?"),
            max_length=LONGEST_REASON,
            help_text=_("Everybody can read this."),
            widget=forms.Textarea(attrs={"rows": 2}),
        )

    @property
    def names(self) -> list[str]:
        """By seat, as typed."""
        return [self.cleaned_data[f"seat_{seat.number}"] for seat in self.seats]


class ClaimForm(forms.Form):
    note = forms.CharField(
        label=_("How can the uploader know that it is you?"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("For example: “We played at Tom’s in January.”"),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class WhichForm(forms.Form):
    """Choice of the right one of two logs."""

    which = forms.ChoiceField(
        label=_("Which of the logs is right?"), choices=Which.choices, widget=forms.RadioSelect
    )


class DecisionForm(WhichForm):
    """The same, for a moderator."""

    reason = forms.CharField(
        label=_("Public reason"),
        help_text=_("Everybody can read this next to the game."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
