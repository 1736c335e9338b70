"""Forms of sign-up, login, and changes of both. Named in
``ACCOUNT_FORMS`` and ``MFA_FORMS``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts import password_reset
from games.accounts.factors import take_code
from games.accounts.handles import typed_handle
from games.accounts.tokens import has_tokens, keep_tokens
from web.login_limits import TooManyGuesses, guess_code, guess_password
from web.rate_limits import WRONG_PASSWORDS
from web.security_log import log_security_event

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text


PASSWORD_HELP = _("At least 8 characters, not only digits, and not a common password.")
HANDLE_INPUT = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
CODE_INPUT = {"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}


def meant_handle(typed: str) -> str:
    """The handle that a login means: by itself, or by the verified address of its account."""
    handle = typed_handle(typed)
    if "@" not in handle:
        return handle
    verified = EmailAddress.objects.filter(email=handle, verified=True)
    return verified.values_list("user__username", flat=True).first() or handle


class LoginForm(allauth.LoginForm):
    """Handle and password. In the page the handle is the field ``username``."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label=_("Handle, or verified e-mail address"),
            max_length=254,
            widget=forms.TextInput(HANDLE_INPUT | {"autofocus": True}),
        )
        self.fields["password"] = forms.CharField(
            label=_("Password"),
            strip=False,
            max_length=1000,
            widget=forms.PasswordInput({"autocomplete": "current-password"}),
        )
        self.order_fields(["login", "password"])

    def add_prefix(self, field_name: str) -> str:
        return super().add_prefix("username" if field_name == "login" else field_name)

    def user_credentials(self) -> dict[str, str]:
        return {
            "username": meant_handle(self.cleaned_data["login"]),
            "password": self.cleaned_data["password"],
        }


class SignUpForm(forms.Form):
    """For a new account."""

    by_passkey: ClassVar[bool] = False

    handle = forms.CharField(
        label=_("Handle"),
        max_length=40,
        help_text=_("2 to 24 small letters, digits, _ and -. It is public and can’t be changed."),
        widget=forms.TextInput(HANDLE_INPUT),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_(
            "We use this address to reset your password, and for e-mails about your tables, "
            "which you can switch off. We’ll send one e-mail to confirm it. It is never public."
        ),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=1000,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


# --- passwords ----------------------------------------------------------------


class PasswordAgainForm(allauth.ReauthenticateForm):
    """Before something that only the owner of the account may do."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["password"], _("Your password"))


class _EndsTokens(forms.Form):
    """A new password ends the tokens of the API, unless the box is unticked. Who has none is not
    asked."""

    user: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is not None and has_tokens(self.user):
            self.fields["end_tokens"] = forms.BooleanField(
                label=_("Revoke my API tokens, too"),
                help_text=_("Untick this if you are sure that you made all tokens yourself."),
                required=False,
                initial=True,
            )

    def save(self) -> None:
        if self.user is not None and not self.cleaned_data.get("end_tokens", True):
            keep_tokens(self.user)
        super().save()  # type: ignore[misc]


class ChangePasswordForm(_EndsTokens, allauth.ChangePasswordForm):
    """The old password, which is a guess like any other, and a new one. Other sessions end."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["oldpassword"], _("Your current password"))
        _new_password(self)

    def clean_oldpassword(self) -> str:
        assert self.user is not None
        try:
            guess = guess_password(context.request, self.user.get_username())
        except TooManyGuesses:
            raise get_adapter().validation_error("too_many_login_attempts") from None
        typed: str = super().clean_oldpassword()
        guess.was_right()
        return typed


class SetPasswordForm(_EndsTokens, allauth.SetPasswordForm):
    """A password for an account without one."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _new_password(self)


class ForgottenForm(forms.Form):
    """The address of an account whose password is forgotten."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )

    def save(self, request: HttpRequest) -> str:
        email: str = self.cleaned_data["email"]
        password_reset.request_password_reset(email)
        return email


class NewPasswordForm(_EndsTokens, allauth.ResetPasswordKeyForm):
    """A new password, after the link of a mail. All sessions end."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _new_password(self)

    def save(self) -> None:
        super().save()
        WRONG_PASSWORDS.forget(self.user.get_username())


# --- addresses ----------------------------------------------------------------


class AddressForm(allauth.AddEmailForm):
    """Another address for the account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["email"], _("E-mail address"))


# --- second factors -----------------------------------------------------------


class _Codes(mfa.BaseAuthenticateForm):
    """A code of an app, or a recovery code. Each try is counted before it is checked."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"] = forms.CharField(
            label=_("Code from your app, or a recovery code"),
            max_length=40,
            widget=forms.TextInput(CODE_INPUT | {"autofocus": True}),
        )

    def clean_code(self) -> str:
        try:
            guess = guess_code(self.user)
        except TooManyGuesses:
            log_security_event("code-not-looked-at", context.request, account=self.user.pk)
            raise get_adapter().validation_error("too_many_login_attempts") from None
        typed: str = self.cleaned_data["code"]
        authenticator = take_code(self.user, typed)
        if authenticator is None:
            log_security_event("code-wrong", context.request, account=self.user.pk)
            raise _wrong_code()
        guess.was_right()
        authenticator.user = self.user
        self.authenticator = authenticator
        return typed


class CodeForm(_Codes, mfa.AuthenticateForm):
    """After the password."""


class CodeAgainForm(_Codes, mfa.ReauthenticateForm):
    """Before something that only the owner of the account may do."""


class AddAppForm(ActivateTOTPForm):
    """The first code of an app."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"] = forms.CharField(
            label=_("The code that the app shows now"),
            max_length=40,
            widget=forms.TextInput(CODE_INPUT),
        )


class AddPasskeyForm(AddWebAuthnForm):
    """A passkey, which logs in by itself, or a key that is asked for after the password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label = _("Name")
        name.widget.attrs["maxlength"] = 60
        name.help_text = _(
            "Choose a name by which you recognise this key, such as “phone” or “blue key”."
        )
        alone.label = _("Log in with this key, without a password")
        alone.help_text = _("The device has to ask for a fingerprint, a face or a PIN.")
        alone.initial = True


def _wrong_code() -> forms.ValidationError:
    from allauth.mfa.adapter import get_adapter as factors

    refusal: forms.ValidationError = factors().validation_error("incorrect_code")
    return refusal


def _plain(field: forms.Field, label: Text) -> None:
    """Labelled as here, without a text inside."""
    field.label, field.help_text = label, ""
    field.widget.attrs.pop("placeholder", None)


def _new_password(form: forms.Form) -> None:
    _plain(form.fields["password1"], _("New password"))
    form.fields["password1"].help_text = PASSWORD_HELP
    _plain(form.fields["password2"], _("Repeat the new password"))
