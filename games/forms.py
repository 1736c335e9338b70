"""What people type into pages. Forms read; services check and do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from django import forms
from django.forms.renderers import BaseRenderer
from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from drawing.language.words import colour_called
from games.accounts.tokens import LONGEST_NAME, Scope
from games.duplicates.diff import shown
from games.limits import BRANCH_CHARACTERS, NOTE_CHARACTERS
from games.models import Note, Seat, Which
from games.search.filters import Day
from games.search.labels import groups
from games.search.query import MOST_NUMBER
from games.standing.attest import LONGEST_REASON
from games.standing.confirming import Wanted
from games.standing.resolve_players import LONGEST_NAME as LONGEST_SEAT


def handle_of(typed: str) -> str:
    """The handle that is meant by one typed as logs have it, or with capitals."""
    return typed.strip().removeprefix("@").lower()


class WantedForm(forms.Form):
    """Which of the games that wait."""

    by = forms.CharField(label=_("Brought by"), max_length=25, required=False)
    player = forms.CharField(label=_("Played with"), max_length=25, required=False)
    since = forms.DateField(label=_("Played from"), widget=Day, required=False)
    until = forms.DateField(label=_("Played until"), widget=Day, required=False)
    lapsed = forms.ChoiceField(
        label=_("Which"),
        choices=[
            ("", _("those that wait")),
            ("yes", _("those that have lapsed")),
        ],
        required=False,
    )

    all = Wanted()

    @property
    def wanted(self) -> Wanted:
        """What was asked for; what cannot be read is left out."""
        said = self.cleaned_data if self.is_bound else {}
        return Wanted(
            uploader=handle_of(said.get("by", "")),
            since=said.get("since"),
            until=said.get("until"),
            player=handle_of(said.get("player", "")),
            lapsed=said.get("lapsed") == "yes",
        )


class DisputeForm(forms.Form):
    reason = forms.CharField(
        label=_("What is wrong with it?"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody can read this. The game is not rated until a moderator decides."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class SeatsForm(forms.Form):
    """Who sat where, a field a seat, and why it was wrong."""

    def __init__(self, data: QueryDict | None = None, *, table: Iterable[Seat]) -> None:
        super().__init__(data, auto_id="seats_%s")  # beside another form with a reason
        self.seats = sorted(table, key=lambda seat: seat.number)
        for seat in self.seats:
            self.fields[f"seat_{seat.number}"] = forms.CharField(
                label=capfirst(colour_called(seat.colour)),
                required=False,
                initial=shown(seat),
                max_length=LONGEST_SEAT + 1,
                widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
            )
        self.fields["reason"] = forms.CharField(
            label=_("Why were they wrong?"),
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
        label=_("How can they know that it is you?"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("For the one who decides: “We played at Tom’s in January.”"),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class WhichForm(forms.Form):
    """Which of two logs is right."""

    which = forms.ChoiceField(
        label=_("Which log is right?"), choices=Which.choices, widget=forms.RadioSelect
    )


class DecisionForm(WhichForm):
    """The same, for a moderator."""

    reason = forms.CharField(
        label=_("Public reason"),
        help_text=_("Everybody reads it beside the game."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ReportForm(forms.Form):
    reason = forms.CharField(
        label=_("What is wrong?"),
        help_text=_("As exactly as you can: which games, and why you think so."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class AnswerForm(forms.Form):
    """What a moderator made of a report."""

    upheld = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    answer = forms.CharField(max_length=LONGEST_REASON)


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("So that you know it again: “club laptop”."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[
            (Scope.READ, _("read what you can see")),
            (Scope.UPLOAD, _("upload games for you")),
            (Scope.ATTEST, _("confirm and dispute games for you")),
            (Scope.NOTE, _("write notes beside games for you, and take them back")),
            (Scope.PLAY, _("play at tables for you")),
        ],
        initial=[Scope.READ, Scope.UPLOAD],
        widget=forms.CheckboxSelectMultiple,
    )


class NoteForm(forms.Form):
    """A note beside a step of a game."""

    kind = forms.ChoiceField(
        label=_("It is a"), choices=Note.Kind.choices, initial=Note.Kind.IDEA, required=True
    )
    text = forms.CharField(
        label=_("Note"),
        max_length=NOTE_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    public = forms.BooleanField(label=_("Everybody may read it"), required=False)
    m = forms.CharField(required=False, max_length=BRANCH_CHARACTERS, widget=forms.HiddenInput)


class HideForm(forms.Form):
    """Why a moderator hides a note."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)


class CloseForm(forms.Form):
    """The owner types the handle, so that an account is not closed by a slip."""

    handle = forms.CharField(
        label=_("Your handle"),
        help_text=_("Type it, so that nothing happens by a slip."),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, own: str, data: QueryDict | None) -> None:
        super().__init__(data)
        self.own = own

    def clean_handle(self) -> str:
        typed = handle_of(self.cleaned_data["handle"])
        if typed != self.own:
            raise forms.ValidationError(_("This is not the handle of this account."))
        return typed


@lru_cache(maxsize=32)
def _facts_to_pick(language: str, name: str, attrs: tuple[tuple[str, str], ...]) -> SafeString:
    return forms.Select(choices=groups()).render(name, "", dict(attrs))


class Facts(forms.Select):
    """All facts. There are a hundred: a process renders them once a language."""

    def render(
        self,
        name: str,
        value: object,
        attrs: Mapping[str, object] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        if value:
            return super().render(name, value, dict(attrs or {}), renderer)
        given = tuple((key, str(one)) for key, one in (attrs or {}).items())
        return _facts_to_pick(get_language() or "", name, given)


class PickForm(forms.Form):
    """What happened, picked instead of typed: a word or two for a search
    (``games.search.query``)."""

    fact = forms.ChoiceField(label=_("What happened"), choices=groups, widget=Facts)
    how = forms.ChoiceField(
        label=_("Compared"),
        choices=[(">=", _("at least")), ("=", _("exactly")), ("<=", _("at most"))],
    )
    number = forms.IntegerField(
        label=_("How many"), initial=1, min_value=-MOST_NUMBER, max_value=MOST_NUMBER
    )
    winner = forms.BooleanField(label=_("by a winner"), required=False)
    opens = forms.BooleanField(label=_("open the game at that entry"), required=False)

    @property
    def words(self) -> str:
        """To be added to a search."""
        given = self.cleaned_data
        won = "won " if given["winner"] else ""
        opens = "entry:" if given["opens"] else ""
        return f"{won}{opens}{given['fact']}{given['how']}{given['number']}"
