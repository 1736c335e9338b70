"""Forms of reports and of their answers."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.standing.attest import LONGEST_REASON


class ReportForm(forms.Form):
    reason = forms.CharField(
        label=_("What is wrong?"),
        help_text=_("As exactly as you can: which games, and why you think so."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class ReportAnswerForm(forms.Form):
    """A moderator's answer to a report."""

    upheld = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    answer = forms.CharField(max_length=LONGEST_REASON)
