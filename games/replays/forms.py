"""Forms of notes next to a replay."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.limits import BRANCH_CHARACTERS, NOTE_CHARACTERS
from games.models import Note
from games.standing.attest import LONGEST_REASON


class NoteForm(forms.Form):
    """A note on a step of a game."""

    kind = forms.ChoiceField(
        label=_("Kind of note"), choices=Note.Kind.choices, initial=Note.Kind.IDEA, required=True
    )
    text = forms.CharField(
        label=_("Note"),
        max_length=NOTE_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    public = forms.BooleanField(label=_("Everybody can read it"), required=False)
    m = forms.CharField(required=False, max_length=BRANCH_CHARACTERS, widget=forms.HiddenInput)


class HideForm(forms.Form):
    """Why a moderator hides a note."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)
