"""Forms of clubs."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from events.clubs.founding import LONGEST_TEXT
from events.clubs.names import LONGEST

HANDLE_LENGTH = 40


class ClubForm(forms.Form):
    """Name and text of a new club."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        help_text=_(
            "Use letters of one alphabet, digits, spaces and - ' . &. "
            "You can't change the name later."
        ),
    )
    text = forms.CharField(
        label=_("About the club"),
        required=False,
        max_length=LONGEST_TEXT,
        help_text=_("Say, for example, where and when you meet. Everybody can read this text."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class ClubTextForm(forms.Form):
    """The text of a club."""

    text = forms.CharField(
        label=_("About the club"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
