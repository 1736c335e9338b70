"""Addresses of logging in. Those from before allauth came stay; its own stand behind them."""

from allauth.account import views as allauth
from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from games.accounts import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", allauth.login, name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("signup/", views.SignUp.as_view(), name="signup"),
    path("signup/invitation/<str:plain>/", views.invitation, name="sign-up-invitation"),
    path("password/", allauth.password_change, name="password_change"),
    path("password/done/", views.PasswordChanged.as_view(), name="password_change_done"),
    path("reset/", allauth.password_reset, name="password_reset"),
    path("reset/sent/", allauth.password_reset_done, name="password_reset_done"),
    path("reset/done/", allauth.password_reset_from_key_done, name="password_reset_complete"),
    path("reset/<uidb64>/<token>/", views.old_reset_link, name="password_reset_confirm"),
    path("email/", views.Address.as_view(), name="account_email"),
    path("second-factor/totp/activate/", views.AddApp.as_view(), name="mfa_activate_totp"),
    path("second-factor/webauthn/add/", views.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("second-factor/webauthn/login/", views.PasskeyLogin.as_view(), name="mfa_login_webauthn"),
    path("sessions/", views.Sessions.as_view(), name="usersessions_list"),
    path("second-factor/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
