"""Addresses of logging in. Those from before allauth came keep their names; beside them stand the
names by which allauth links its pages to one another."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, path, re_path

from games.accounts import views

_log_out = LogoutView.as_view()
_sign_up = views.SignUp.as_view()
_forgotten = views.Forgotten.as_view()

urlpatterns: list[URLPattern | URLResolver] = [
    # log in, sign up
    path("login/", account.login, name="login"),
    path("login/", account.login, name="account_login"),
    path("logout/", _log_out, name="logout"),
    path("logout/", _log_out, name="account_logout"),
    path("signup/", _sign_up, name="signup"),
    path("signup/", _sign_up, name="account_signup"),
    path("signup/invitation/<str:plain>/", views.invitation, name="sign-up-invitation"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("again/", account.reauthenticate, name="account_reauthenticate"),
    path("sessions/", views.Sessions.as_view(), name="usersessions_list"),
    # passwords
    path("password/", account.password_change, name="password_change"),
    path("password/", account.password_change, name="account_change_password"),
    path("password/done/", views.PasswordChanged.as_view(), name="password_change_done"),
    path("password/set/", account.password_set, name="account_set_password"),
    path("reset/", _forgotten, name="password_reset"),
    path("reset/", _forgotten, name="account_reset_password"),
    path("reset/sent/", account.password_reset_done, name="password_reset_done"),
    path("reset/sent/", account.password_reset_done, name="account_reset_password_done"),
    path("reset/done/", account.password_reset_from_key_done, name="password_reset_complete"),
    path(
        "reset/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^reset/link/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("reset/<uidb64>/<token>/", views.old_reset_link, name="password_reset_confirm"),
    # the e-mail address
    path("email/", views.Address.as_view(), name="account_email"),
    path("email/sent/", account.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^email/(?P<key>[-:\w]+)/$", account.confirm_email, name="account_confirm_email"),
    # second factors
    path("second-factor/", mfa.index, name="mfa_index"),
    path("second-factor/show/", mfa.authenticate, name="mfa_authenticate"),
    path("second-factor/again/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("second-factor/app/add/", views.AddApp.as_view(), name="mfa_activate_totp"),
    path("second-factor/app/remove/", app.deactivate_totp, name="mfa_deactivate_totp"),
    path("second-factor/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "second-factor/codes/new/",
        codes.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    path("passkeys/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/add/", views.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("passkeys/again/", passkeys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("passkeys/login/", views.PasskeyLogin.as_view(), name="mfa_login_webauthn"),
    path("passkeys/<int:pk>/remove/", passkeys.remove_webauthn, name="mfa_remove_webauthn"),
    path("passkeys/<int:pk>/edit/", passkeys.edit_webauthn, name="mfa_edit_webauthn"),
]
