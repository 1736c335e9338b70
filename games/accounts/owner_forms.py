"""Forms of an account's owner: tokens, and closing the account."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.accounts.handles import typed_handle
from games.accounts.tokens import LONGEST_NAME, TokenScope


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("So that you know it again: “club laptop”."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[
            (TokenScope.READ, _("read what you can see")),
            (TokenScope.UPLOAD, _("upload games for you")),
            (TokenScope.ATTEST, _("confirm and dispute games for you")),
            (TokenScope.NOTE, _("write notes beside games for you, and take them back")),
            (TokenScope.PLAY, _("play at tables for you")),
        ],
        initial=[TokenScope.READ, TokenScope.UPLOAD],
        widget=forms.CheckboxSelectMultiple,
    )


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

    def __init__(self, username: str, data: QueryDict | None) -> None:
        super().__init__(data)
        self.own = username

    def clean_handle(self) -> str:
        typed = typed_handle(self.cleaned_data["handle"])
        if typed != self.own:
            raise forms.ValidationError(_("This is not the handle of this account."))
        return typed
