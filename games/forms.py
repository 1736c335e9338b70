"""What people type into pages. Forms read; services check and do."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import forms as auth
from django.utils.translation import gettext_lazy as _

from games.guessing import TooManyGuesses, guess_password
from games.limits import NOTE_CHARACTERS
from games.models import Note
from games.services.attest import LONGEST_REASON
from games.services.tokens import LONGEST_NAME, Scope


def handle_of(typed: str) -> str:
    """The handle that somebody means who types it as logs do, or with capitals."""
    return typed.strip().removeprefix("@").lower()


class LoginForm(auth.AuthenticationForm):
    """Handle and password. After too many failures nobody gets in for a while."""

    error_messages = {
        **auth.AuthenticationForm.error_messages,
        "invalid_login": _("This handle and password do not go together. Both are case-sensitive."),
        "throttled": _("Too many attempts. Please try again in a quarter of an hour."),
    }

    def confirm_login_allowed(self, user: Any) -> None:
        """Nobody logs in as a computer player, whatever happened to its password."""
        super().confirm_login_allowed(user)
        if user.computer:
            raise self.get_invalid_login_error()

    def clean(self) -> dict[str, Any]:
        typed = handle_of(self.cleaned_data.get("username") or "")
        self.cleaned_data["username"] = typed
        try:
            guess = guess_password(self.request, typed)
        except TooManyGuesses:
            refused = self.error_messages["throttled"]
            raise forms.ValidationError(refused, code="throttled") from None
        cleaned: dict[str, Any] = super().clean()
        guess.was_right()
        return cleaned


class SignUpForm(forms.Form):
    handle = forms.CharField(
        label=_("Handle"),
        max_length=40,
        help_text=_(
            "2 to 24 small letters, digits, _ and -. Logs name you by it, as in black=@ana. "
            "Everybody sees it, and it cannot be changed."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_(
            "For a new password if you forget yours, and for news of your tables, which you can "
            "switch off. Nobody sees it."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=1000,
        help_text=_("At least 8 characters, not only digits, and not a common one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class DisputeForm(forms.Form):
    reason = forms.CharField(
        label=_("What is wrong with it?"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody can read this. The game is not rated until a moderator decides."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ClaimForm(forms.Form):
    note = forms.CharField(
        label=_("How can they know that it is you?"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("For whoever decides: “We played at Tom’s in January.”"),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


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


class HideForm(forms.Form):
    """Why a moderator hides a note."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)
